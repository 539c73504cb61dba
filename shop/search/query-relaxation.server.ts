import {
  colourFamilies,
  type ListingQuery,
  newLabel,
  type ProductSummary,
  priceBands,
  type Term,
} from "../catalogue/catalogue.ts";
import { collectionTitle } from "../catalogue/collections.ts";
import { plural } from "../money.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";
import { productIndex } from "./product-index.server.ts";
import { queryTerms } from "./query-terms.server.ts";
import { priceRangeLabel } from "./text/price-range-label.ts";
import { tokenize } from "./text/tokenize.ts";

/** A relaxed query: the removed part, and its result. */
export type RelaxedQuery = {
  without: string[];
  query: ListingQuery;
  count: number;
  products: ProductSummary[];
};

type Relaxation = { without: string; query: ListingQuery; terms: Term[] };

const productsShown = 8;

/**
 * For a list without results: the query without the one filter or word whose removal gives most results; when none
 * gives any, the words without any filter. Out: null when nothing helps.
 */
export async function relaxQuery(
  ports: SearchPorts,
  query: ListingQuery,
  terms: Term[],
): Promise<RelaxedQuery | null> {
  const index = await productIndex(ports);
  const now = ports.clock.now().getTime();
  const steps = [...withoutOneFilter(query, terms), ...(await withoutOneWord(ports, query))];
  const counted = steps.map((step) => ({ step, count: index.count(step.query, step.terms, now) }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  if (most && most.count > 0)
    return relaxedQuery(ports, [most.step.without], most.step.query, most.step.terms);
  const filters = withoutOneFilter(query, terms);
  if (filters.length < 2 || query.text === "") return null;
  const bare: ListingQuery = Object.assign(
    { ...query },
    ...filters.map((step) => changedFilters(query, step.query)),
  );
  const without = filters.map((filter) => filter.without);
  return index.count(bare, terms, now) > 0 ? relaxedQuery(ports, without, bare, terms) : null;
}

async function relaxedQuery(
  ports: SearchPorts,
  without: string[],
  relaxed: ListingQuery,
  terms: Term[],
): Promise<RelaxedQuery> {
  const query = { ...relaxed, page: 1 };
  const options = { cards: productsShown, categoriesOnly: true };
  const { count, products } = await listProducts(ports, query, terms, options);
  return { without, query, count, products };
}

/** The filters that a relaxation changes. */
function changedFilters(before: ListingQuery, after: ListingQuery): Partial<ListingQuery> {
  const names = Object.keys(after) as (keyof ListingQuery)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

function withoutOneFilter(query: ListingQuery, terms: Term[]): Relaxation[] {
  const one = (asked: boolean, without: string, change: Partial<ListingQuery>): Relaxation[] =>
    asked ? [{ without, query: { ...query, ...change, page: 1 }, terms }] : [];
  const bands = priceBands.filter(({ id }) => query.bands.includes(id)).map(({ label }) => label);
  const exact = query.from === null && query.to === null ? [] : [priceRangeLabel(query.from, query.to)];
  const colours = colourFamilies.filter(({ id }) => query.colours.includes(id)).map(({ label }) => label);
  return [
    ...one(query.sizes.length > 0, `Size ${query.sizes.join(", ")}`, { sizes: [] }),
    ...one(bands.length + exact.length > 0, [...bands, ...exact].join(", "), {
      bands: [],
      from: null,
      to: null,
    }),
    ...one(colours.length > 0, colours.join(", "), { colours: [] }),
    ...one(query.brands.length > 0, query.brands.join(", "), { brands: [] }),
    ...one(query.minDiscount !== null, `${query.minDiscount}% off and more`, { minDiscount: null }),
    ...one(query.minRating !== null, `${plural(query.minRating ?? 0, "star")} and above`, {
      minRating: null,
    }),
    ...one(query.newWithinDays !== null, newLabel(query.newWithinDays ?? 0), { newWithinDays: null }),
    ...one(query.origins.length > 0, query.origins.join(", "), { origins: [] }),
    ...one(query.inStockOnly, "In Stock Only", { inStockOnly: false }),
    ...one(query.categories.length > 0, "the category", { categories: [] }),
    ...one(query.collection !== null, collectionTitle(query.collection), { collection: null }),
  ];
}

async function withoutOneWord(ports: SearchPorts, query: ListingQuery): Promise<Relaxation[]> {
  const words = tokenize(query.text);
  if (words.length < 2 || words.length > 6 || query.exact) return [];
  return Promise.all(
    words.map(async (word, at) => {
      const text = words.filter((_, other) => other !== at).join(" ");
      const { terms } = await queryTerms(ports, text);
      return { without: `“${word}”`, query: { ...query, text, page: 1 }, terms };
    }),
  );
}
