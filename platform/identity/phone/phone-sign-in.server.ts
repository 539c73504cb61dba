import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../../database/database.server.ts";
import { type IdentityResult, identityResult } from "../answer.server.ts";
import type { AuthOptions } from "../better-auth.server.ts";
import { type AuthAt, type Caller, headersOf, type SignInResult, signInResult } from "../caller.server.ts";
import { users } from "../tables.server.ts";
import {
  type CodePurpose,
  consumePhoneCode,
  dropPhoneCode,
  hasPhoneCode,
  newPhoneCode,
  resendWait,
} from "./phone-codes.server.ts";

/**
 * Signing in with a code to a mobile number. Numbers are in E.164 ("+919876543210"); codes work once, for 10 minutes.
 */
export function phoneSignIn({
  authAt,
  db,
  secret,
  mayJoin,
}: { authAt: AuthAt; db: Db; secret: string } & Pick<AuthOptions, "mayJoin">) {
  const ports = { db, secret };
  return {
    /** A new code for a number, see `newPhoneCode`. It does not depend on whether the number has an account. */
    newPhoneCode: (to: string, purpose: CodePurpose) => newPhoneCode(ports, { to, purpose }),

    /** In how many seconds the number may be sent another code. */
    phoneCodeWait: (to: string, purpose: CodePurpose) => resendWait(ports, { to, purpose }),

    /** Whether a code was sent and is valid. */
    hasPhoneCode: (to: string, purpose: CodePurpose) => hasPhoneCode(ports, { to, purpose }),

    /** Deletes a code that could not be sent. */
    dropPhoneCode: (to: string, purpose: CodePurpose) => dropPhoneCode(ports, { to, purpose }),

    /** Uses the code with which a signed-in user proves a number. */
    consumePhoneCode: (to: string, purpose: CodePurpose, code: string) =>
      consumePhoneCode(ports, { to, purpose }, code),

    /**
     * Signs in to the account that has proven this number; a number without one gets a new account, without name and
     * email. Refused: 'wrong-code' (also for a banned user), 'code-over' (used, older than 10 minutes, or five times
     * wrong), 'no-sign-up' (no account has this number, and no new ones are made now).
     */
    async signInByPhone(
      caller: Caller,
      phone: string,
      code: string,
    ): Promise<IdentityResult<SignInResult, "wrong-code" | "code-over" | "no-sign-up" | "busy">> {
      const used = await consumePhoneCode(ports, { to: phone, purpose: { kind: "sign-in" } }, code);
      if (used !== "right") return { ok: false, refused: used === "over" ? "code-over" : "wrong-code" };
      const account = await accountOf(db, phone, (await mayJoin?.()) !== false);
      if (!account) return { ok: false, refused: "no-sign-up" };
      const { id: userId, isNew } = account;
      return identityResult(
        () =>
          authAt(caller).api.signInProvenPhone({
            headers: headersOf(caller),
            body: { userId },
            returnHeaders: true,
          }),
        (answer) => ({ ...signInResult(answer), isNewAccount: isNew }),
        { BANNED: "wrong-code", NO_USER: "wrong-code" },
      );
    },
  };
}

/**
 * The account of a proven number, created if there is none and new ones may be made; else null. Two concurrent calls get
 * the same account.
 */
async function accountOf(
  db: Db,
  phone: string,
  mayCreate: boolean,
): Promise<{ id: string; isNew: boolean } | null> {
  const [created] = mayCreate
    ? await db
        .insert(users)
        .values({ id: randomUUID(), name: "", verifiedPhone: phone })
        .onConflictDoNothing({ target: users.verifiedPhone })
        .returning({ id: users.id })
    : [];
  if (created) return { id: created.id, isNew: true };
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.verifiedPhone, phone));
  if (!found && !mayCreate) return null;
  if (!found) throw new Error("an account was neither made nor found");
  return { id: found.id, isNew: false };
}
