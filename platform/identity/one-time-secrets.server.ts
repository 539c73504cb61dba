import { createHash } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../database/database.server.ts";
import { deleteOldPhoneCodes } from "./phone/phone-codes.server.ts";
import { session, sessionHasEnded, verification } from "./tables.server.ts";

const batch = 5_000;

/**
 * Deletes every link, code and unfinished sign-in of a user. Call it in the transaction that deletes the account:
 * these rows have no foreign key to it, and an old email must not sign in to a new account with the same address.
 */
export async function deleteSecrets(
  db: Db,
  { id, email }: { id: string; email: string | null },
): Promise<void> {
  if (email === null) {
    await db.delete(verification).where(eq(verification.value, id));
    return;
  }
  const address = email.toLowerCase();
  // Names are stored as better-auth hashes them: `verification.storeIdentifier`.
  const codeName = createHash("sha256").update(`sign-in-otp-${address}`).digest("base64url");
  const linkValue = JSON.stringify({ email: address }).slice(1, -1);
  await db.execute(sql`
    delete from verification where value = ${id} or identifier = ${codeName}
      or strpos(lower(value), ${linkValue}) > 0`);
}

const usedCodeMinutes = 2;

/**
 * Consumes a code of an authenticator app once (ASVS 5.0, 6.5.1). A code is valid in its own 30 seconds and the ones
 * before and after, so it is remembered for two minutes. Out: false when it was used before; of two concurrent calls
 * one gets true.
 */
export async function consumeCode(db: Db, userId: string, code: string): Promise<boolean> {
  const name = createHash("sha256").update(`app-code-${userId}-${code}`).digest("base64url");
  const { rowCount } = await db.execute(sql`
    insert into verification (id, identifier, value, expires_at)
    values (${name}, ${name}, ${userId}, now() + make_interval(mins => ${usedCodeMinutes}))
    on conflict (id) do update set expires_at = excluded.expires_at where verification.expires_at < now()`);
  return rowCount === 1;
}

/**
 * Deletes expired sessions, links and codes, in batches of a few thousand. Out: how many. Rate limits expire by
 * themselves (platform/limits).
 */
export async function deleteExpired({ db }: { db: Db }): Promise<number> {
  const { rowCount: ended } = await db.execute(
    sql`delete from session using users where users.id = user_id and ${sessionHasEnded}`,
  );
  return (
    (ended ?? 0) +
    (await deleteOldPhoneCodes({ db })) +
    (await inBatches(() => db.delete(session).where(expiredIn(session)))) +
    (await inBatches(() => db.delete(verification).where(expiredIn(verification))))
  );
}

function expiredIn(table: typeof session | typeof verification): SQL {
  return sql`${table.id} in (select id from ${table} where expires_at < now() limit ${batch})`;
}

async function inBatches(remove: () => PromiseLike<{ rowCount: number | null }>): Promise<number> {
  let removed = 0;
  for (let last = batch; last === batch; removed += last) last = (await remove()).rowCount ?? 0;
  return removed;
}
