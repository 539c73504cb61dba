import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { role, session, users } from "../../../platform/identity/tables.server.ts";
import type { Staff } from "../../access/actor.ts";
import { isOfStaff, isWithinOwn, roleOf } from "../../access/roles.server.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { endSession, endSessions } from "../sessions.server.ts";
import { userDetail } from "../users/user-detail.server.ts";

/** A member of staff in the list of the team. */
export type TeamMember = {
  id: string;
  name: string;
  email: string | null;
  role: string;
  roleName: string;
  twoFactor: boolean;
  /** When a session of theirs was last renewed, accurate to a day; null when they are signed in nowhere. */
  seenAt: Date | null;
  /** Deactivated: cannot sign in, keeps role and history. */
  blocked: boolean;
};

const memberRows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: z.string(),
    roleName: z.string(),
    twoFactor: z.boolean(),
    seenAt: z.coerce.date().nullable(),
    blocked: z.boolean(),
  }),
);

/** A team is read by people: beyond this many it is searched under Users. */
const mostShown = 500;

/** Everybody whose role has a permission: the active ones by name, then the deactivated. */
export async function teamMembers({ db }: { db: Db }): Promise<TeamMember[]> {
  const { rows } = await db.execute(sql`
    select u.id, u.name, u.email, u.role, r.name as "roleName", u.two_factor_enabled as "twoFactor",
      (select max(s.updated_at) from ${session} s where s.user_id = u.id) as "seenAt",
      u.banned_at is not null as blocked
    from ${users} u join ${role} r on r.key = u.role
    where u.role <> 'user' and r.permissions <> '{}'
    order by u.banned_at is not null, lower(u.name), u.id limit ${mostShown}`);
  return memberRows.parse(rows);
}

/** A member of staff with their sessions, also a deactivated one; null for a customer and an unknown id. */
export async function memberDetail({ db }: { db: Db }, id: string) {
  const person = await userDetail({ db }, id);
  const theirs = person && (await roleOf({ db }, person.role));
  return theirs && isOfStaff(theirs) ? { ...person, theirs } : null;
}

/**
 * Ends one session of a member of staff, or all of them (`sessionId` null), at once in all processes (audited). Refused:
 * 'not-found'; 'beyond-own' for somebody with a permission that the actor lacks.
 */
export async function endMemberSessions(
  { db }: { db: Db },
  { actor, id, sessionId }: { actor: Staff; id: string; sessionId: string | null },
): Promise<Done | Refused<"not-found" | "beyond-own">> {
  return inTransaction(db, async (tx) => {
    const found = await memberDetail({ db: tx }, id);
    if (!found) return refused("not-found");
    if (!isWithinOwn(actor, found.theirs.permissions)) return refused("beyond-own");
    const person = { kind: "customer", id, name: found.name } as const;
    if (sessionId === null) await endSessions({ db: tx }, person);
    else if (z.uuid().safeParse(sessionId).success) await endSession({ db: tx }, person, sessionId);
    await recordAction(tx, {
      actor,
      action: sessionId === null ? "team.end-sessions" : "team.end-session",
      subject: { kind: "user", id, name: found.name || (found.email ?? "") },
    });
    return done();
  });
}

/** How many can work on the shop, and how many are invited, for the setup. */
export async function teamSize({ db }: { db: Db }): Promise<{ members: number; invited: number }> {
  const { rows } = await db.execute(sql`
    select (select count(*)::integer from ${users} u join ${role} r on r.key = u.role
        where u.role <> 'user' and u.banned_at is null and r.permissions <> '{}') as members,
      (select count(*)::integer from staff_invitation where expires_at > now()) as invited`);
  const [found] = z.array(z.object({ members: z.number(), invited: z.number() })).parse(rows);
  return found ?? { members: 0, invited: 0 };
}
