import { eq } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { role } from "../../platform/identity/tables.server.ts";
import { can, type Staff } from "./actor.ts";
import { knownPermissions, type Permission } from "./permissions.ts";

/** A role's name and permissions. `key` is stored in accounts and never changes its meaning. */
export type Role = {
  key: string;
  name: string;
  permissions: ReadonlySet<Permission>;
  /** Whether its holders need a second factor; null: as the shop's mode has it (`needsSecondFactor`). */
  secondFactor: boolean | null;
  version: number;
};

/** Customers, and the owner: the two roles of the specification (section 4). Neither can be deleted. */
const [customerRole, ownerRole] = ["user", "admin"];

/** All roles: the two of the specification first, then by name. */
export async function listRoles({ db }: { db: Db }): Promise<Role[]> {
  const rows = await db.select().from(role).orderBy(role.name);
  const first = (key: string) => [customerRole, ownerRole].indexOf(key) + 1 || 3;
  return rows.map(toRole).sort((one, other) => first(one.key) - first(other.key));
}

/** The role of this key; null when there is none. */
export async function roleOf({ db }: { db: Db }, key: string): Promise<Role | null> {
  const [row] = await db
    .select()
    .from(role)
    .where(eq(role.key, key.replaceAll("\0", "")));
  return row ? toRole(row) : null;
}

function toRole({ permissions, ...named }: typeof role.$inferSelect): Role {
  return { ...named, permissions: knownPermissions(permissions) };
}

/** What of a role can be changed: nothing of the customers', of the owner's only the second factor. */
export function editableParts({ key }: Pick<Role, "key">): "nothing" | "second-factor" | "all" {
  if (key === customerRole) return "nothing";
  return key === ownerRole ? "second-factor" : "all";
}

/** Whether it is a role of staff: one with a permission. */
export function isOfStaff({ permissions }: Pick<Role, "permissions">): boolean {
  return permissions.size > 0;
}

/** The roles of staff that an actor can give: none with a permission that they lack. */
export async function rolesToGive({ db }: { db: Db }, actor: Staff): Promise<Role[]> {
  return (await listRoles({ db })).filter((one) => isOfStaff(one) && isWithinOwn(actor, one.permissions));
}

/** Nobody gives or takes away more than they have themselves. */
export function isWithinOwn(actor: Staff, ...sets: Iterable<Permission>[]): boolean {
  return sets.every((set) => [...set].every((permission) => can(actor, permission)));
}
