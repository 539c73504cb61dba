import { isAPIError } from "better-auth/api";
import { sql } from "drizzle-orm";
import {
  type Auth,
  type AuthEmails,
  type AuthOptions,
  makeAuth,
  renewedBelow,
} from "./better-auth.server.ts";
import { type AuthAt, type Caller, type Cookies, headersOf, type SignedIn } from "./caller.server.ts";
import { emailSignIn } from "./email-sign-in.server.ts";
import { type GoogleKeys, google } from "./google.server.ts";
import { mailLinks } from "./identity/mail-links.server.ts";
import { userOfSession } from "./identity/signed-session.server.ts";
import { emailVerification } from "./identity/verifying.server.ts";
import { passwords } from "./passwords.server.ts";
import { phoneSignIn } from "./phone/phone-sign-in.server.ts";
import { secondFactor } from "./second-factor.server.ts";

/** Accounts: passwords, sessions and one-time secrets, by better-auth in the shop's database. */
export type Identity = ReturnType<typeof makeIdentity>;

/** Demo shops are reached as localhost, 127.0.0.1 and a local name; clients may send any Host. */
const maxOrigins = 10;

/**
 * In: the database, the secret, the emails, the keys at Google. Cookies are `__Host-session` over
 * https and `session` over http, both HttpOnly and SameSite=Lax.
 */
export function makeIdentity(
  options: Omit<AuthOptions, "origin" | "emails" | "google"> & {
    emails: (origin: string) => AuthEmails;
    /** The keys at Google that are in use now. */
    google: () => GoogleKeys;
  },
) {
  const { google: keys, ...rest } = options;
  const authByOrigin = (verifySignsIn: boolean): AuthAt => {
    const known = new Map<string, Auth>();
    return ({ origin }) => {
      const found = known.get(origin);
      if (found) return found;
      if (known.size >= maxOrigins) known.clear();
      const made = makeAuth({ ...rest, origin, emails: options.emails(origin), verifySignsIn });
      known.set(origin, made);
      return made;
    };
  };
  const authAt = authByOrigin(false);
  return {
    ...passwords(authAt, options.emails),
    ...emailVerification({ authAt, signingIn: authByOrigin(true), db: rest.db, secret: rest.secret }),
    ...mailLinks(authAt, rest.db, rest.secret),
    ...emailSignIn(authAt),
    ...phoneSignIn({ authAt, db: rest.db, secret: rest.secret, mayJoin: rest.mayJoin }),
    ...secondFactor(authAt, rest.db),
    ...google({ ...rest, google: keys }),

    /**
     * The user of a request, read from the database at every call, or null. Banned users are null. `renewalDue`: the
     * session was not renewed for a day, see `renewSession`.
     */
    async personOf(caller: Caller): Promise<{ person: SignedIn; renewalDue: boolean } | null> {
      if (!caller.cookie?.includes("session=")) return null;
      return userOfSession({ db: rest.db, secret: rest.secret, lasting: renewedBelow }, caller);
    },

    /**
     * Renews the caller's session for 30 days. Out: its cookies; none when it is expired or was renewed a moment ago.
     */
    async renewSession(caller: Caller): Promise<Cookies> {
      const ask = () => authAt(caller).api.getSession({ headers: headersOf(caller), returnHeaders: true });
      const { headers } = await ask().catch(async (error: unknown) => {
        if (!isAPIError(error) || error.statusCode !== 500) throw error;
        // better-auth hides the cause. A query shows whether the database is unreachable.
        await rest.db.execute(sql`select 1`);
        return ask();
      });
      return headers.getSetCookie();
    },

    /** Ends the caller's session, if any. Out: cookies that remove it from the browser. */
    async signOut(caller: Caller): Promise<Cookies> {
      const { headers } = await authAt(caller).api.signOut({
        headers: headersOf(caller),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
  };
}
