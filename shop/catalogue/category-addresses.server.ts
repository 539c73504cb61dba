import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { slugOf } from "../text/slug.ts";
import { category, categoryRedirect, collection } from "./tables.server.ts";

/*
 * The addresses /category/slug, which collections and categories share: who has one, and where one that was given up
 * leads.
 */

/** As long as the form takes one. */
const longestSlug = 60;

/** Until the end of the transaction nobody else gives or takes such an address. */
export async function lockCategoryAddresses(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('categories'))`);
}

/** Whether a collection or a category has this slug. */
export async function isAddressTaken(tx: Db, slug: string): Promise<boolean> {
  const [ofCollections, ofCategories] = await Promise.all([
    tx.$count(collection, eq(collection.slug, slug)),
    tx.$count(category, eq(category.slug, slug)),
  ]);
  return ofCollections + ofCategories > 0;
}

/**
 * A slug for a category or collection: its name in Latin letters and digits, with the first free number when a category
 * or a collection has it. `own`: the slug that it has now, which counts as free.
 */
export async function freeCategorySlug(tx: Db, name: string, own: string | null = null): Promise<string> {
  const { rows } = await tx.execute(sql`
    with wish as (select ${slugOf(name, longestSlug) || "category"}::text as slug)
    select one.slug from (select slug, 1 as n from wish
        union all select slug || '-' || n, n from wish, generate_series(2, 10000) n) one
      where one.slug = ${own} or not exists (select from category c where c.slug = one.slug)
        and not exists (select from collection k where k.slug = one.slug)
      order by one.n limit 1`);
  const [free] = z.tuple([z.object({ slug: z.string() })]).parse(rows);
  return free.slug;
}

/** For a slug that comes into use, perhaps again: it redirects no more. */
export async function claimAddress(tx: Db, slug: string): Promise<void> {
  await tx.delete(categoryRedirect).where(eq(categoryRedirect.slug, slug));
}

/** A collection's earlier slug leads to its present one, whatever that will be. */
export async function redirectToCollection(tx: Db, earlier: string, present: string): Promise<void> {
  await tx.insert(categoryRedirect).values({ slug: earlier, collectionSlug: present });
}

/** The slug to which an address that nobody has any more leads; null when it never was one. */
export async function redirectedAddress({ db }: Pick<Services, "db">, slug: string): Promise<string | null> {
  const [found] = await db
    .select({ slug: sql<string>`coalesce(${categoryRedirect.collectionSlug}, ${category.slug})` })
    .from(categoryRedirect)
    .leftJoin(category, eq(category.id, categoryRedirect.categoryId))
    .where(eq(categoryRedirect.slug, slug));
  return found?.slug ?? null;
}
