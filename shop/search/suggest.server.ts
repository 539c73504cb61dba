import { cachedCollections } from "../catalogue/collections.server.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { mediaPath } from "../catalogue/picture-address.ts";
import { rupees } from "../money.ts";
import { popularSearches } from "../search-log/search-log.server.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";
import type { Correction } from "./query-terms.server.ts";
import { understand } from "./search-products/understand.server.ts";
import { highlight, type TextSegment } from "./text/highlight.ts";
import { tokenize } from "./text/tokenize.ts";

/** Suggestions below the search field. Prices are formatted. */
export type Suggestions = {
  /** The text with corrected spelling, when no product has what was typed. */
  meant: string | null;
  searches: string[];
  categories: { slug: string; name: TextSegment[]; count: number }[];
  collections: { slug: string; name: TextSegment[] }[];
  products: {
    slug: string;
    name: TextSegment[];
    brand: string;
    paid: string;
    struck: string | null;
    picture: string | null;
    tint: string;
  }[];
  /** How many products match in all. */
  count: number;
};

const minLength = 2;
const limits = { products: 5, categories: 3, collections: 2, searches: 3 };
const thumbnailWidth = 160;
const noSuggestions: Suggestions = {
  meant: null,
  searches: [],
  categories: [],
  collections: [],
  products: [],
  count: 0,
};

/**
 * Suggestions for what was typed so far: matching products (the last word may be a prefix), their categories,
 * collections with that prefix, and popular searches. In: any text; fewer than two characters give none.
 */
export async function suggest(ports: SearchPorts, typed: string): Promise<Suggestions> {
  const asked = readListing(new URLSearchParams({ q: typed }));
  if ([...asked.text].length < minLength) return noSuggestions;
  const { query, terms, corrections } = await understand(ports, asked, { typing: true });
  const [listing, searches, shown] = await Promise.all([
    listProducts(ports, query, terms, { cards: limits.products, categoriesOnly: true }),
    popularSearches(ports, asked.text, limits.searches + 1),
    cachedCollections(ports),
  ]);
  const words = [...tokenize(query.text), ...corrections.map(({ correction }) => correction)];
  const typedWords = tokenize(asked.text);
  const begins = (name: string) =>
    typedWords.some((word) => word.length >= minLength && name.toLowerCase().startsWith(word));
  return {
    meant: corrections.length > 0 ? applyCorrections(asked.text, corrections) : null,
    searches: searches.filter((other) => other !== asked.text.toLowerCase()).slice(0, limits.searches),
    categories: listing.facets.categories
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count)
      .slice(0, limits.categories)
      .map(({ value, label, count }) => ({ slug: value, name: highlight(label, words), count })),
    collections: shown
      .filter(({ name }) => begins(name))
      .slice(0, limits.collections)
      .map(({ slug, name }) => ({ slug, name: highlight(name, typedWords) })),
    products: listing.products.slice(0, limits.products).map(({ slug, name, brand, price, picture }) => ({
      slug,
      name: highlight(name, words),
      brand,
      paid: rupees(price.paid),
      struck: price.struck === null ? null : rupees(price.struck),
      picture: picture && mediaPath(picture, thumbnailWidth, "webp"),
      tint: picture?.tint ?? "",
    })),
    count: listing.count,
  };
}

function applyCorrections(text: string, corrections: Correction[]): string {
  const meanings = new Map(corrections.map(({ typed, correction }) => [typed, correction]));
  return text
    .toLowerCase()
    .split(" ")
    .map((word) => meanings.get(word) ?? word)
    .join(" ");
}
