import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { announcedCache } from "../../platform/live/announced-cache.server.ts";
import { cached } from "../../platform/lru.ts";
import type { Services } from "../../platform/services.server.ts";
import { productSummaries } from "../catalogue/cards/read-cards.server.ts";
import type { ListingQuery, ProductSummary } from "../catalogue/catalogue.ts";
import { noFilters } from "../catalogue/listing-address.ts";
import type { ProductPage } from "../catalogue/product.ts";
import { loadLexicon } from "./lexicon/read-lexicon.server.ts";
import type { SearchPorts } from "./list-products.server.ts";
import { type ProductIndex, productIndex } from "./product-index.server.ts";

const windowDays = 180;
const productsShown = 4;
const listsKept = 500;
const firstLists = new WeakMap<ProductIndex, { revision: number; lists: Map<string, string[]> }>();
const inStock: ListingQuery = {
  ...noFilters,
  text: "",
  exact: false,
  collection: null,
  sort: "recommended",
  page: 1,
  inStockOnly: true,
};

const idRows = z.array(z.object({ id: z.string() }));
/** A job counts them, and no event says so: at most a minute old (docs/decisions/0013). */
const boughtWith = announcedCache<string[]>({ topics: ["products"], most: 10_000, maxAgeMs: 60_000 });

/** Products to buy with another. `byRule`: some of them come from complementary product types. */
export type Companions = { products: ProductSummary[]; byRule: boolean };

/**
 * Up to four products to buy with this one: those that were bought together with it, most orders first, then products
 * of complementary types as set by staff.
 */
export async function companionsOf(
  ports: SearchPorts,
  product: Pick<ProductPage, "id" | "collections">,
): Promise<Companions> {
  const bought = await productSummaries(ports, await idsBoughtWith(ports, product.id));
  if (bought.length === productsShown) return { products: bought, byRule: false };
  const known = new Set([product.id, ...bought.map(({ id }) => id)]);
  const paired = (await pairedProducts(ports, product)).filter((id) => !known.has(id));
  const added = await productSummaries(ports, paired.slice(0, productsShown - bought.length));
  return { products: [...bought, ...added], byRule: added.length > 0 };
}

/** The ids of the products that were bought together with this one, most orders first. */
async function idsBoughtWith(ports: SearchPorts, id: string): Promise<string[]> {
  const ids = await boughtWith(ports, id, async () => {
    const { rows } = await hot(ports.db).execute(sql`
      select other_id as id from bought_together where product_id = ${id}
      order by orders desc, other_id limit ${productsShown}`);
    return idRows.parse(rows).map((row) => row.id);
  });
  return ids ?? [];
}

/**
 * Products in stock of the complementary types, in the recommended order, from each type in turn. Each type is searched
 * in the product's collections, the smallest first: shoes are in Footwear, matching trousers in Men's Wear.
 */
async function pairedProducts(
  ports: SearchPorts,
  { id, collections }: Pick<ProductPage, "id" | "collections">,
): Promise<string[]> {
  const [index, { types }] = await Promise.all([productIndex(ports), loadLexicon(ports)]);
  const own = [...types.values()]
    .filter(({ complementaryTypes, rules }) => complementaryTypes.length > 0 && index.fits(id, rules))
    .toSorted((one, other) => other.parents.length - one.parents.length)[0];
  const now = ports.clock.now().getTime();
  const options = {
    now,
    categoriesOnly: true,
    // The product itself and those bought together with it may be among them.
    slice: () => ({ skipped: 0, limit: 2 * productsShown }),
  };
  const first = firstOfTypes(index, now);
  const lists = (own?.complementaryTypes ?? []).map((name) => {
    const rules = types.get(name)?.rules ?? [];
    if (rules.length === 0) return [];
    for (const collection of collections) {
      const ids = cached(first, listsKept, JSON.stringify([rules, collection]), () => {
        const terms = [{ alternatives: [], prefix: null, types: rules }];
        return index.search({ ...inStock, collection }, terms, options).ids;
      });
      if (ids.length > 0) return ids;
    }
    return [];
  });
  const inTurn = Array.from({ length: 2 * productsShown }, (_, place) =>
    lists.flatMap((ids) => ids.slice(place, place + 1)),
  );
  return [...new Set(inTurn.flat())];
}

/** The lists of complementary types, until the index changes: many products have the same. */
function firstOfTypes(index: ProductIndex, now: number): Map<string, string[]> {
  const revision = index.revision(now);
  const known = firstLists.get(index);
  if (known?.revision === revision) return known.lists;
  const lists = new Map<string, string[]>();
  firstLists.set(index, { revision, lists });
  return lists;
}

/**
 * Recounts what was bought together in the last 180 days; a job. A pair needs two orders; cancelled orders do not
 * count.
 */
export async function refreshBoughtTogether({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const since = new Date(clock.now().getTime() - windowDays * 86_400_000).toISOString();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`delete from bought_together`);
    await tx.execute(sql`
      insert into bought_together (product_id, other_id, orders)
      select one.product_id, other.product_id, count(distinct one.order_id)
      from orders o
      join order_line one on one.order_id = o.id
      join order_line other on other.order_id = o.id and other.product_id <> one.product_id
      where o.status <> 'cancelled' and o.placed_at >= ${since}
      group by one.product_id, other.product_id having count(distinct one.order_id) >= 2`);
  });
}
