import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { isPassword } from "../../../platform/identity/password.server.ts";
import { accounts, sessions, users } from "../../../platform/identity/tables.server.ts";
import { forgetTries, mayTry } from "../../../platform/limits/limits.server.ts";
import type { Admin } from "../../audit/audit.ts";
import { recordDeed } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { limits } from "../limits.ts";
import { ban, changeRole } from "../sessions.server.ts";

/** The admin who asks, and the session they ask in. `password`: what they typed to confirm, if anything. */
export type AskingAdmin = Admin & { sessionId: string; password?: string | undefined };

type Unsure = "sign-in-again" | "wrong-password" | "too-many-tries";
type Change = Done | Refused<"not-found" | "last-admin" | Unsure>;

const freshMinutes = 15;

/**
 * Makes somebody an admin or an ordinary user, ends their sessions and open streams, and writes it down. Refused:
 * 'sign-in-again' when the admin's session is older than 15 minutes and no password came with the wish,
 * 'wrong-password', 'too-many-tries', 'last-admin', 'not-found'.
 */
export function changePersonRole(
  ports: { db: Db },
  admin: AskingAdmin,
  id: string,
  role: "user" | "admin",
): Promise<Change> {
  return change(ports, admin, id, {
    same: (person) => person.role === role,
    deed: "user.change-role",
    before: (person) => ({ role: person.role }),
    after: { role },
    run: (tx) => changeRole({ db: tx }, id, role),
  });
}

/** Shuts somebody out, or lets them in again; either way their sessions end. Refused as in `changePersonRole`. */
export function blockPerson(
  ports: { db: Db },
  admin: AskingAdmin,
  id: string,
  blocked: boolean,
): Promise<Change> {
  return change(ports, admin, id, {
    same: (person) => person.blocked === blocked,
    deed: blocked ? "user.block" : "user.unblock",
    before: (person) => ({ blocked: person.blocked }),
    after: { blocked },
    run: (tx) => ban({ db: tx }, id, blocked),
  });
}

type Person = { name: string; email: string; role: "user" | "admin"; blocked: boolean };

async function change(
  { db }: { db: Db },
  admin: AskingAdmin,
  id: string,
  wish: {
    same: (person: Person) => boolean;
    deed: string;
    before: (person: Person) => Record<string, unknown>;
    after: Record<string, unknown>;
    run: (tx: Db) => Promise<Done | Refused<"last-admin" | "not-found">>;
  },
): Promise<Change> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  // What is so already needs no password.
  const now = await personOf(db, id);
  if (!now) return refused("not-found");
  if (wish.same(now)) return done();
  const unsure = await whyUnsure(db, admin);
  if (unsure) return refused(unsure);
  return inTransaction(db, async (tx) => {
    const person = await personOf(tx, id);
    if (!person) return refused("not-found");
    if (wish.same(person)) return done();
    const changed = await wish.run(tx);
    if (!changed.ok) return changed;
    await recordDeed(tx, {
      admin,
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
      blocked: sql<boolean>`${users.bannedAt} is not null`,
    })
    .from(users)
    .where(eq(users.id, id));
  return person;
}

/** A session that somebody left open on a shared computer must not be enough to make new admins. */
async function whyUnsure(db: Db, admin: AskingAdmin): Promise<Unsure | null> {
  const fresh = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, admin.sessionId),
        eq(sessions.userId, admin.id),
        gt(sessions.createdAt, sql`now() - make_interval(mins => ${freshMinutes})`),
      ),
    );
  if (fresh.length > 0) return null;
  if (!admin.password) return "sign-in-again";
  const limit = { what: "confirm:account", who: admin.id, ...limits.login.account };
  if (!(await mayTry({ db }, [limit]))) return "too-many-tries";
  const [kept] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, admin.id), eq(accounts.providerId, "credential")));
  if (!kept?.hash || !(await isPassword({ hash: kept.hash, password: admin.password })))
    return "wrong-password";
  await forgetTries({ db }, limit);
  return null;
}
