import { href, redirect } from "react-router";
import { redirectWithToast } from "../http/forms/answer.server.ts";
import { callerOf } from "../http/session/caller.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/sign-out";

/** The sign-out form. A GET only redirects home. */
export function loader() {
  return redirect(href("/"));
}

/** Loads a new document: the old one holds the name, the address and the orders of who has signed out. */
export async function action({ request, context }: Route.ActionArgs) {
  const { identity, site } = context.get(servicesContext);
  const cookies = await identity.signOut(callerOf(request, site));
  return redirectWithToast(href("/"), "loggedOut", { cookies, reload: true });
}
