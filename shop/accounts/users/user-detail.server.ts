import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { type Session, sessionsOf } from "../sessions.server.ts";
import { userRow } from "./list-users.server.ts";
import type { UserRow } from "./users.ts";

export type UserDetail = UserRow & {
  emailVerified: boolean;
  twoFactor: boolean;
  /** "credential" is a password. */
  signsInWith: string[];
  addresses: number;
  sessions: Session[];
};

const detailRows = z.array(
  userRow.extend({
    email_verified: z.boolean(),
    two_factor: z.boolean(),
    signs_in_with: z.array(z.string()),
    addresses: z.coerce.number(),
  }),
);

/** Everything that staff can see of an account; null for an unknown or malformed id. */
export async function userDetail({ db }: { db: Db }, id: string): Promise<UserDetail | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const { rows } = await db.execute(sql`
    select u.id, u.name, u.email, u.verified_phone, p.phone, u.role, u.banned_at is not null as blocked, u.created_at as joined_at,
        u.email_verified, u.two_factor_enabled as two_factor,
        (select count(*) from addresses a where a.user_id = u.id) as addresses,
        array(select distinct provider_id from accounts a where a.user_id = u.id order by 1) as signs_in_with
      from users u left join profiles p on p.user_id = u.id where u.id = ${id}`);
  const [row] = detailRows.parse(rows);
  if (!row) return null;
  const { joined_at, verified_phone, email_verified, two_factor, signs_in_with, ...rest } = row;
  return {
    ...rest,
    joinedAt: joined_at,
    verifiedPhone: verified_phone,
    emailVerified: email_verified,
    twoFactor: two_factor,
    signsInWith: signs_in_with,
    sessions: await sessionsOf({ db }, id),
  };
}
