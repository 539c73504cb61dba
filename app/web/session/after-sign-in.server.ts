import { href, redirect, redirectDocument } from "react-router";
import type { Cookies, SignInResult } from "../../../platform/identity/caller.server.ts";
import { sameSitePath } from "../same-site.ts";
import { flashCookie, type MessageName } from "../toast.server.ts";

/** Redirects with cookies and a flash message. `to` is a path of this site. */
export function redirectWithCookies(to: string, cookies: Cookies, message?: MessageName): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (message) headers.append("Set-Cookie", flashCookie(message));
  // The shop's bundle does not know the back office's routes (web/page/shop-manifest.server.ts).
  const lead = to.startsWith(href("/admin")) ? redirectDocument : redirect;
  return lead(to, { status: 303, headers });
}

/**
 * Redirect after signing in: to the requested page or home; with a second factor first to its code. In: the sign-in
 * result, and an untrusted `next`.
 */
export function afterSignIn(
  { cookies, next: step }: SignInResult,
  next: string | null | undefined,
  message: MessageName = "welcomeBack",
): Response {
  const to = sameSitePath(next) ?? href("/");
  if (step === "in") return redirectWithCookies(to, cookies, message);
  return redirectWithCookies(
    `${href("/auth")}?${new URLSearchParams({ tab: "second-factor", next: to })}`,
    cookies,
  );
}
