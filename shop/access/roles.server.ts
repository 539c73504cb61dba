import { eq } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { role } from "../../platform/identity/tables.server.ts";
import { knownPermissions, type Permission } from "./permissions.ts";

/** A role's name and permissions. `key` is stored in accounts and never changes its meaning. */
export type Role = { key: string; name: string; permissions: ReadonlySet<Permission> };

/** All roles: the two of the specification first, then by name. */
export async function listRoles({ db }: { db: Db }): Promise<Role[]> {
  const rows = await db.select().from(role).orderBy(role.name);
  const first = (key: string) => ["user", "admin"].indexOf(key) + 1 || 3;
  return rows.map(toRole).sort((one, other) => first(one.key) - first(other.key));
}

/** The role of this key; null when there is none. */
export async function roleOf({ db }: { db: Db }, key: string): Promise<Role | null> {
  const [row] = await db.select().from(role).where(eq(role.key, key));
  return row ? toRole(row) : null;
}

function toRole({ permissions, ...named }: typeof role.$inferSelect): Role {
  return { ...named, permissions: knownPermissions(permissions) };
}
