import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "../database/database.server.ts";

const batch = 5_000;

/**
 * Deletes every link, code and half-done sign-in of a person. Call it in the transaction that deletes the account:
 * the rows know a person by id or address only, so that no foreign key takes them along, and whoever signs up with the
 * same address later must not be entered by an old mail.
 */
export async function forgetSecrets(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  const address = email.toLowerCase();
  // Names are kept as better-auth hashes them: `verification.storeIdentifier`.
  const codeName = createHash("sha256").update(`sign-in-otp-${address}`).digest("base64url");
  const linkValue = JSON.stringify({ email: address }).slice(1, -1);
  await db.execute(sql`
    delete from verifications where value = ${id} or identifier = ${codeName}
      or strpos(lower(value), ${linkValue}) > 0`);
}

/**
 * Deletes sessions, links and codes that are over, a few thousand at a time so that nobody waits for it. Out: how many.
 * Tries that no longer count sweep themselves (platform/limits).
 */
export async function sweepExpired({ db }: { db: Db }): Promise<number> {
  let swept = 0;
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
