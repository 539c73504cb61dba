import { eq } from "drizzle-orm";
import type { Db } from "../../database/database.server.ts";
import { type IdentityResult, identityResult } from "../answer.server.ts";
import { type AuthAt, type Caller, headersOf, type SignInResult, signInResult } from "../caller.server.ts";
import { users } from "../tables.server.ts";
import { isBrowserProof, readVerifyToken } from "./mail-links.server.ts";

/** How far the clocks of two servers may differ, in seconds. */
const clockSkew = 60;

/** Verifying an address with an emailed link. `signingIn`: better-auth configured so that this signs in as well. */
export function emailVerification({
  authAt,
  signingIn,
  db,
  secret,
}: {
  authAt: AuthAt;
  signingIn: AuthAt;
  db: Db;
  secret: string;
}) {
  return {
    /**
     * Verifies an address with the emailed token. A browser whose `proof` (`browserProof`) names the same address is
     * signed in: its user has entered the password and received the email. Any other gets null. Refused: 'link-over'
     * when the token is invalid, older than a day, or older than the account.
     */
    async verifyEmail(
      caller: Caller,
      token: string,
      proof: string | null,
    ): Promise<IdentityResult<SignInResult | null, "link-over" | "busy">> {
      const read = readVerifyToken(secret, token);
      if (!read || (await isOlderThanAccount(db, read))) return { ok: false, refused: "link-over" };
      const here = proof !== null && isBrowserProof(secret, read.email, proof);
      return identityResult(
        () =>
          (here ? signingIn : authAt)(caller).api.verifyEmail({
            headers: headersOf(caller),
            query: { token },
            returnHeaders: true,
          }),
        ({ headers, response }) =>
          headers.getSetCookie().length > 0 ? signInResult({ headers, response: response ?? {} }) : null,
        {
          TOKEN_EXPIRED: "link-over",
          INVALID_TOKEN: "link-over",
          USER_NOT_FOUND: "link-over",
          BANNED: "link-over",
        },
      );
    },
  };
}

/**
 * A token names an address, not an account: a token of a deleted account must not verify the address for the next
 * one.
 */
async function isOlderThanAccount(db: Db, { email, issuedAt }: { email: string; issuedAt: number }) {
  const [user] = await db.select({ createdAt: users.createdAt }).from(users).where(eq(users.email, email));
  return user !== undefined && issuedAt + clockSkew * 1_000 < user.createdAt.getTime();
}
