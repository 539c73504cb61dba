import { href, redirect } from "react-router";
import { servicesContext } from "../services-context.ts";
import { redirectWithCookies } from "../web/session/after-sign-in.server.ts";
import { callerOf } from "../web/session/caller.server.ts";
import type { Route } from "./+types/sign-out";

/** The button that logs out. Somebody who types its address only gets home. */
export function loader() {
  return redirect(href("/"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { identity, site } = context.get(servicesContext);
  return redirectWithCookies(href("/"), await identity.signOut(callerOf(request, site)), "loggedOut");
}
