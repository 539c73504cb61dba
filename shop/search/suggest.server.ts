import { keptCollections } from "../catalogue/collections.server.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { mediaPath } from "../catalogue/picture-address.ts";
import { rupees } from "../money.ts";
import { popularSearches } from "../search-log/search-log.server.ts";
import { type FindingPorts, listGoods } from "./list-indexed-products.server.ts";
import { understand } from "./parse-query.ts";
import { type Correction, termsOf } from "./query-terms.server.ts";
import { highlight, type Piece } from "./text/highlight.ts";
import { searchedWords } from "./text/tokenize.ts";

/** What is shown below the search field while somebody types. Prices in words, ready to be shown. */
export type Suggestions = {
  /** The text with its spelling corrected, when no product has what was typed. */
  meant: string | null;
  searches: string[];
  categories: { slug: string; name: Piece[]; count: number }[];
  collections: { slug: string; name: Piece[] }[];
  products: {
    slug: string;
    name: Piece[];
    brand: string;
    paid: string;
    struck: string | null;
    picture: string | null;
    tint: string;
  }[];
  /** How many products match in all. */
  count: number;
};

const shortest = 2;
const wanted = { products: 5, categories: 3, collections: 2, searches: 3 };
const thumbnail = 160;
const nothing: Suggestions = {
  meant: null,
  searches: [],
  categories: [],
  collections: [],
  products: [],
  count: 0,
};

/**
 * Suggestions for what was typed so far: products that match (the last word may have only begun), the categories they
 * are in, collections of that name, and what others looked for. In: any text; below two characters nothing is
 * suggested.
 */
export async function suggest(ports: FindingPorts, typed: string): Promise<Suggestions> {
  const asked = readListing(new URLSearchParams({ q: typed }));
  if ([...asked.text].length < shortest) return nothing;
  const { query } = understand(asked);
  const { terms, corrections } = await termsOf(ports, query.text, { typing: true });
  const [listing, searches, shown] = await Promise.all([
    listGoods(ports, query, terms, { cards: wanted.products, categoriesOnly: true }),
    popularSearches(ports, asked.text, wanted.searches + 1),
    keptCollections(ports),
  ]);
  const words = [...searchedWords(query.text), ...corrections.map(({ meant }) => meant)];
  const typedWords = searchedWords(asked.text);
  const begins = (name: string) =>
    typedWords.some((word) => word.length >= shortest && name.toLowerCase().startsWith(word));
  return {
    meant: corrections.length > 0 ? correct(asked.text, corrections) : null,
    searches: searches.filter((other) => other !== asked.text.toLowerCase()).slice(0, wanted.searches),
    categories: listing.facets.categories
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count)
      .slice(0, wanted.categories)
      .map(({ value, label, count }) => ({ slug: value, name: highlight(label, words), count })),
    collections: shown
      .filter(({ name }) => begins(name))
      .slice(0, wanted.collections)
      .map(({ slug, name }) => ({ slug, name: highlight(name, typedWords) })),
    products: listing.products.slice(0, wanted.products).map(({ slug, name, brand, price, picture }) => ({
      slug,
      name: highlight(name, words),
      brand,
      paid: rupees(price.paid),
      struck: price.struck === null ? null : rupees(price.struck),
      picture: picture && mediaPath(picture, thumbnail, "webp"),
      tint: picture?.tint ?? "",
    })),
    count: listing.count,
  };
}

function correct(text: string, corrections: Correction[]): string {
  const meanings = new Map(corrections.map(({ typed, meant }) => [typed, meant]));
  return text
    .toLowerCase()
    .split(" ")
    .map((word) => meanings.get(word) ?? word)
    .join(" ");
}
