import { href } from "react-router";
import { redirectWithToast } from "../http/forms/answer.server.ts";
import { signInAddress } from "../http/guards.server.ts";
import { sameSitePath } from "../http/same-site.ts";
import { afterSignIn } from "../http/session/after-sign-in.server.ts";
import { callerOf } from "../http/session/caller.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/google-callback";

/** OAuth callback of Google: an authorisation code or an error. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, site } = context.get(servicesContext);
  const answer = await identity.finishGoogle(callerOf(request, site), new URL(request.url).searchParams);
  if (answer.ok) return afterSignIn(answer.value, answer.value.to);
  const next = sameSitePath(answer.next);
  return redirectWithToast(next && next !== href("/") ? signInAddress(next) : href("/auth"), "googleFailed");
}
