import { isAPIError } from "better-auth/api";
import type { IdentityResult } from "./answer.server.ts";
import { type Auth, type AuthEmails, type AuthOptions, makeAuth } from "./better-auth.server.ts";
import { type Caller, type Cookies, headersOf, type SignInResult } from "./caller.server.ts";
import { localClient, localPath } from "./local-google.server.ts";

/** The shop's keys at Google; 'local' for the page of our own that speaks the same protocol; or nothing. */
export type GoogleKeys = { clientId: string; clientSecret: string } | "local" | undefined;

const googleDiscovery = "https://accounts.google.com/.well-known/openid-configuration";

/**
 * Signing in with Google by OpenID Connect: authorization code with PKCE, identity token checked against the
 * provider's keys. The provider is asked for its addresses at the first use, so that a shop starts without it.
 */
export function google(
  options: Omit<AuthOptions, "origin" | "emails" | "google"> & {
    emails: (origin: string) => AuthEmails;
    google: GoogleKeys;
  },
) {
  const { google: keys, ...rest } = options;
  const known = new Map<string, Auth>();

  async function authAt(origin: string): Promise<Auth | undefined> {
    const found = known.get(origin);
    if (found || keys === undefined) return found;
    const auth = makeAuth({
      ...rest,
      origin,
      emails: options.emails(origin),
      google:
        keys === "local"
          ? { ...localClient, discoveryUrl: `${origin}${localPath}/.well-known/openid-configuration` }
          : { ...keys, discoveryUrl: googleDiscovery },
    });
    const { socialProviders } = await auth.$context;
    // Could not be reached: the next one who asks tries again.
    if (socialProviders.length === 0) return undefined;
    known.clear();
    known.set(origin, auth);
    return auth;
  }

  return {
    /** Whether there is anybody to ask. */
    googleIsSetUp: keys !== undefined,

    /** Where to send the browser, and the cookie by which its return is known. `next`: a path of this site. */
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
          errorCallbackURL: failedAt(next),
          disableRedirect: true,
        },
        returnHeaders: true,
      });
      if (!response.url) return { ok: false, refused: "google-failed" };
      return { ok: true, value: { url: response.url, cookies: headers.getSetCookie() } };
    },

    /**
     * The browser is back. In: the query it came with. Refused: 'google-failed', whatever went wrong, with the `next`
     * that the sign-in began with, or null where the return belongs to none.
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
      if (has("two_factor")) return { ok: true, value: { cookies, next: "second-factor", to } };
      if (has("session")) return { ok: true, value: { cookies, next: "in", to } };
      return {
        ok: false,
        refused: "google-failed",
        next: pathname === failed ? searchParams.get("next") : null,
      };
    },
  };
}

/** Where better-auth leads when Google says no; `next` rides along in the state that it signs. */
const failed = "/auth";
const failedAt = (next: string) => `${failed}?${new URLSearchParams({ next })}`;

function refusal(error: unknown): Response {
  if (isAPIError(error)) return new Response(null, { status: 400 });
  throw error;
}
