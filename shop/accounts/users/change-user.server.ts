import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { isPassword } from "../../../platform/identity/password.server.ts";
import { accounts, roles, sessions, users } from "../../../platform/identity/tables.server.ts";
import { forgetTries, mayTry } from "../../../platform/limits/limits.server.ts";
import { can, type Staff } from "../../access/actor.ts";
import { knownPermissions, type Permission } from "../../access/permissions.ts";
import { roleOf } from "../../access/roles.server.ts";
import { recordDeed } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { limits } from "../limits.ts";
import { ban, changeRole } from "../sessions.server.ts";

/** The member of staff who asks, and the session they ask in. `password`: what they typed to confirm, if anything. */
export type AskingStaff = Staff & { sessionId: string; password?: string | undefined };

type Unsure = "sign-in-again" | "wrong-password" | "too-many-tries";
type Change = Done | Refused<"not-found" | "no-such-role" | "last-admin" | "beyond-own" | Unsure>;

const freshMinutes = 15;
const manages: Permission[] = ["staff.manage"];

/**
 * Gives somebody a role (its key), ends their sessions and open streams, and writes it down. Refused: 'no-such-role';
 * 'beyond-own' for a role, or somebody in one, that may do more than who asks; 'sign-in-again' when the session of who
 * asks is older than 15 minutes and no password came with it, 'wrong-password', 'too-many-tries', 'last-admin' when
 * nobody who manages staff would be left, 'not-found'.
 */
export async function changePersonRole(
  ports: { db: Db },
  actor: AskingStaff,
  id: string,
  key: string,
): Promise<Change> {
  const role = await roleOf(ports, key);
  if (!role) return refused("no-such-role");
  return change(ports, actor, id, {
    needs: new Set<Permission>(["staff.manage", ...role.permissions]),
    same: (person) => person.role === key,
    deed: "user.change-role",
    before: (person) => ({ role: person.role }),
    after: { role: key },
    run: (tx) => changeRole({ db: tx }, id, key),
  });
}

/**
 * Shuts somebody out, or lets them in again; either way their sessions end. Refused as in `changePersonRole`; staff are
 * shut out by who manages staff.
 */
export function blockPerson(
  ports: { db: Db },
  actor: AskingStaff,
  id: string,
  blocked: boolean,
): Promise<Change> {
  return change(ports, actor, id, {
    needs: new Set<Permission>(["customers.edit"]),
    same: (person) => person.blocked === blocked,
    deed: blocked ? "user.block" : "user.unblock",
    before: (person) => ({ blocked: person.blocked }),
    after: { blocked },
    run: (tx) => ban({ db: tx }, id, blocked),
  });
}

type Person = {
  name: string;
  email: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  blocked: boolean;
};

async function change(
  { db }: { db: Db },
  actor: AskingStaff,
  id: string,
  wish: {
    needs: ReadonlySet<Permission>;
    same: (person: Person) => boolean;
    deed: string;
    before: (person: Person) => Record<string, unknown>;
    after: Record<string, unknown>;
    run: (tx: Db) => Promise<Done | Refused<"last-admin" | "not-found" | "no-such-role">>;
  },
): Promise<Change> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  // What is so already needs no password.
  const now = await personOf(db, id);
  if (!now) return refused("not-found");
  if (wish.same(now)) return done();
  if (isBeyond(actor, wish.needs, now)) return refused("beyond-own");
  const unsure = await whyUnsure(db, actor);
  if (unsure) return refused(unsure);
  return inTransaction(db, async (tx) => {
    const person = await personOf(tx, id);
    if (!person) return refused("not-found");
    if (wish.same(person)) return done();
    if (isBeyond(actor, wish.needs, person)) return refused("beyond-own");
    const changed = await wish.run(tx);
    if (!changed.ok) return changed;
    await recordDeed(tx, {
      actor,
      deed: wish.deed,
      subject: { kind: "user", id, name: person.name || person.email },
      before: wish.before(person),
      after: wish.after,
    });
    return done();
  });
}

async function personOf(db: Db, id: string): Promise<Person | undefined> {
  const [person] = await db
    .select({
      name: users.name,
      email: users.email,
      role: users.role,
      permissions: roles.permissions,
      blocked: sql<boolean>`${users.bannedAt} is not null`,
    })
    .from(users)
    .leftJoin(roles, eq(roles.key, users.role))
    .where(eq(users.id, id));
  return person && { ...person, permissions: knownPermissions(person.permissions ?? []) };
}

/** Nobody gives away, or takes from somebody, more than they have; staff are changed only by who manages staff. */
function isBeyond(actor: Staff, needs: ReadonlySet<Permission>, { permissions }: Person): boolean {
  const all = new Set([...needs, ...permissions, ...(permissions.size > 0 ? manages : [])]);
  return [...all].some((permission) => !can(actor, permission));
}

/** A session that somebody left open on a shared computer must not be enough to make new admins. */
async function whyUnsure(db: Db, actor: AskingStaff): Promise<Unsure | null> {
  const fresh = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, actor.sessionId),
        eq(sessions.userId, actor.id),
        gt(sessions.createdAt, sql`now() - make_interval(mins => ${freshMinutes})`),
      ),
    );
  if (fresh.length > 0) return null;
  if (!actor.password) return "sign-in-again";
  const limit = { what: "confirm:account", who: actor.id, ...limits.login.account };
  if (!(await mayTry({ db }, [limit]))) return "too-many-tries";
  const [kept] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, actor.id), eq(accounts.providerId, "credential")));
  if (!kept?.hash || !(await isPassword({ hash: kept.hash, password: actor.password })))
    return "wrong-password";
  await forgetTries({ db }, limit);
  return null;
}
