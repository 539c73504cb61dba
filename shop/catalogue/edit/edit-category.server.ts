import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { lockCategoryAddresses } from "../category-addresses.server.ts";
import { lockScale, lockSet } from "../kinds/attribute-sets.server.ts";
import { makeCategory } from "../make-category.server.ts";
import { category } from "../tables.server.ts";
import { type CategoryInput, categoryFields } from "./category-form.ts";

type Ports = Pick<Services, "db">;

export type CategoryToEdit = CategoryInput & {
  id: string;
  slug: string;
  version: number;
  /** The name of the category that it is part of. */
  parent: string | null;
  /** The name of its set of details. */
  set: string;
  /** How many categories are part of it. */
  children: number;
  /** Products of any status. */
  products: number;
};

const columns = {
  id: category.id,
  slug: category.slug,
  name: category.name,
  kind: category.kind,
  parentId: category.parentId,
  position: category.position,
  sizeScale: category.sizeScale,
  hsnCode: category.hsnCode,
  version: category.version,
  parent: sql<string | null>`(select u.name from category u where u.id = category.parent_id)`,
  set: sql<string>`(select s.name from attribute_set s where s.key = category.kind)`,
  children: sql<number>`(select count(*)::integer from category d where d.parent_id = category.id)`,
  products: sql<number>`(select count(*)::integer from product p where p.category_id = category.id)`,
};

/** All categories in their order, with how many products each has. In: words of the name, or "". */
export async function categoryRows({ db }: Ports, q: string): Promise<CategoryToEdit[]> {
  return db
    .select(columns)
    .from(category)
    .where(sql`name ilike search_pattern(${q})`)
    .orderBy(category.position, sql`lower(name), id`);
}

/** The category with this id; null when there is none. */
export async function categoryToEdit({ db }: Ports, id: string): Promise<CategoryToEdit | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await db.select(columns).from(category).where(eq(category.id, id));
  return found ?? null;
}

/** Details that products have and another set has not: how many products, and what the fields are called. */
export type LostDetails = { products: number; labels: string[] };

const lostRow = z.object({ products: z.number(), labels: z.array(z.string()) });

/** What the products of a category would lose with the set of details `to`; null when nothing. */
async function lostDetails(tx: Db, categoryId: string, to: string): Promise<LostDetails | null> {
  const { rows } = await tx.execute(sql`
    select count(distinct p.id)::integer as products, array_agg(distinct field.label) as labels
    from category c join attribute_set own on own.key = c.kind
      join attribute_set other on other.key = ${to} and other.key <> own.key
      cross join jsonb_to_recordset(own.fields) as field(key text, label text, kind text)
      join product p on p.category_id = c.id
        and coalesce(p.category_specific_data ->> field.key, '') <> ''
    where c.id = ${categoryId} and not exists (
      select from jsonb_to_recordset(other.fields) as same(key text, kind text)
      where same.key = field.key and same.kind = field.kind)
    having count(*) > 0`);
  return rows[0] ? lostRow.parse(rows[0]) : null;
}

/**
 * Makes a category (`id` null), or renames one; its address stays. In: the actor, the version that was shown. Refused:
 * 'not-found', 'changed-meanwhile', 'name-taken' (capital letters do not count), 'details-lost' (its products
 * have details filled in that the other set has not), 'no-set' and 'no-scale' (they are not there any more), 'too-deep'
 * (the parent is gone, or has a parent, or this one has children). Its products without an HSN code get that of the
 * category.
 */
export async function saveCategory(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { actor, id, version, input }: { actor: Actor; id: string | null; version: string; input: CategoryInput },
): Promise<
  | Done
  | Refused<"not-found" | "changed-meanwhile" | "name-taken" | "no-set" | "no-scale" | "too-deep">
  | (Refused<"details-lost"> & LostDetails)
> {
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
    if (input.sizeScale !== null && !(await lockScale(tx, input.sizeScale))) return refused("no-scale");
    if (input.parentId !== null) {
      const parent = await categoryToEdit({ db: tx }, input.parentId);
      if (!parent || parent.id === id || parent.parentId !== null || (before?.children ?? 0) > 0)
        return refused("too-deep");
    }
    if (before) {
      const lost = await lostDetails(tx, before.id, input.kind);
      if (lost) return { ok: false, refused: "details-lost", ...lost };
    }
    const made = before ?? (await makeCategory(tx, input));
    if (!made) return refused("no-set");
    await tx
      .update(category)
      .set({ ...input, version: before ? sql`${category.version} + 1` : category.version })
      .where(eq(category.id, made.id));
    if (input.hsnCode !== null) {
      await tx.execute(sql`
        update product set hsn_code = ${input.hsnCode} where hsn_code is null and category_id in (
          select c.id from category c where c.id = ${made.id} or (c.parent_id = ${made.id} and c.hsn_code is null))`);
      // Invoices of orders with them may have waited for a GST rate.
      await jobs.send(tx, "write-waiting-documents", {});
    }
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
 * follow. Refused: 'not-found' (either), 'details-lost' (its products have details
 * filled in that the set of the other has not), 'too-deep' (it has categories below it, and the other is below a third).
 */
export async function mergeCategories(
  { db }: Ports,
  { actor, id, into }: { actor: Actor; id: string; into: string },
): Promise<Done | Refused<"not-found" | "too-deep"> | (Refused<"details-lost"> & LostDetails)> {
  return inTransaction(db, async (tx) => {
    await lockCategories(tx);
    const [source, target] = [await categoryToEdit({ db: tx }, id), await categoryToEdit({ db: tx }, into)];
    if (!source || !target || source.id === target.id) return refused("not-found");
    const lost = await lostDetails(tx, source.id, target.kind);
    if (lost) return { ok: false, refused: "details-lost", ...lost };
    if (target.parentId === source.id)
      await tx.update(category).set({ parentId: null }).where(eq(category.id, target.id));
    else if (source.children > 0 && target.parentId !== null) return refused("too-deep");
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

/** Deletes an empty category. Refused: 'not-found', 'has-products' (of any status: merge it, or move them first),
 * 'has-children' (categories below it). */
export async function deleteCategory(
  { db }: Ports,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found" | "has-products" | "has-children">> {
  return inTransaction(db, async (tx) => {
    await lockCategories(tx);
    const before = await categoryToEdit({ db: tx }, id);
    if (!before) return refused("not-found");
    if (before.products > 0) return refused("has-products");
    if (before.children > 0) return refused("has-children");
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
