import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { hot } from "../../../platform/database/hot-statements.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import type { Customer } from "../../access/actor.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { renameUser } from "../sessions.server.ts";
import { profile } from "../tables.server.ts";
import { readMobile } from "./formats.ts";

/** `phone` as "+91XXXXXXXXXX" or null. */
export type Profile = { phone: string | null; twoFactorEnabled: boolean; memberSince: Date };

/** The profile fields besides name and email. Null for an unknown user. */
export async function profileOf({ db }: { db: Db }, userId: string): Promise<Profile | null> {
  const [found] = await db
    .select({
      phone: profile.phone,
      twoFactorEnabled: users.twoFactorEnabled,
      memberSince: users.createdAt,
    })
    .from(users)
    .innerJoin(profile, eq(profile.userId, users.id))
    .where(eq(users.id, userId));
  return found ?? null;
}

/**
 * Changes name and phone together or not at all. In: as typed; an empty phone removes it. Refused: 'bad-name' (none,
 * or over 100 characters), 'bad-phone' (not an Indian mobile).
 */
export async function updateProfile(
  { db }: { db: Db },
  { id: userId }: Customer,
  typed: { name: string; phone: string },
): Promise<Done | Refused<"bad-name" | "bad-phone">> {
  const phone = readMobile(typed.phone);
  if (phone === null && typed.phone.trim() !== "") return refused("bad-phone");
  return inTransaction(db, async (tx) => {
    const named = await renameUser({ db: tx }, userId, typed.name);
    if (!named.ok) return named;
    await tx.update(profile).set({ phone, updatedAt: sql`now()` }).where(eq(profile.userId, userId));
    return done();
  });
}

/**
 * Saves the phone number of an order; a number that is not an Indian mobile is ignored. In: a transaction; it locks
 * the user's profile.
 */
export async function saveOrderPhone(tx: Db, userId: string, typed: string): Promise<void> {
  await hot(tx).execute(sql`
    update profile set phone = coalesce(${readMobile(typed)}, phone), updated_at = now() where user_id = ${userId}`);
}
