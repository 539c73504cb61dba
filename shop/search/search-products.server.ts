import type { Listing, ListingQuery } from "../catalogue/catalogue.ts";
import { type FindingPorts, listGoods } from "./list-indexed-products.server.ts";
import { understand } from "./parse-query.ts";
import { type Relaxed, relax } from "./query-relaxation.server.ts";
import { type Correction, termsOf } from "./query-terms.server.ts";
import { searchedWords } from "./text/tokenize.ts";

/** A list, and how its text was read. */
export type Found = {
  /** The query with what was understood put in as filters; the list's links are made from it. */
  query: ListingQuery;
  listing: Listing;
  /** What may stand out in the products' names, in small letters: what was typed, meant, and words of the same meaning. */
  words: string[];
  /** The text as it was asked, when it was read as more than its words: filters in words, and corrected spelling. */
  read: { text: string; said: string[]; corrections: Correction[] } | null;
  /** When nothing matches: the nearest question that has an answer, if there is one. */
  relaxed: Relaxed | null;
};

/**
 * Finds products by text and filters. The text is understood (shop/search/parse-query.ts), its words are looked up
 * with their synonyms and, when no product has them, with the spelling corrected. In: a checked query (readListing).
 */
export async function findProducts(ports: FindingPorts, asked: ListingQuery): Promise<Found> {
  const { query, said } = understand(asked);
  const { terms, corrections } = await termsOf(ports, query.text, { exact: asked.exact });
  const listing = await listGoods(ports, query, terms);
  const read = said.length > 0 || corrections.length > 0 ? { text: asked.text, said, corrections } : null;
  const words = [
    ...searchedWords(query.text),
    ...corrections.map(({ meant }) => meant),
    ...terms.flatMap(({ alternatives }) => alternatives.flat()),
  ];
  const relaxed = listing.count === 0 ? await relax(ports, query, terms) : null;
  return { query, listing, words: [...new Set(words)], read, relaxed };
}
