import { href, redirect, redirectDocument } from "react-router";
import type { Cookies, SignInResult } from "../../../platform/identity/caller.server.ts";
import { sameSitePath } from "../same-site.ts";
import { flashCookie, type MessageName } from "../toast.server.ts";

/** Leads elsewhere with cookies set and a toast said there. `to` is a path of this site. */
export function redirectWithCookies(to: string, cookies: Cookies, message?: MessageName): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (message) headers.append("Set-Cookie", flashCookie(message));
  // The shop's pages do not know the back office's addresses (web/page/shop-manifest.server.ts).
  const lead = to.startsWith(href("/admin")) ? redirectDocument : redirect;
  return lead(to, { status: 303, headers });
}

/**
 * After signing in: to where the person wanted to go, or home; or first to the authenticator app's code.
 * In: what came of signing in, and a `next` that a stranger may have written.
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
