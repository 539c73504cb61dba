import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { claimAddress, freeCategorySlug, lockCategoryAddresses } from "./category-addresses.server.ts";
import { lockSet } from "./kinds/attribute-sets.server.ts";
import { category } from "./tables.server.ts";

/**
 * The category of this name, made when there is none; capital letters do not count. In: a transaction, the name (1 to
 * 80 characters), and the set of details that a new one gets. Out: its id, and whether it was made now; null when that
 * set was deleted meanwhile.
 */
export async function makeCategory(
  tx: Db,
  { name, kind }: { name: string; kind: string },
): Promise<{ id: string; fresh: boolean } | null> {
  // Two at once must not make two of one name, or of one slug.
  await lockCategoryAddresses(tx);
  const [found] = await tx
    .select({ id: category.id })
    .from(category)
    .where(sql`lower(${category.name}) = lower(${name})`)
    .limit(1);
  if (found) return { id: found.id, fresh: false };
  if (!(await lockSet(tx, kind))) return null;
  const slug = await freeCategorySlug(tx, name);
  await claimAddress(tx, slug);
  const [made] = await tx.insert(category).values({ slug, name, kind }).returning({ id: category.id });
  if (!made) throw new Error("the database gave no id for a category");
  return { id: made.id, fresh: true };
}
