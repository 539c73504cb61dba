import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "../database/database.server.ts";
import { sessionHasEnded } from "./tables.server.ts";

const batch = 5_000;

/**
 * Deletes every link, code and half-done sign-in of a person. Call it in the transaction that deletes the account:
 * the rows know a person by id or address only, so that no foreign key takes them along, and whoever signs up with the
 * same address later must not be entered by an old mail.
 */
export async function deleteSecrets(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  const address = email.toLowerCase();
  // Names are kept as better-auth hashes them: `verification.storeIdentifier`.
  const codeName = createHash("sha256").update(`sign-in-otp-${address}`).digest("base64url");
  const linkValue = JSON.stringify({ email: address }).slice(1, -1);
  await db.execute(sql`
    delete from verifications where value = ${id} or identifier = ${codeName}
      or strpos(lower(value), ${linkValue}) > 0`);
}

const usedCodeMinutes = 2;

/**
 * Takes a code of a person's authenticator app, once (ASVS 5.0, 6.5.1): a code counts in its own 30 seconds and the
 * ones before and after, so it is remembered for two minutes. Out: false when it was taken before; of two at the same
 * moment one gets true.
 */
export async function consumeCode(db: Db, userId: string, code: string): Promise<boolean> {
  const name = createHash("sha256").update(`app-code-${userId}-${code}`).digest("base64url");
  const { rowCount } = await db.execute(sql`
    insert into verifications (id, identifier, value, expires_at)
    values (${name}, ${name}, ${userId}, now() + make_interval(mins => ${usedCodeMinutes}))
    on conflict (id) do update set expires_at = excluded.expires_at where verifications.expires_at < now()`);
  return rowCount === 1;
}

/**
 * Deletes sessions, links and codes that are over, a few thousand at a time so that nobody waits for it. Out: how many.
 * Tries that no longer count sweep themselves (platform/limits).
 */
export async function deleteExpired({ db }: { db: Db }): Promise<number> {
  const { rowCount: ended } = await db.execute(
    sql`delete from sessions using users where users.id = user_id and ${sessionHasEnded}`,
  );
  let swept = ended ?? 0;
  for (const table of ["sessions", "verifications"]) {
    const name = sql.identifier(table);
    for (let last = batch; last === batch; swept += last) {
      const { rowCount } = await db.execute(sql`
        delete from ${name} where id in (select id from ${name} where expires_at < now() limit ${batch})`);
      last = rowCount ?? 0;
    }
  }
  return swept;
}
