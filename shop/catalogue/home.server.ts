import { count, countDistinct, eq, sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import { plural } from "../money.ts";
import { readProductSummaries } from "./cards/read-cards.server.ts";
import type { ProductImage, ProductSummary } from "./catalogue.ts";
import { cachedPicturedCollections } from "./collections.server.ts";
import { paidSql, percentOffSql } from "./pricing-sql.server.ts";
import { product, productCollection } from "./tables.server.ts";

/** Products in each tab of the home page (specification, section 9). */
export const perTab = 12;

export type Showcase = { newest: ProductSummary[]; popular: ProductSummary[]; offers: ProductSummary[] };

/**
 * The three tabs of the home page: newest; best rated; and for "Offer Zone" the cheapest of those that cost less than
 * their MRP, so that the tab's name is true. Reads every product: for the time until the product index is loaded.
 */
export async function showcase({ db, clock }: Pick<Services, "db" | "clock">): Promise<Showcase> {
  const now = clock.now();
  const [newest, popular, offers] = await Promise.all([
    readProductSummaries(db, now, { where: sql`true`, order: sql`p.created_at desc`, limit: perTab }),
    readProductSummaries(db, now, {
      where: sql`p.rating is not null`,
      order: sql`p.rating desc, p.review_count desc`,
      limit: perTab,
    }),
    readProductSummaries(db, now, {
      where: sql`${offMrp} >= 1`,
      order: lowestPaid,
      limit: perTab,
    }),
  ]);
  return { newest, popular, offers };
}

/** The lowest price that can be bought of the product `p`, in paise, without offers. */
const lowestPrice = sql`(select coalesce(min(coalesce(v.price, p.price)) filter (where v.stock > v.reserved),
  min(coalesce(v.price, p.price)), p.price) from variant v where v.product_id = p.id)`;

/** The same with the running offer `r`. */
const lowestPaid = paidSql({ price: lowestPrice, mrp: sql`p.original_price`, percent: sql`r.percent` });
const offMrp = percentOffSql({ struck: sql`greatest(p.original_price, ${lowestPrice})`, paid: lowestPaid });

export type HomeCategory = {
  slug: string;
  name: string;
  title: string;
  description: string;
  picture: ProductImage | null;
  isOnHome: boolean;
  /** Active products in it. */
  count: number;
  /** "230+ items": the count rounded down to ten; below ten the count itself. */
  itemsLabel: string;
};

/** The cards of "Shop by Category" with their counts: of collections on the home page, and of those chosen for a section. */
export async function homeCategories(
  ports: Pick<Services, "db" | "live" | "site">,
  { inCollection }: Pick<CatalogueCounts, "inCollection">,
  chosen: readonly string[] = [],
): Promise<HomeCategory[]> {
  const all = await cachedPicturedCollections(ports);
  return all
    .filter(({ slug, isOnHome }) => isOnHome || chosen.includes(slug))
    .map((shown) => {
      const found = inCollection(shown.slug);
      return { ...shown, count: found, itemsLabel: itemsLabel(found) };
    });
}

/** The numbers of the catalogue: active products, their brands, and the products of each collection. */
export type CatalogueCounts = { products: number; brands: number; inCollection: (slug: string) => number };

/** Counts every product: for the time until the product index is loaded. */
export async function countCatalogue({ db }: Pick<Services, "db">): Promise<CatalogueCounts> {
  const [[all], inCollections] = await Promise.all([
    db
      .select({ products: count(), brands: countDistinct(product.brand) })
      .from(product)
      .where(eq(product.status, "active")),
    db
      .select({ slug: productCollection.collectionSlug, products: count() })
      .from(productCollection)
      .innerJoin(product, eq(product.id, productCollection.productId))
      .where(eq(product.status, "active"))
      .groupBy(productCollection.collectionSlug),
  ]);
  const bySlug = new Map(inCollections.map(({ slug, products }) => [slug, products]));
  return {
    products: all?.products ?? 0,
    brands: all?.brands ?? 0,
    inCollection: (slug) => bySlug.get(slug) ?? 0,
  };
}

/** Counts as labels, rounded down: "500+" products, "50+" brands; "" for fewer than ten, which speak for nothing. */
export function countLabels({ products, brands }: CatalogueCounts): { products: string; brands: string } {
  return { products: roundedDown(products), brands: roundedDown(brands) };
}

function itemsLabel(count: number): string {
  if (count < 10) return plural(count, "item");
  return `${Math.floor(count / 10) * 10}+ items`;
}

/** The largest of 10, 20, 50, 100, 200, 500 ... that was reached: 601 -> "500+", 53 -> "50+". "" below ten. */
function roundedDown(count: number): string {
  if (count < 10) return "";
  const power = 10 ** Math.floor(Math.log10(count));
  const step = [5, 2, 1].find((each) => each * power <= count) ?? 1;
  return `${step * power}+`;
}
