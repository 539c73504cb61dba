import type { Auth } from "./better-auth.server.ts";

/** The parts of a request that signing in needs. */
export type Caller = {
  /** The origin the shop was called under. */
  origin: string;
  /** The Cookie header as it came. */
  cookie: string | null;
  /** Set by our own server, never by the visitor. */
  clientAddress: string;
  userAgent: string | null;
};

/** A signed-in user. */
export type SignedIn = {
  id: string;
  sessionId: string;
  /** Empty while an account created with a mobile number has no name yet. */
  name: string;
  /** Null: the account was created with a mobile number. */
  email: string | null;
  /** The number with which the account can sign in, proven by a code: "+91XXXXXXXXXX". Null: none. */
  verifiedPhone: string | null;
  /**
   * `permissions`: the permission keys of the role; none for an unknown role. `secondFactor`: whether the role needs
   * one; null: not set.
   */
  role: { key: string; name: string; permissions: string[]; secondFactor: boolean | null };
  /** Whether a second factor was given in this very session; independent of other sessions of the user. */
  secondFactorGiven: boolean;
};

/** Set-Cookie headers to send with the response. */
export type Cookies = string[];

/**
 * Signed in, or the password was right and the second factor is next. `isNewAccount`: this sign-in has created the
 * account, as the first one with Google or with a mobile number does.
 */
export type SignInResult = { cookies: Cookies; next: "in" | "second-factor"; isNewAccount?: boolean };

/** better-auth for one origin of the shop. */
export type AuthAt = (caller: Caller) => Auth;

/** The request headers that better-auth sees. */
export function headersOf({ origin, cookie, clientAddress, userAgent }: Caller): Headers {
  const headers = new Headers({ origin, "x-client-address": clientAddress });
  if (cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent.slice(0, 300));
  return headers;
}

/** The result of a sign-in: the cookies to send, and whether the second factor is next. */
export function signInResult({ headers, response }: { headers: Headers; response: object }): SignInResult {
  const asked = "twoFactorRedirect" in response && response.twoFactorRedirect === true;
  return { cookies: headers.getSetCookie(), next: asked ? "second-factor" : "in" };
}

/** The Cookie header of a browser that took these Set-Cookie headers. */
export function cookieHeader(cookies: Cookies): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The token of the session that a response starts, from its Set-Cookie headers. */
export function newSessionToken(cookies: Cookies): string | undefined {
  const [, value] = /^(?:__Host-)?session=([^;]+)/m.exec(cookies.join("\n")) ?? [];
  return value === undefined ? undefined : decodeURIComponent(value).split(".")[0];
}
