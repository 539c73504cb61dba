import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { lockCategoryAddresses } from "../category-addresses.server.ts";
import { lockSet } from "../kinds/attribute-sets.server.ts";
import { makeCategory } from "../make-category.server.ts";
import { category } from "../tables.server.ts";
import { type CategoryInput, categoryFields } from "./category-form.ts";

type Ports = Pick<Services, "db">;

export type CategoryToEdit = CategoryInput & {
  id: string;
  slug: string;
  version: number;
  /** The name of its set of details. */
  set: string;
  /** Products of any status. */
  products: number;
};

const columns = {
  id: category.id,
  slug: category.slug,
  name: category.name,
  kind: category.kind,
  version: category.version,
  set: sql<string>`(select s.name from attribute_set s where s.key = category.kind)`,
  products: sql<number>`(select count(*)::integer from product p where p.category_id = category.id)`,
};

/** All categories by name, with how many products each has. In: words of the name, or "". */
export async function categoryRows({ db }: Ports, q: string): Promise<CategoryToEdit[]> {
  return db
    .select(columns)
    .from(category)
    .where(sql`name ilike search_pattern(${q})`)
    .orderBy(sql`lower(name), id`);
}

/** The category with this id; null when there is none. */
export async function categoryToEdit({ db }: Ports, id: string): Promise<CategoryToEdit | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await db.select(columns).from(category).where(eq(category.id, id));
  return found ?? null;
}

/**
 * Makes a category (`id` null), or renames one; its address stays. In: the actor, the version that was shown. Refused:
 * 'not-found', 'changed-meanwhile', 'name-taken' (capital letters do not count), 'kind-in-use' (another set of details
 * while it has products, whose details would not fit), 'no-set' (that set of details is not there).
 */
export async function saveCategory(
  { db }: Ports,
  { actor, id, version, input }: { actor: Actor; id: string | null; version: string; input: CategoryInput },
): Promise<Done | Refused<"not-found" | "changed-meanwhile" | "name-taken" | "kind-in-use" | "no-set">> {
  return inTransaction(db, async (tx) => {
    await lockCategories(tx);
    const before = id === null ? null : await categoryToEdit({ db: tx }, id);
    if (id !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const sameName = await tx
      .select({ id: category.id })
      .from(category)
      .where(sql`lower(${category.name}) = lower(${input.name})`);
    if (sameName.some((one) => one.id !== id)) return refused("name-taken");
    if (!(await lockSet(tx, input.kind))) return refused("no-set");
    if (before && before.kind !== input.kind && before.products > 0) return refused("kind-in-use");
    if (before)
      await tx
        .update(category)
        .set({ ...input, version: sql`${category.version} + 1` })
        .where(eq(category.id, before.id));
    const made = before ?? (await makeCategory(tx, input));
    if (!made) return refused("no-set");
    await recordAction(tx, {
      actor,
      action: before ? "category.update" : "category.create",
      subject: { kind: "category", id: made.id, name: input.name },
      ...(before && { before: categoryFields(before) }),
      after: categoryFields(input),
    });
    return done();
  });
}

/**
 * Moves the products of a category into another and deletes it; its address leads there, and offers and product types
 * follow. Refused: 'not-found' (either), 'other-kind' (their details differ).
 */
export async function mergeCategories(
  { db }: Ports,
  { actor, id, into }: { actor: Actor; id: string; into: string },
): Promise<Done | Refused<"not-found" | "other-kind">> {
  return inTransaction(db, async (tx) => {
    await lockCategories(tx);
    const [source, target] = [await categoryToEdit({ db: tx }, id), await categoryToEdit({ db: tx }, into)];
    if (!source || !target || source.id === target.id) return refused("not-found");
    if (source.kind !== target.kind) return refused("other-kind");
    await tx.execute(sql`select merge_category(${source.id}, ${target.id})`);
    await recordAction(tx, {
      actor,
      action: "category.merge",
      subject: { kind: "category", id: source.id, name: source.name },
      before: { ...categoryFields(source), products: source.products },
      after: { into: target.name },
    });
    return done();
  });
}

/** Deletes an empty category. Refused: 'not-found', 'has-products' (of any status: merge it, or move them first). */
export async function deleteCategory(
  { db }: Ports,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found" | "has-products">> {
  return inTransaction(db, async (tx) => {
    await lockCategories(tx);
    const before = await categoryToEdit({ db: tx }, id);
    if (!before) return refused("not-found");
    if (before.products > 0) return refused("has-products");
    await tx.delete(category).where(eq(category.id, before.id));
    await recordAction(tx, {
      actor,
      action: "category.delete",
      subject: { kind: "category", id: before.id, name: before.name },
      before: categoryFields(before),
    });
    return done();
  });
}

/** One change at a time; products are being saved meanwhile, and none may come into a category that is deleted. */
async function lockCategories(tx: Db): Promise<void> {
  await lockCategoryAddresses(tx);
  await tx.execute(sql`select from category for update`);
}
