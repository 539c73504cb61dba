import { href } from "react-router";
import type { SignInResult } from "../../../platform/identity/caller.server.ts";
import { redirectWithToast } from "../forms/answer.server.ts";
import { sameSitePath } from "../same-site.ts";
import type { MessageName } from "../toast.server.ts";

/** A redirect between shop and back office. */
export function redirectAcross(to: string, message?: MessageName, cookies: readonly string[] = []): Response {
  return redirectWithToast(to, message, { cookies, reload: to.startsWith(href("/admin")) });
}

/**
 * Redirect after signing in: to the requested page or home; with a second factor first to its code. In: the sign-in
 * result, an untrusted `next`, and the toast, if it is not the usual greeting.
 */
export function afterSignIn(
  { cookies, next: step, isNewAccount }: SignInResult,
  next: string | null | undefined,
  message: MessageName = isNewAccount ? "welcome" : "welcomeBack",
): Response {
  const to = sameSitePath(next) ?? href("/");
  if (step === "in") return redirectAcross(to, message, cookies);
  const query = new URLSearchParams({ tab: "second-factor", next: to });
  return redirectWithToast(`${href("/auth")}?${query}`, undefined, { cookies });
}
