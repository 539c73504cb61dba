import { href } from "react-router";
import { servicesContext } from "../services-context.ts";
import { leadTo } from "../web/forms/answer.server.ts";
import { signInAddress } from "../web/guards.server.ts";
import { sameSitePath } from "../web/same-site.ts";
import { afterSignIn } from "../web/session/after-sign-in.server.ts";
import { callerOf } from "../web/session/caller.server.ts";
import type { Route } from "./+types/google-callback";

/** OAuth callback of Google: an authorisation code or an error. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, site } = context.get(servicesContext);
  const answer = await identity.finishGoogle(callerOf(request, site), new URL(request.url).searchParams);
  if (answer.ok) return afterSignIn(answer.value, answer.value.to);
  const next = sameSitePath(answer.next);
  return leadTo(next && next !== href("/") ? signInAddress(next) : href("/auth"), "googleFailed");
}
