import { createHash } from "node:crypto";
import { eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../database/database.server.ts";
import { sessions, verifications } from "./tables.server.ts";

/** Few enough that nobody waits behind them, and that their news stays small. */
const atOnce = 500;

/**
 * Forgets every link and code that was mailed to a person and every sign-in of theirs that is half done. For an
 * account that goes: whoever signs up with the same address later must not be reached by what is left over.
 * better-auth keeps the person's id, or the address in a link's JSON, or a hash of the address for a code.
 */
export async function forgetOneTimeSecrets(db: Db, person: { id: string; email: string }): Promise<void> {
  const email = person.email.toLowerCase();
  const code = createHash("sha256").update(`sign-in-otp-${email}`).digest("base64url");
  const inLink = JSON.stringify({ email }).slice(1, -1);
  await db
    .delete(verifications)
    .where(
      or(
        eq(verifications.value, person.id),
        sql`strpos(${verifications.value}, ${inLink}) > 0`,
        eq(verifications.identifier, code),
      ),
    );
}

/** Deletes sessions, links and codes that are over, by the database's time. Gives how many of each. */
export async function sweepExpired(db: Db): Promise<{ sessions: number; verifications: number }> {
  return {
    sessions: await inPieces((many) =>
      db
        .delete(sessions)
        .where(inArray(sessions.id, expired(db, sessions, many)))
        .returning({ id: sessions.id }),
    ),
    verifications: await inPieces((many) =>
      db
        .delete(verifications)
        .where(inArray(verifications.id, expired(db, verifications, many)))
        .returning({ id: verifications.id }),
    ),
  };
}

function expired(db: Db, table: typeof sessions | typeof verifications, many: number) {
  const over: SQL = lt(table.expiresAt, sql`now()`);
  return db.select({ id: table.id }).from(table).where(over).limit(many);
}

async function inPieces(deleteSome: (many: number) => Promise<{ id: string }[]>): Promise<number> {
  let swept = 0;
  for (;;) {
    const { length } = await deleteSome(atOnce);
    swept += length;
    if (length < atOnce) return swept;
  }
}
