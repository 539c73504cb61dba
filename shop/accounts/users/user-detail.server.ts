import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import { type Session, sessionsOf } from "../sessions.server.ts";
import { profile } from "../tables.server.ts";
import type { UserRow } from "./users.ts";

export type UserDetail = UserRow & {
  emailVerified: boolean;
  twoFactor: boolean;
  /** "credential" is a password. */
  signsInWith: string[];
  addresses: number;
  sessions: Session[];
};

/** Everything that staff can see of an account; null for an unknown or malformed id. */
export async function userDetail({ db }: { db: Db }, id: string): Promise<UserDetail | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const { name, email, verifiedPhone, role, emailVerified } = users;
  const [user] = await db
    .select({
      id: users.id,
      name,
      email,
      verifiedPhone,
      phone: profile.phone,
      role,
      emailVerified,
      blocked: sql<boolean>`${users.bannedAt} is not null`,
      joinedAt: users.createdAt,
      twoFactor: users.twoFactorEnabled,
      addresses: sql`(select count(*) from address a where a.user_id = users.id)`.mapWith(Number),
      signsInWith: sql<string[]>`array(
        select distinct provider_id from credential a where a.user_id = users.id order by 1)`,
    })
    .from(users)
    .leftJoin(profile, eq(profile.userId, users.id))
    .where(eq(users.id, id));
  return user ? { ...user, sessions: await sessionsOf({ db }, id) } : null;
}
