import { type Answer, answered } from "./answer.server.ts";
import { type Auth, type AuthOptions, type Letters, makeAuth } from "./better-auth.server.ts";

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
  emailVerified: boolean;
  role: "user" | "admin";
  twoFactorEnabled: boolean;
};

/** Set-Cookie headers that must go out with the answer. */
export type Cookies = string[];

/** Signed in, or the password was right and the authenticator app's code is asked for next. */
export type Entered = { cookies: Cookies; next: "in" | "second-factor" };

/** Who people are: passwords, sessions and one-time secrets, kept by better-auth in the shop's own database. */
export type Identity = ReturnType<typeof makeIdentity>;

/** Demo shops are asked under localhost, 127.0.0.1 and a name in the house; a stranger may send any Host. */
const mostOrigins = 10;

/**
 * In: the database, the secret, the shop's name, the letters to write. Cookies are `__Host-session` over https and
 * `session` over http, both HttpOnly and SameSite=Lax.
 */
export function makeIdentity(
  options: Omit<AuthOptions, "origin" | "letters"> & { letters: (origin: string) => Letters },
) {
  const known = new Map<string, Auth>();
  function authAt(origin: string): Auth {
    const found = known.get(origin);
    if (found) return found;
    if (known.size >= mostOrigins) known.clear();
    const made = makeAuth({ ...options, origin, letters: options.letters(origin) });
    known.set(origin, made);
    return made;
  }

  return {
    /**
     * Who asks, looked up in the database at every call, or null. A session in use is renewed once a day, for 30
     * days: then `cookies` is not empty. A banned person is nobody.
     */
    async personOf(caller: Caller): Promise<{ person: SignedIn; cookies: Cookies } | null> {
      if (!caller.cookie?.includes("session=")) return null;
      const { headers, response } = await authAt(caller.origin).api.getSession({
        headers: headersOf(caller),
        returnHeaders: true,
      });
      if (!response || response.user.bannedAt) return null;
      const { user, session } = response;
      return {
        person: {
          id: user.id,
          sessionId: session.id,
          name: user.name,
          email: user.email,
          emailVerified: user.emailVerified,
          role: user.role === "admin" ? "admin" : "user",
          twoFactorEnabled: user.twoFactorEnabled === true,
        },
        cookies: headers.getSetCookie(),
      };
    },

    /** Refused: 'wrong-credentials' (address unknown or password wrong, in the same time), 'not-verified', 'busy'. */
    signIn(
      caller: Caller,
      body: { email: string; password: string },
    ): Promise<Answer<Entered, "wrong-credentials" | "not-verified" | "busy">> {
      return answered(
        () =>
          authAt(caller.origin).api.signInEmail({ headers: headersOf(caller), body, returnHeaders: true }),
        entered,
        {
          INVALID_EMAIL_OR_PASSWORD: "wrong-credentials",
          INVALID_EMAIL: "wrong-credentials",
          PASSWORD_TOO_LONG: "wrong-credentials",
          EMAIL_NOT_VERIFIED: "not-verified",
        },
      );
    },
  };
}

function entered({ headers, response }: { headers: Headers; response: object }): Entered {
  const asked = "twoFactorRedirect" in response && response.twoFactorRedirect === true;
  return { cookies: headers.getSetCookie(), next: asked ? "second-factor" : "in" };
}

function headersOf({ origin, cookie, clientAddress, userAgent }: Caller): Headers {
  const headers = new Headers({ origin, "x-client-address": clientAddress });
  if (cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent.slice(0, 300));
  return headers;
}
