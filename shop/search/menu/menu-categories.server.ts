import type { ListingQuery } from "../../catalogue/catalogue.ts";
import { noFilters } from "../../catalogue/listing-address.ts";
import type { SearchPorts } from "../list-products.server.ts";
import { loadedProductIndex, type ProductIndex } from "../product-index.server.ts";

type NamedSlug = { slug: string; name: string };
type Menu = ReadonlyMap<string, NamedSlug[]>;

/** The maximum per collection; the rest is in the filters of its list. */
const mostPerCollection = 8;
const minute = 60_000;
const none: Menu = new Map();

const counted = new WeakMap<ProductIndex, { until: number; menu: Menu }>();

/**
 * The categories of each collection for the menu of every page: those with the most products in stock, by name. In: the
 * collections, and all categories. Out: categories by the collection's slug; empty until the product index is loaded,
 * which no page waits for. Counted in memory, at most once a minute. Returns the same objects as in the input: the
 * router then sends an object that a page uses several times only once.
 */
export function menuCategories(
  ports: SearchPorts,
  collections: readonly NamedSlug[],
  categories: readonly NamedSlug[],
): Menu {
  const index = loadedProductIndex(ports);
  if (!index) return none;
  const now = ports.clock.now().getTime();
  const known = counted.get(index);
  if (known && now < known.until && now >= known.until - minute) return known.menu;
  const named = new Map(categories.map((category) => [category.slug, category]));
  const menu = new Map(
    collections.map(({ slug }) => [
      slug,
      categoriesIn(index, slug, now).flatMap((one) => named.get(one) ?? []),
    ]),
  );
  counted.set(index, { until: now + minute, menu });
  return menu;
}

/** Slugs, by name. */
function categoriesIn(index: ProductIndex, collection: string, now: number): string[] {
  const query: ListingQuery = {
    ...noFilters,
    text: "",
    exact: false,
    collection,
    inStockOnly: true,
    sort: "recommended",
    page: 1,
  };
  const { facets } = index.search(query, [], {
    now,
    categoriesOnly: true,
    slice: () => ({ skipped: 0, limit: 0 }),
  });
  return facets.categories
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostPerCollection)
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"))
    .map(({ value }) => value);
}
