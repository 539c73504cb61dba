import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import type { Act } from "../../audit/act-words.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { productType } from "../tables.server.ts";
import type { TypeRow } from "./lexicon.ts";
import { productTypeFields } from "./product-type-form.ts";

/** All product types by name. */
export function listProductTypes({ db }: Pick<Services, "db">): Promise<TypeRow[]> {
  return db.select().from(productType).orderBy(productType.name);
}

/** One product type and its current version; null when there is none with this name. */
export async function productTypeToEdit(
  { db }: Pick<Services, "db">,
  name: string,
): Promise<{ type: TypeRow; version: string } | null> {
  // PostgreSQL refuses a text with NUL, which an address may contain.
  if (name.includes("\0")) return null;
  const [found] = await db.select().from(productType).where(eq(productType.name, name));
  return found ? { type: found, version: versionOf(found) } : null;
}

/** An advisory lock: two types must not become each other's parents, and none is deleted while it is saved. */
const lockTypes = sql`select pg_advisory_xact_lock(hashtext('product_type'))`;

/**
 * Creates a product type (`name` null) or changes the one with this name; a new name also updates its child types. In:
 * the actor, the type from `readProductType`, the version that was shown. Refused: 'name-taken', 'no-parent' (no type
 * with that name), 'circle' (the parent is below it), 'not-found', 'changed-meanwhile'.
 */
export async function saveProductType(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, name, version, type }: { actor: Actor; name: string | null; version: string; type: TypeRow },
): Promise<Done | Refused<"name-taken" | "no-parent" | "circle" | "not-found" | "changed-meanwhile">> {
  return inTransaction(db, async (tx) => {
    await tx.execute(lockTypes);
    const all = await tx.select().from(productType);
    const before = all.find((one) => one.name === name);
    if (name !== null && !before) return refused("not-found");
    if (before && versionOf(before) !== version) return refused("changed-meanwhile");
    if (all.some((one) => one.name === type.name && one.name !== name)) return refused("name-taken");
    if (type.parent !== null && !all.some((one) => one.name === type.parent)) return refused("no-parent");
    if (name !== null && isBelow(all, type.parent, name)) return refused("circle");
    const row = { ...type, changedAt: clock.now() };
    if (before) await tx.update(productType).set(row).where(eq(productType.name, before.name));
    else await tx.insert(productType).values(row);
    await record(tx, actor, before ? "product-type.update" : "product-type.create", type.name, {
      ...(before && { before: productTypeFields(before) }),
      after: productTypeFields(type),
    });
    return done();
  });
}

/** Deletes a product type; the types below it stay, without a parent. Refused: 'not-found'. */
export async function deleteProductType(
  { db }: Pick<Services, "db">,
  { actor, name }: { actor: Actor; name: string },
): Promise<Done | Refused<"not-found">> {
  if (name.includes("\0")) return refused("not-found");
  return inTransaction(db, async (tx) => {
    await tx.execute(lockTypes);
    const [before] = await tx.delete(productType).where(eq(productType.name, name)).returning();
    if (!before) return refused("not-found");
    await record(tx, actor, "product-type.delete", name, { before: productTypeFields(before) });
    return done();
  });
}

function versionOf({ changedAt }: { changedAt: Date }): string {
  return changedAt.toISOString();
}

/** Whether the type `name` is `above` itself, or part of it through any number of others. */
export function isBelow(all: TypeRow[], name: string | null, above: string): boolean {
  const seen = new Set<string>();
  for (let at = name; at !== null && !seen.has(at); ) {
    if (at === above) return true;
    seen.add(at);
    at = all.find((one) => one.name === at)?.parent ?? null;
  }
  return false;
}

function record(
  tx: Db,
  actor: Actor,
  action: Act,
  name: string,
  change: { before?: Record<string, string>; after?: Record<string, string> },
): Promise<void> {
  return recordAction(tx, { actor, action, subject: { kind: "product-type", id: name, name }, ...change });
}
