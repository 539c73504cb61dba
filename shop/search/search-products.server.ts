import type { Listing, ListingQuery } from "../catalogue/catalogue.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";
import { parseQuery } from "./parse-query.ts";
import { type RelaxedQuery, relaxQuery } from "./query-relaxation.server.ts";
import { type Correction, queryTerms } from "./query-terms.server.ts";
import { tokenize } from "./text/tokenize.ts";

/** A list, and how its text was interpreted. */
export type SearchResult = {
  /** The query with the filters of the text; the list's links are made from it. */
  query: ListingQuery;
  listing: Listing;
  /** Words to highlight in product names, lower case: typed words, corrections and synonyms. */
  highlightWords: string[];
  /** The typed text, when it was interpreted: as filters, or with corrected spelling. */
  interpretation: { text: string; filters: string[]; corrections: Correction[] } | null;
  /** Without results: the nearest query that has some. */
  relaxed: RelaxedQuery | null;
};

/**
 * Finds products by text and filters. The text is parsed (shop/search/parse-query.ts), its words are searched with
 * synonyms and, when no product has them, with corrected spelling. In: a validated query (readListing).
 */
export async function searchProducts(ports: SearchPorts, asked: ListingQuery): Promise<SearchResult> {
  const { query, filterLabels } = parseQuery(asked);
  const { terms, corrections } = await queryTerms(ports, query.text, { exact: asked.exact });
  const listing = await listProducts(ports, query, terms);
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
