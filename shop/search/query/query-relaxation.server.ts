import {
  type ListingQuery,
  newLabel,
  type ProductSummary,
  priceBands,
  type Term,
} from "../../catalogue/catalogue.ts";
import { cachedCollections } from "../../catalogue/collections.server.ts";
import { plural, rupees } from "../../money.ts";
import { listProducts, type SearchPorts } from "../list-products.server.ts";
import { productIndex } from "../product-index.server.ts";
import { colourLabels } from "../text/colour-labels.ts";
import { priceRangeLabel } from "../text/price-range-label.ts";
import { tokenize } from "../text/tokenize.ts";
import { queryTerms } from "./query-terms.server.ts";

/** A relaxed query: the removed part, and its result. */
export type RelaxedQuery = {
  without: string[];
  /** How its products differ from what was asked: "above ₹500", "in other sizes". */
  differing: string[];
  /** Its text ends in a type of product, so that it can be counted: "2 kurtas". */
  named: boolean;
  query: ListingQuery;
  count: number;
  products: ProductSummary[];
};

type Relaxation = { without: string; differing: string; query: ListingQuery; terms: Term[] };

const productsShown = 8;

/**
 * For a list without results: the query without the one filter or word whose removal gives most results; when none
 * gives any, the words without any filter. Out: null when nothing helps.
 */
export async function relaxQuery(
  ports: SearchPorts,
  query: ListingQuery,
  terms: Term[],
  named: boolean,
): Promise<RelaxedQuery | null> {
  const index = await productIndex(ports);
  const now = ports.clock.now().getTime();
  const collection = (await cachedCollections(ports)).find(({ slug }) => slug === query.collection);
  const leavesOut = terms.some(({ excluded }) => excluded);
  const filters = withoutOneFilter(query, terms, collection?.title ?? "");
  const steps = [...filters, ...(leavesOut ? [] : await withoutOneWord(ports, query))];
  const counted = steps.map((step) => ({ step, count: index.count(step.query, step.terms, now) }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  if (most && most.count > 0) return relaxedQuery(ports, [most.step], { ...most.step, named });
  if (filters.length < 2 || query.text === "") return null;
  const bare: ListingQuery = Object.assign(
    { ...query },
    ...filters.map((step) => changedFilters(query, step.query)),
  );
  return index.count(bare, terms, now) > 0
    ? relaxedQuery(ports, filters, { query: bare, terms, named })
    : null;
}

async function relaxedQuery(
  ports: SearchPorts,
  left: Relaxation[],
  { query: relaxed, terms, named }: Pick<Relaxation, "query" | "terms"> & { named: boolean },
): Promise<RelaxedQuery> {
  const query = { ...relaxed, page: 1 };
  const options = { cards: productsShown, categoriesOnly: true };
  const { count, products } = await listProducts(ports, query, terms, options);
  return {
    without: left.map(({ without }) => without),
    differing: left.map(({ differing }) => differing),
    named,
    query,
    count,
    products,
  };
}

/** The filters that a relaxation changes. */
function changedFilters(before: ListingQuery, after: ListingQuery): Partial<ListingQuery> {
  const names = Object.keys(after) as (keyof ListingQuery)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

/** In: the query, its terms, and the title of its collection ("" for none). */
function withoutOneFilter(query: ListingQuery, terms: Term[], collection: string): Relaxation[] {
  const one = (
    asked: boolean,
    [without, differing]: [string, string],
    change: Partial<ListingQuery>,
  ): Relaxation[] => (asked ? [{ without, differing, query: { ...query, ...change, page: 1 }, terms }] : []);
  const bands = priceBands.filter(({ id }) => query.bands.includes(id));
  const exact = query.from === null && query.to === null ? [] : [priceRangeLabel(query.from, query.to)];
  const colours = colourLabels(query.colours);
  const price = [...bands.map(({ label }) => label), ...exact].join(", ");
  return [
    ...one(query.sizes.length > 0, [`Size ${query.sizes.join(", ")}`, "in other sizes"], { sizes: [] }),
    ...one(price !== "", [price, otherPrices([...bands, query])], { bands: [], from: null, to: null }),
    ...one(colours.length > 0, [colours.join(", "), "in other colours"], { colours: [] }),
    ...one(query.brands.length > 0, [query.brands.join(", "), "of other brands"], { brands: [] }),
    ...one(
      query.minDiscount !== null,
      [`${query.minDiscount}% off and more`, `with less than ${query.minDiscount}% off`],
      { minDiscount: null },
    ),
    ...one(
      query.minRating !== null,
      [
        `${plural(query.minRating ?? 0, "star")} and above`,
        `without ${plural(query.minRating ?? 0, "star")} or more`,
      ],
      { minRating: null },
    ),
    ...one(query.newWithinDays !== null, [newLabel(query.newWithinDays ?? 0), "from earlier"], {
      newWithinDays: null,
    }),
    ...one(query.origins.length > 0, [query.origins.join(", "), "from other countries"], { origins: [] }),
    ...one(query.details.length > 0, ["the chosen details", "with other details"], { details: [] }),
    ...one(query.inStockOnly, ["In Stock Only", "that are sold out"], { inStockOnly: false }),
    ...one(query.categories.length > 0, ["the category", "in other categories"], { categories: [] }),
    ...one(query.collection !== null, [collection, `outside ${collection}`], { collection: null }),
  ];
}

/** Where the prices of products are that are outside of all these ranges: "above ₹500". */
function otherPrices(ranges: { from: number | null; to: number | null }[]): string {
  const asked = ranges.filter(({ from, to }) => (from ?? 0) > 0 || to !== null);
  const lows = asked.map(({ from }) => from ?? 0);
  const highs = asked.map(({ to }) => to);
  if (lows.includes(0) && highs.every((to) => to !== null)) return `above ${rupees(Math.max(...highs))}`;
  if (highs.includes(null) && !lows.includes(0)) return `below ${rupees(Math.min(...lows))}`;
  return "at other prices";
}

async function withoutOneWord(ports: SearchPorts, query: ListingQuery): Promise<Relaxation[]> {
  const words = tokenize(query.text);
  if (words.length < 2 || words.length > 6 || query.exact) return [];
  return Promise.all(
    words.map(async (word, at) => {
      const text = words.filter((_, other) => other !== at).join(" ");
      const { terms } = await queryTerms(ports, text);
      return {
        without: `“${word}”`,
        differing: `without “${word}”`,
        query: { ...query, text, page: 1 },
        terms,
      };
    }),
  );
}
