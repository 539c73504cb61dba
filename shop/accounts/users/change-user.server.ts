import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { role, twoFactor, users } from "../../../platform/identity/tables.server.ts";
import type { Staff } from "../../access/actor.ts";
import { knownPermissions, managesStaff, type Permission } from "../../access/permissions.ts";
import { isWithinOwn, roleOf } from "../../access/roles.server.ts";
import type { Act } from "../../audit/act-words.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { notify } from "../customer/notifications.server.ts";
import { maskedPhone } from "../phone/phone-number.ts";
import { type ReauthRefusal, reauthRefusal } from "../reauthenticate.server.ts";
import { changeRole, endSessions, lockTeam, setBanned } from "../sessions.server.ts";

/**
 * The member of staff who makes the change, and their session. `password`: typed for confirmation, if at all.
 */
export type AskingStaff = Staff & { sessionId: string; password?: string | undefined };

type Change = Done | Refused<"not-found" | "no-such-role" | "last-admin" | "beyond-own" | ReauthRefusal>;

/**
 * Assigns a role by its key, ends the user's sessions and open streams, and audits it. Refused: 'no-such-role';
 * 'beyond-own' when the role, or the user's current one, has permissions that the actor lacks; 'sign-in-again' when the
 * actor's session is older than 15 minutes and no password was entered, 'wrong-password', 'too-many-tries',
 * 'last-admin', 'not-found'.
 */
export async function changeUserRole(
  ports: { db: Db },
  actor: AskingStaff,
  id: string,
  key: string,
): Promise<Change> {
  if (!(await roleOf(ports, key))) return refused("no-such-role");
  return change(ports, actor, id, {
    // Read each time: somebody may change the role until the team is locked.
    needs: async (db) => [managesStaff, ...((await roleOf({ db }, key))?.permissions ?? [])],
    same: (person) => person.role === key,
    action: "user.change-role",
    before: (person) => ({ role: person.role }),
    after: { role: key },
    run: (tx) => changeRole({ db: tx }, id, key),
  });
}

/**
 * Bans a user or lifts the ban, and ends their sessions. Refused as in `changeUserRole`. For a customer it needs the
 * permission to end accounts, for staff the one to manage staff: they are deactivated, and keep role and history.
 */
export function blockUser(
  ports: { db: Db },
  actor: AskingStaff,
  id: string,
  blocked: boolean,
): Promise<Change> {
  return change(ports, actor, id, {
    needs: async (_, { permissions }) => (permissions.size > 0 ? [managesStaff] : ["customers.erase"]),
    same: (person) => person.blocked === blocked,
    action: blocked ? "user.block" : "user.unblock",
    before: (person) => ({ blocked: person.blocked }),
    after: { blocked },
    run: (tx) => setBanned({ db: tx }, id, blocked),
  });
}

/**
 * Turns off the two-step login of somebody who has lost their authenticator app and their recovery codes: ends their
 * sessions, and tells them. Refused and permitted as in `blockUser`.
 */
export function endTwoStep(ports: { db: Db }, actor: AskingStaff, id: string): Promise<Change> {
  return change(ports, actor, id, {
    needs: async (_, { permissions }) => (permissions.size > 0 ? [managesStaff] : ["customers.erase"]),
    same: (person) => !person.twoStep,
    action: "user.end-two-step",
    before: () => ({ twoStep: true }),
    after: { twoStep: false },
    async run(tx) {
      await tx.delete(twoFactor).where(eq(twoFactor.userId, id));
      await tx.update(users).set({ twoFactorEnabled: false, updatedAt: sql`now()` }).where(eq(users.id, id));
      await endSessions({ db: tx }, { kind: "customer", id, name: "" });
      const link = "/profile?tab=security";
      await notify({ db: tx }, id, { kind: "security", message: { code: "two-step-off" }, link });
      return done();
    },
  });
}

type UserToChange = {
  name: string;
  email: string | null;
  verifiedPhone: string | null;
  role: string;
  permissions: ReadonlySet<Permission>;
  blocked: boolean;
  twoStep: boolean;
};

async function change(
  { db }: { db: Db },
  actor: AskingStaff,
  id: string,
  command: {
    needs: (db: Db, person: UserToChange) => Promise<Permission[]>;
    same: (person: UserToChange) => boolean;
    action: Act;
    before: (person: UserToChange) => Record<string, unknown>;
    after: Record<string, unknown>;
    run: (tx: Db) => Promise<Done | Refused<"last-admin" | "not-found" | "no-such-role">>;
  },
): Promise<Change> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  // A change without effect needs no password.
  const now = await userToChange(db, id);
  if (!now) return refused("not-found");
  if (command.same(now)) return done();
  if (isBeyond(actor, await command.needs(db, now), now)) return refused("beyond-own");
  const unsure = await reauthRefusal(db, actor);
  if (unsure) return refused(unsure);
  return inTransaction(db, async (tx) => {
    await lockTeam(tx);
    const person = await userToChange(tx, id);
    if (!person) return refused("not-found");
    if (command.same(person)) return done();
    if (isBeyond(actor, await command.needs(tx, person), person)) return refused("beyond-own");
    const changed = await command.run(tx);
    if (!changed.ok) return changed;
    await recordAction(tx, {
      actor,
      action: command.action,
      subject: {
        kind: "user",
        id,
        name: person.name || person.email || maskedPhone(person.verifiedPhone ?? ""),
      },
      before: command.before(person),
      after: command.after,
    });
    return done();
  });
}

async function userToChange(db: Db, id: string): Promise<UserToChange | undefined> {
  const [person] = await db
    .select({
      name: users.name,
      email: users.email,
      verifiedPhone: users.verifiedPhone,
      role: users.role,
      permissions: role.permissions,
      blocked: sql<boolean>`${users.bannedAt} is not null`,
      twoStep: users.twoFactorEnabled,
    })
    .from(users)
    .leftJoin(role, eq(role.key, users.role))
    .where(eq(users.id, id));
  return person && { ...person, permissions: knownPermissions(person.permissions ?? []) };
}

/** Nobody grants or revokes more than they have themselves; staff are changed only by those who manage staff. */
function isBeyond(actor: Staff, needs: Permission[], { permissions }: UserToChange): boolean {
  return !isWithinOwn(actor, needs, permissions, permissions.size > 0 ? [managesStaff] : []);
}
