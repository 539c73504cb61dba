import { isDeepStrictEqual } from "node:util";
import type { Listing, ListingQuery, ProductSummary, Term } from "../catalogue/catalogue.ts";
import { noFilters, readListing } from "../catalogue/listing-address.ts";
import { redirectKey } from "./lexicon/lexicon.ts";
import { loadLexicon } from "./lexicon/read-lexicon.server.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";
import { productIndex } from "./product-index.server.ts";
import { type RelaxedQuery, relaxQuery } from "./query/query-relaxation.server.ts";
import type { Correction, TermMeaning } from "./query/query-terms.server.ts";
import { understand } from "./query/understand.server.ts";
import { similarProducts } from "./similar.server.ts";
import { singular } from "./text/singular.ts";
import { tokenize } from "./text/tokenize.ts";

/** A list, and how its text was interpreted. */
export type SearchResult = {
  /** The query with the filters of the text; the list's links are built from it. */
  query: ListingQuery;
  listing: Listing;
  /** Words to highlight in product names, lower case: typed words, corrections and synonyms. */
  highlightWords: string[];
  /** The typed text, when it was interpreted: as filters, or with corrected spelling. */
  interpretation: { text: string; filters: string[]; corrections: Correction[] } | null;
  /** Without results: the nearest query that has some. */
  relaxed: RelaxedQuery | null;
  /** Without results: what the shop does not have, and similar products. */
  alternatives: SearchAlternatives | null;
  /** Neither a text nor a filter: a list of all products. */
  isEverything: boolean;
  /** Under a text or filters: products similar to the first result that are not among the results. */
  similar: ProductSummary[];
};

const similarShown = 4;

/**
 * Finds products by text and filters: interprets the text (`understand`), lists the matches, and relaxes a query
 * without results. In: a validated query (readListing).
 */
export async function searchProducts(ports: SearchPorts, asked: ListingQuery): Promise<SearchResult> {
  const { query, filterLabels, terms, meanings, corrections } = await understand(ports, asked);
  const listing = await listProducts(ports, query, terms);
  const interpretation =
    filterLabels.length > 0 || corrections.length > 0
      ? { text: asked.text, filters: filterLabels, corrections }
      : null;
  const empty = listing.count === 0;
  const [first] = listing.products;
  const everything = isEverything(query);
  return {
    query,
    listing,
    highlightWords: highlightWords(query.text, corrections, meanings),
    interpretation,
    relaxed: empty ? await relaxQuery(ports, query, terms, meanings.at(-1)?.kind === "type") : null,
    alternatives: empty && !asked.exact ? await alternativesFor(ports, query, meanings) : null,
    isEverything: everything,
    similar:
      first && !everything ? await similarProducts(ports, first.id, similarShown, { query, terms }) : [],
  };
}

/** Whether a list is of all products, in whatever order. */
function isEverything(query: ListingQuery): boolean {
  const { sort, page, exact, allOf } = query;
  return isDeepStrictEqual(query, { ...readListing(new URLSearchParams()), sort, page, exact, allOf });
}

/** The page of the shop that staff let this text open; null when there is none. */
export async function redirectFor(ports: SearchPorts, text: string): Promise<string | null> {
  if (text === "") return null;
  const { redirects } = await loadLexicon(ports);
  return redirects.get(redirectKey(text)) ?? null;
}

function highlightWords(text: string, corrections: Correction[], meanings: TermMeaning[]): string[] {
  const words = [
    ...tokenize(text),
    ...corrections.map(({ correction }) => correction),
    ...meanings.flatMap(({ label, term }) => [
      ...(label ? tokenize(label) : []),
      ...term.alternatives.flat(),
    ]),
    ...meanings.flatMap(({ type }) =>
      type ? [type.name, ...type.children].flatMap(tokenize).flatMap((word) => [word, singular(word)]) : [],
    ),
  ];
  return [...new Set(words)].filter((word) => /^[\p{L}\p{N}]/u.test(word));
}

/** Alternatives to what the shop does not have: the typed text, and similar types with their products. */
type SearchAlternatives = {
  absent: string[];
  similar: { name: string; count: number }[];
  products: ProductSummary[];
};

const typesShown = 4;
const productsShown = 8;

/**
 * For a search without results: the words that no product has and the types that the shop does not sell, with similar
 * products (product_type.similar_types, else the parent type), within the same collection. Null when every word is
 * known, so that only their combination, or a filter, finds nothing.
 */
async function alternativesFor(
  ports: SearchPorts,
  query: ListingQuery,
  meanings: readonly TermMeaning[],
): Promise<SearchAlternatives | null> {
  const index = await productIndex(ports);
  const now = ports.clock.now().getTime();
  const bare: ListingQuery = { ...query, ...noFilters, collection: null, page: 1 };
  const sold = (term: Term) => index.count(bare, [{ ...term, optional: false }], now) > 0;
  const absent = meanings.filter(({ kind, term }) =>
    kind === "unknown" ? term.inDescriptions !== true : kind === "type" && !sold(term),
  );
  if (absent.length === 0) return null;
  const { types } = await loadLexicon(ports);
  const names = [...new Set(absent.flatMap(({ type }) => type?.similarTypes ?? []))];
  const within: ListingQuery = { ...bare, collection: query.collection };
  const similar = names.flatMap((name) => {
    const term: Term = { alternatives: [], prefix: null, types: types.get(name)?.rules ?? [] };
    const count = term.types?.length ? index.count(within, [term], now) : 0;
    return count > 0 ? [{ name, count, term }] : [];
  });
  const shown = similar.slice(0, typesShown);
  const each = Math.ceil(productsShown / shown.length);
  const lists = await Promise.all(
    shown.map(({ term }) => listProducts(ports, within, [term], { cards: each, categoriesOnly: true })),
  );
  return {
    absent: [...new Set(absent.map(({ typed }) => typed))],
    similar: shown.map(({ name, count }) => ({ name, count })),
    products: lists.flatMap(({ products }) => products).slice(0, productsShown),
  };
}
