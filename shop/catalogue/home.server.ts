import { count, countDistinct, eq, sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import { paidPrice, readProductSummaries } from "./cards/read-cards.server.ts";
import type { ProductImage, ProductSummary } from "./catalogue.ts";
import { collection, product } from "./tables.server.ts";

/** Products in each tab of the home page (specification, section 9). */
const perTab = 12;

/**
 * The three tabs of the home page: newest; best rated; and for "Offer Zone" the cheapest of those that cost less than
 * their MRP, so that the tab's name is true.
 */
export async function showcase({ readDb, clock }: Pick<Services, "readDb" | "clock">): Promise<{
  newest: ProductSummary[];
  popular: ProductSummary[];
  offers: ProductSummary[];
}> {
  const now = clock.now();
  const [newest, popular, offers] = await Promise.all([
    readProductSummaries(readDb, now, { where: sql`true`, order: sql`p.created_at desc`, limit: perTab }),
    readProductSummaries(readDb, now, {
      where: sql`p.rating is not null`,
      order: sql`p.rating desc, p.review_count desc`,
      limit: perTab,
    }),
    readProductSummaries(readDb, now, {
      where: sql`coalesce(p.original_price, p.price) > ${paidPrice}`,
      order: paidPrice,
      limit: perTab,
    }),
  ]);
  return { newest, popular, offers };
}

export type HomeCategory = {
  slug: string;
  name: string;
  title: string;
  description: string;
  picture: ProductImage | null;
  /** Active products in it. */
  count: number;
  /** "230+ items": the count rounded down to ten; below ten the count itself. */
  itemsLabel: string;
};

/** The cards of "Shop by Category", in the order of the navigation, with their counts. */
export async function homeCategories({ readDb }: Pick<Services, "readDb">): Promise<HomeCategory[]> {
  const { slug, name, title, description, position } = collection;
  const rows = await readDb
    .select({
      ...{ slug, name, title, description },
      picture: sql<ProductImage | null>`(select json_build_object('key', k.key, 'width', k.width,
        'height', k.height, 'tint', k.tint, 'alt', collection.title)
        from picture k where k.key = collection.picture_key)`,
      count: sql<number>`(select count(*)::integer from product_collection pc join product p on p.id = pc.product_id
        where pc.collection_slug = collection.slug and p.status = 'active')`,
    })
    .from(collection)
    .orderBy(position, slug);
  return rows.map((row) => ({ ...row, itemsLabel: itemsLabel(row.count) }));
}

/** The catalogue's counts as labels: "500+" products, "50+" brands, counted among active products and rounded down. */
export async function catalogueCounts({
  readDb,
}: Pick<Services, "readDb">): Promise<{ products: string; brands: string }> {
  const [metrics] = await readDb
    .select({ products: count(), brands: countDistinct(product.brand) })
    .from(product)
    .where(eq(product.status, "active"));
  return { products: roundedDown(metrics?.products ?? 0), brands: roundedDown(metrics?.brands ?? 0) };
}

function itemsLabel(count: number): string {
  if (count < 10) return count === 1 ? "1 item" : `${count} items`;
  return `${Math.floor(count / 10) * 10}+ items`;
}

/** The largest of 10, 20, 50, 100, 200, 500 ... that was reached: 601 -> "500+", 53 -> "50+". Exact below ten. */
function roundedDown(count: number): string {
  if (count < 10) return String(count);
  const power = 10 ** Math.floor(Math.log10(count));
  const step = [5, 2, 1].find((each) => each * power <= count) ?? 1;
  return `${step * power}+`;
}
