import { and, arrayContains, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { role, session, users } from "../../platform/identity/tables.server.ts";
import type { Customer } from "../access/actor.ts";
import { managesStaff } from "../access/permissions.ts";
import { roleOf } from "../access/roles.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { personName } from "./sign-up.ts";

/** A device on which a user is signed in. */
export type Session = {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  /** The last renewal, accurate to a day. */
  usedAt: Date;
};

/** The devices on which a user is signed in, newest first. */
export function sessionsOf({ db }: { db: Db }, userId: string): Promise<Session[]> {
  return db
    .select({
      id: session.id,
      ipAddress: session.ipAddress,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      usedAt: session.updatedAt,
    })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.createdAt));
}

/** Ends a user's sessions, except the one with id `keep`. Open screens are notified. */
export async function endSessions(
  { db }: { db: Db },
  { id }: Customer,
  { keep }: { keep?: string } = {},
): Promise<void> {
  await endSessionsOf(db, id, keep);
}

async function endSessionsOf(db: Db, userId: string, keep?: string): Promise<void> {
  await db
    .delete(session)
    .where(keep ? and(eq(session.userId, userId), ne(session.id, keep)) : eq(session.userId, userId));
}

/** Ends one session of this user; sessions of others are never affected. */
export async function endSession(
  { db }: { db: Db },
  { id: userId }: Customer,
  sessionId: string,
): Promise<void> {
  await db.delete(session).where(and(eq(session.userId, userId), eq(session.id, sessionId)));
}

/** Changes the displayed name. Refused: 'bad-name' for none or more than 100 characters. */
export async function renameUser(
  { db }: { db: Db },
  userId: string,
  typed: string,
): Promise<Done | Refused<"bad-name">> {
  const name = personName.safeParse(typed);
  if (!name.success) return refused("bad-name");
  await db.update(users).set({ name: name.data, updatedAt: sql`now()` }).where(eq(users.id, userId));
  return done();
}

/** An advisory lock key. */
const teamKey = 7_270_003;

/**
 * Makes changes of roles, of who has them and of who is deactivated wait for each other until the transaction ends.
 * Taken before any row of them is read or locked.
 */
export async function lockTeam(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${teamKey})`);
}

/**
 * Assigns a role and ends the user's sessions, except the one with id `keep`. Refused: 'last-admin' for the last user
 * who may manage staff, 'no-such-role', 'not-found'.
 */
export async function changeRole(
  { db }: { db: Db },
  userId: string,
  key: string,
  { keep }: { keep?: string } = {},
): Promise<Done | Refused<"last-admin" | "not-found" | "no-such-role">> {
  return inTransaction(db, async (tx) => {
    // Before the role is read: another transaction may be taking this permission from it.
    await lockTeam(tx);
    const role = await roleOf({ db: tx }, key);
    if (!role) return refused("no-such-role");
    if (!role.permissions.has(managesStaff) && (await isLastAdmin(tx, userId))) return refused("last-admin");
    const changed = await tx
      .update(users)
      .set({ role: key, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (changed.length === 0) return refused("not-found");
    await endSessionsOf(tx, userId, keep);
    return done();
  });
}

/** Bans a user or lifts the ban, and ends their sessions. Refused: 'last-admin', 'not-found'. */
export async function setBanned(
  { db }: { db: Db },
  userId: string,
  banned: boolean,
): Promise<Done | Refused<"last-admin" | "not-found">> {
  return inTransaction(db, async (tx) => {
    if (banned && (await isLastAdmin(tx, userId))) return refused("last-admin");
    const changed = await tx
      .update(users)
      .set({ bannedAt: banned ? sql`now()` : null, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (changed.length === 0) return refused("not-found");
    await endSessionsOf(tx, userId);
    return done();
  });
}

/** Whether nobody could manage the shop without this user. Takes `lockTeam` in the transaction. */
export async function isLastAdmin(tx: Db, userId: string): Promise<boolean> {
  await lockTeam(tx);
  const admins = await someOwners(tx);
  return admins.length === 1 && admins[0]?.id === userId;
}

/** Whether anybody can manage the shop, as seen in a transaction that has `lockTeam`. */
export async function hasOwner(tx: Db): Promise<boolean> {
  return (await someOwners(tx)).length > 0;
}

/** Up to two active accounts whose role may manage staff. */
function someOwners(tx: Db): Promise<{ id: string }[]> {
  return tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(role, eq(role.key, users.role))
    .where(and(arrayContains(role.permissions, [managesStaff]), isNull(users.bannedAt)))
    .limit(2);
}
