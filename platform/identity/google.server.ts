import { isAPIError } from "better-auth/api";
import type { ProviderValues } from "../environment.server.mjs";
import type { IdentityResult } from "./answer.server.ts";
import { type Auth, type AuthEmails, type AuthOptions, makeAuth } from "./better-auth.server.ts";
import { type Caller, type Cookies, headersOf, type SignInResult } from "./caller.server.ts";

/**
 * The shop's keys at Google, or none. `discoveryUrl`: where another provider of the same protocol describes itself, by
 * the shop's origin.
 */
export type GoogleKeys =
  | { clientId: string; clientSecret: string; discoveryUrl?: (origin: string) => string }
  | undefined;

/** The keys of these variables; undefined when they are not set. */
export function googleKeys(values: ProviderValues): GoogleKeys {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

const googleDiscovery = "https://accounts.google.com/.well-known/openid-configuration";

/**
 * Signing in with Google by OpenID Connect: authorization code with PKCE, id token verified with the provider's keys.
 * The provider's addresses are discovered at the first use, so that a shop starts without it.
 */
export function google(
  options: Omit<AuthOptions, "origin" | "emails" | "google"> & {
    emails: (origin: string) => AuthEmails;
    google: () => GoogleKeys;
  },
) {
  const { google: currentKeys, ...rest } = options;
  const known = new Map<string, Auth>();
  let keysOfKnown: GoogleKeys;

  async function authAt(origin: string): Promise<Auth | undefined> {
    const keys = currentKeys();
    if (keys !== keysOfKnown) known.clear();
    keysOfKnown = keys;
    const found = known.get(origin);
    if (found || keys === undefined) return found;
    const auth = makeAuth({
      ...rest,
      origin,
      emails: options.emails(origin),
      google: {
        clientId: keys.clientId,
        clientSecret: keys.clientSecret,
        discoveryUrl: keys.discoveryUrl?.(origin) ?? googleDiscovery,
      },
    });
    const { socialProviders } = await auth.$context;
    // Not reachable: the next request tries again.
    if (socialProviders.length === 0) return undefined;
    known.clear();
    known.set(origin, auth);
    return auth;
  }

  return {
    /** Whether a provider is configured. */
    googleIsSetUp: () => currentKeys() !== undefined,
    /** Whether that provider is a page of this shop (a demo's), not Google. */
    googleStaysHere: () => currentKeys()?.discoveryUrl !== undefined,

    /** Where to redirect the browser, and the cookie that identifies the callback. `next`: a path of this site. */
    async beginGoogle(
      caller: Caller,
      next: string,
    ): Promise<IdentityResult<{ url: string; cookies: Cookies }, "google-failed">> {
      const auth = await authAt(caller.origin);
      if (!auth) return { ok: false, refused: "google-failed" };
      const { headers, response } = await auth.api.signInSocial({
        headers: headersOf(caller),
        body: {
          provider: "google",
          callbackURL: next,
          newUserCallbackURL: firstAt(next),
          errorCallbackURL: failedAt(next),
          disableRedirect: true,
        },
        returnHeaders: true,
      });
      if (!response.url) return { ok: false, refused: "google-failed" };
      return { ok: true, value: { url: response.url, cookies: headers.getSetCookie() } };
    },

    /**
     * Completes the return from Google. In: its query. Refused: 'google-failed' for any failure, with the `next` of
     * the sign-in, or null for an unknown return.
     */
    async finishGoogle(
      caller: Caller,
      query: URLSearchParams,
    ): Promise<
      | { ok: true; value: SignInResult & { to: string } }
      | { ok: false; refused: "google-failed"; next: string | null }
    > {
      const auth = await authAt(caller.origin);
      if (!auth) return { ok: false, refused: "google-failed", next: null };
      const address = `${caller.origin}/auth/callback/google?${query}`;
      const answer = await auth.handler(new Request(address, { headers: headersOf(caller) })).catch(refusal);
      const cookies = answer.headers.getSetCookie();
      const { pathname, search, searchParams } = new URL(
        answer.headers.get("Location") ?? "/",
        caller.origin,
      );
      const to = pathname + search;
      const has = (name: string) => cookies.some((cookie) => new RegExp(`${name}=[^;]`).test(cookie));
      const next = searchParams.get("next");
      if (has("two_factor")) return { ok: true, value: { cookies, next: "second-factor", to } };
      if (has("session") && pathname === first)
        return { ok: true, value: { cookies, next: "in", to: next ?? "/", isNewAccount: true } };
      if (has("session")) return { ok: true, value: { cookies, next: "in", to } };
      return { ok: false, refused: "google-failed", next: pathname === failed ? next : null };
    },
  };
}

/** Where better-auth redirects when Google refuses; `next` is part of the signed state. */
const failed = "/auth";
const failedAt = (next: string) => `${failed}?${new URLSearchParams({ next })}`;

/** Where better-auth redirects after the sign-in that created the account. No page: it only marks that sign-in. */
const first = "/auth/first";
const firstAt = (next: string) => `${first}?${new URLSearchParams({ next })}`;

function refusal(error: unknown): Response {
  if (isAPIError(error)) return new Response(null, { status: 400 });
  throw error;
}
