import type { Listing, ListingQuery } from "../catalogue/catalogue.ts";
import { listIndexedProducts, type SearchPorts } from "./list-indexed-products.server.ts";
import { parseQuery } from "./parse-query.ts";
import { type RelaxedQuery, relaxQuery } from "./query-relaxation.server.ts";
import { type Correction, queryTerms } from "./query-terms.server.ts";
import { tokenize } from "./text/tokenize.ts";

/** A list, and how its text was read. */
export type SearchResult = {
  /** The query with what was understood put in as filters; the list's links are made from it. */
  query: ListingQuery;
  listing: Listing;
  /** What may stand out in the products' names, in small letters: what was typed, meant, and words of the same meaning. */
  highlightWords: string[];
  /** The text as it was asked, when it was read as more than its words: filters in words, and corrected spelling. */
  interpretation: { text: string; filters: string[]; corrections: Correction[] } | null;
  /** When nothing matches: the nearest question that has an answer, if there is one. */
  relaxed: RelaxedQuery | null;
};

/**
 * Finds products by text and filters. The text is understood (shop/search/parse-query.ts), its words are looked up
 * with their synonyms and, when no product has them, with the spelling corrected. In: a checked query (readListing).
 */
export async function searchProducts(ports: SearchPorts, asked: ListingQuery): Promise<SearchResult> {
  const { query, filterLabels } = parseQuery(asked);
  const { terms, corrections } = await queryTerms(ports, query.text, { exact: asked.exact });
  const listing = await listIndexedProducts(ports, query, terms);
  const interpretation =
    filterLabels.length > 0 || corrections.length > 0
      ? { text: asked.text, filters: filterLabels, corrections }
      : null;
  const words = [
    ...tokenize(query.text),
    ...corrections.map(({ correction }) => correction),
    ...terms.flatMap(({ alternatives }) => alternatives.flat()),
  ];
  const relaxed = listing.count === 0 ? await relaxQuery(ports, query, terms) : null;
  return { query, listing, highlightWords: [...new Set(words)], interpretation, relaxed };
}
