import type { Auth } from "./better-auth.server.ts";

/** What the browser of a person sends with every request, as far as signing in is concerned. */
export type Caller = {
  /** Scheme and host under which the shop was asked. */
  origin: string;
  /** The Cookie header as it came. */
  cookie: string | null;
  /** Set by our own server, never by the visitor. */
  clientAddress: string;
  userAgent: string | null;
};

/** Somebody who is signed in. */
export type SignedIn = {
  id: string;
  sessionId: string;
  name: string;
  email: string;
  /** `permissions`: the keys of what it lets them do; none for a role that does not exist. */
  role: { key: string; name: string; permissions: string[] };
  /** Whether a second factor was given in this very session; it says nothing of other sessions of the person. */
  secondFactorGiven: boolean;
};

/** Set-Cookie headers that must go out with the answer. */
export type Cookies = string[];

/** Signed in, or the password was right and the authenticator app's code is asked for next. */
export type SignInResult = { cookies: Cookies; next: "in" | "second-factor" };

/** better-auth as it answers for the shop at one origin. */
export type AuthAt = (caller: Caller) => Auth;

/** What better-auth gets to see of a request. */
export function headersOf({ origin, cookie, clientAddress, userAgent }: Caller): Headers {
  const headers = new Headers({ origin, "x-client-address": clientAddress });
  if (cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent.slice(0, 300));
  return headers;
}

/** What came of signing in: the cookies to send, and whether the second factor is asked for. */
export function signInResult({ headers, response }: { headers: Headers; response: object }): SignInResult {
  const asked = "twoFactorRedirect" in response && response.twoFactorRedirect === true;
  return { cookies: headers.getSetCookie(), next: asked ? "second-factor" : "in" };
}

/** The Cookie header of a browser that took these Set-Cookie headers. */
export function cookieHeader(cookies: Cookies): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The token of the session that an answer begins: the one in its Set-Cookie headers. */
export function newSessionToken(cookies: Cookies): string | undefined {
  const [, value] = /^(?:__Host-)?session=([^;]+)/m.exec(cookies.join("\n")) ?? [];
  return value === undefined ? undefined : decodeURIComponent(value).split(".")[0];
}
