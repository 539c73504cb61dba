import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { role, users } from "../../../platform/identity/tables.server.ts";
import type { Staff } from "../../access/actor.ts";
import { type Permission, permissionField, permissionGroups, permissions } from "../../access/permissions.ts";
import { editableParts, isWithinOwn, listRoles, type Role, roleOf } from "../../access/roles.server.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { freeKey } from "../../text/free-key.ts";
import { checkField, type FormFields, type FormRead, readForm } from "../../text/read-form.ts";
import { type ReauthRefusal, reauthRefusal } from "../reauthenticate.server.ts";
import { hasOwner, lockTeam } from "../sessions.server.ts";
import { staffInvitation } from "../tables.server.ts";
import type { AskingStaff } from "../users/change-user.server.ts";

/** A role as its form has it. */
export type RoleInput = { name: string; permissions: ReadonlySet<Permission>; secondFactor: boolean };

const roleName = z
  .string()
  .overwrite(cleanLine)
  .min(1, "Please give it a name.")
  .max(60, "At most 60 characters.")
  .regex(/^[^<>]*$/, "Please leave out < and >.");
/** The group whose heading shows what is wrong with the permissions as a whole. */
const firstSubject = permissionGroups[0]?.subject ?? "";
const roleForm = z.object({ name: roleName, secondFactor: checkField });

export type RoleRow = Role & {
  /** How many accounts have it, also deactivated ones. */
  people: number;
};

/** All roles with how many people have each, in the order of `listRoles`. */
export async function roleRows({ db }: { db: Db }): Promise<RoleRow[]> {
  const { rows } = await db.execute(
    sql`select role as key, count(*)::integer as people from ${users} where role <> 'user' group by 1`,
  );
  const found = z.array(z.object({ key: z.string(), people: z.number() })).parse(rows);
  const roles = await listRoles({ db });
  return roles
    .filter((one) => editableParts(one) !== "nothing")
    .map((one) => ({ ...one, people: found.find(({ key }) => key === one.key)?.people ?? 0 }));
}

/** Reads the form of a role: its name, a checkbox per permission (at least one), and the second factor. */
export function readRole(fields: FormFields): FormRead<RoleInput> {
  const read = readForm(roleForm, fields);
  const chosen = new Set(permissions.filter((one) => fields.get(permissionField(one))));
  const none = "Please choose at least one: without any it is a customer's role.";
  const errors = chosen.size === 0 ? { [firstSubject]: none } : {};
  if (!read.ok) return { ok: false, errors: { ...read.errors, ...errors } };
  if (chosen.size === 0) return { ok: false, errors };
  return { ok: true, value: { ...read.value, permissions: chosen } };
}

type RoleRefusal =
  | "not-found"
  | "changed-meanwhile"
  | "fixed"
  | "name-taken"
  | "too-many"
  | "beyond-own"
  | "last-admin"
  | ReauthRefusal;

/** The list of roles is one table, and a select. */
const mostRoles = 60;

/**
 * Makes a role (`key` null) or changes one; it counts at the next request of everybody who has it, and their open
 * screens are told. In: the actor, the values from `readRole`, the version that was shown. Of the owner's role only the
 * second factor is changed. Out: its key. Refused: 'fixed' for the customers' role; 'beyond-own' when the role has or
 * gets a permission that the actor lacks; 'last-admin' when nobody could manage the team afterwards; 'name-taken';
 * 'too-many' (60); 'not-found', 'changed-meanwhile'; and as `reauthRefusal`.
 */
export async function saveRole(
  { db }: { db: Db },
  {
    actor,
    key,
    version,
    input,
  }: { actor: AskingStaff; key: string | null; version: string; input: RoleInput },
): Promise<Done<string> | Refused<RoleRefusal>> {
  const unsure = await reauthRefusal(db, actor);
  if (unsure) return refused(unsure);
  return inTransaction(db, async (tx) => {
    await lockTeam(tx);
    const all = await listRoles({ db: tx });
    const before = all.find((one) => one.key === key);
    if (key !== null && !before) return refused("not-found");
    const editable = before ? editableParts(before) : "all";
    if (editable === "nothing") return refused("fixed");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const after =
      before && editable === "second-factor" ? { ...before, secondFactor: input.secondFactor } : input;
    if (!isWithinOwn(actor, after.permissions, before?.permissions ?? [])) return refused("beyond-own");
    const same = (one: Role) => one.key !== key && one.name.toLowerCase() === after.name.toLowerCase();
    if (all.some(same)) return refused("name-taken");
    if (!before && all.length >= mostRoles) return refused("too-many");
    const values = {
      name: after.name,
      permissions: [...after.permissions],
      secondFactor: after.secondFactor,
    };
    const saved =
      before?.key ??
      freeKey(after.name, new Set(["new", ...all.map((one) => one.key)]), { longest: 30, other: "role" });
    if (before)
      await tx
        .update(role)
        .set({ ...values, version: sql`${role.version} + 1` })
        .where(eq(role.key, before.key));
    else await tx.insert(role).values({ key: saved, ...values });
    if (!(await hasOwner(tx))) return refused("last-admin");
    await recordAction(tx, {
      actor,
      action: before ? "role.update" : "role.create",
      subject: { kind: "role", id: saved, name: after.name },
      ...(before && { before: recordedRole(before) }),
      after: recordedRole(after),
    });
    return done(saved);
  });
}

function recordedRole({
  name,
  permissions,
  secondFactor,
}: Omit<RoleInput, "secondFactor"> & Pick<Role, "secondFactor">) {
  return { name, permissions: [...permissions], secondFactor };
}

/** Who has a role, and who is invited to it: names or addresses. They keep it from being deleted. */
export async function holdersOf({ db }: { db: Db }, key: string): Promise<string[]> {
  const { rows } = await db.execute(sql`
    (select coalesce(nullif(u.name, ''), u.email::text, 'Somebody') as name from ${users} u
      where u.role = ${key} order by 1 limit 21)
    union all
    (select ${staffInvitation.email}::text || ' (invited)' from ${staffInvitation}
      where ${staffInvitation.role} = ${key} order by 1 limit 21)`);
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

/**
 * Deletes a role. Refused: 'fixed' for the two of the specification; 'in-use' while an account or an open invitation
 * has it (`holdersOf`); 'beyond-own' for one with a permission that the actor lacks; 'not-found'.
 */
export async function deleteRole(
  { db }: { db: Db },
  { actor, key }: { actor: Staff; key: string },
): Promise<Done | Refused<"not-found" | "fixed" | "in-use" | "beyond-own">> {
  return inTransaction(db, async (tx) => {
    await lockTeam(tx);
    const before = await roleOf({ db: tx }, key);
    if (!before) return refused("not-found");
    if (editableParts(before) !== "all") return refused("fixed");
    if (!isWithinOwn(actor, before.permissions)) return refused("beyond-own");
    if ((await holdersOf({ db: tx }, key)).length > 0) return refused("in-use");
    await tx.delete(role).where(eq(role.key, key));
    await recordAction(tx, {
      actor,
      action: "role.delete",
      subject: { kind: "role", id: key, name: before.name },
      before: recordedRole(before),
    });
    return done();
  });
}
