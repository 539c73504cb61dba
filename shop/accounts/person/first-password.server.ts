import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Identity } from "../../../platform/identity/identity.server.ts";
import { accounts } from "../../../platform/identity/tables.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { sendByMail } from "../sign-in.server.ts";

/** Whether a person can sign in with a password; who came with Google has none until they set one. */
export async function hasPassword({ db }: { db: Db }, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(eq(accounts.userId, userId), eq(accounts.providerId, "credential"), isNotNull(accounts.password)),
    );
  return found.length > 0;
}

/**
 * Mails who asks the link that sets a password (once, 30 minutes), under the same limits as a forgotten one. It goes
 * by mail so that a stolen session cannot set it. Refused: 'too-often'.
 */
export async function mailFirstPassword(
  ports: { db: Db; identity: Identity },
  caller: Caller,
  { email }: { email: string },
): Promise<Done | Refused<"too-often">> {
  const sent = await sendByMail(ports, caller, "recover", email);
  if (sent.ok) return done();
  if (sent.refused === "bad-email") throw new Error("an account has an address that is none");
  return refused("too-often");
}
