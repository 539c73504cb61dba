import type { Listing, ListingQuery, Term } from "../catalogue/catalogue.ts";
import { cachedCollections } from "../catalogue/collections.server.ts";
import { noFilters, readListing } from "../catalogue/listing-address.ts";
import { mediaPath } from "../catalogue/picture-address.ts";
import { rupees } from "../money.ts";
import { popularSearches } from "../search-log/search-log.server.ts";
import { loadLexicon } from "./lexicon/read-lexicon.server.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";
import { productIndex } from "./product-index.server.ts";
import type { Correction } from "./query/query-terms.server.ts";
import { understand } from "./query/understand.server.ts";
import { factWord } from "./text/facts.ts";
import { highlight, type TextSegment } from "./text/highlight.ts";
import { tokenize } from "./text/tokenize.ts";

/** Suggestions below the search field. Prices are formatted. */
export type Suggestions = {
  /** The text with corrected spelling, when no product has what was typed. */
  meant: string | null;
  /** What others searched for; before anything is typed, the popular searches. */
  searches: string[];
  /** Product types with the prefix, with their number of products; `q`: the search for it. */
  types: { name: TextSegment[]; q: string; count: number }[];
  brands: { name: TextSegment[]; brand: string; count: number }[];
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
  /** The total number of matching products. */
  count: number;
};

const minLength = 2;
const limits = { products: 5, categories: 3, collections: 2, searches: 3, types: 3, brands: 2, popular: 5 };
const thumbnailWidth = 160;
const noSuggestions: Suggestions = {
  meant: null,
  searches: [],
  types: [],
  brands: [],
  categories: [],
  collections: [],
  products: [],
  count: 0,
};

/**
 * Suggestions for what was typed so far: matching products (the last word may be a prefix), their categories, product
 * types, brands and collections with that prefix, and popular searches. In: any text; an empty one gives only popular
 * searches, a single character nothing.
 */
export async function suggest(ports: SearchPorts, typed: string): Promise<Suggestions> {
  const asked = readListing(new URLSearchParams({ q: typed }));
  if (asked.text === "")
    return { ...noSuggestions, searches: await popularSearches(ports, "", limits.popular) };
  if ([...asked.text].length < minLength) return noSuggestions;
  const { query, terms, corrections } = await understand(ports, asked, { typing: true });
  const [found, searches, shown, begun] = await Promise.all([
    listProducts(ports, query, terms, { cards: limits.products, categoriesOnly: true }),
    popularSearches(ports, asked.text, limits.searches + 1),
    cachedCollections(ports),
    typesAndBrands(ports, asked),
  ]);
  const listing = found.count > 0 ? found : ((await listOfType(ports, asked, begun)) ?? found);
  const words = [...tokenize(query.text), ...corrections.map(({ correction }) => correction)];
  const typedWords = tokenize(asked.text);
  const begins = (name: string) =>
    typedWords.some((word) => word.length >= minLength && name.toLowerCase().startsWith(word));
  return {
    meant: corrections.length > 0 ? applyCorrections(asked.text, corrections) : null,
    searches: searches.filter((other) => other !== asked.text.toLowerCase()).slice(0, limits.searches),
    ...begun,
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

/** When no name has the prefix, the products of a type that has it: "ear" for earrings called hoops and jhumkas. */
async function listOfType(
  ports: SearchPorts,
  asked: ListingQuery,
  { types: [type] }: Pick<Suggestions, "types">,
): Promise<Listing | null> {
  if (!type) return null;
  const { query, terms } = await understand(ports, { ...asked, text: type.q });
  return listProducts(ports, query, terms, { cards: limits.products, categoriesOnly: true });
}

/** Product types and brands that the shop sells, with a word that has the typed prefix. */
async function typesAndBrands(
  ports: SearchPorts,
  asked: ListingQuery,
): Promise<Pick<Suggestions, "types" | "brands">> {
  const typed = asked.text.toLowerCase();
  const [lexicon, index] = [await loadLexicon(ports), await productIndex(ports)];
  const now = ports.clock.now().getTime();
  const count = (term: Partial<Term>) =>
    index.count({ ...asked, ...noFilters }, [{ alternatives: [], prefix: null, ...term }], now);
  const types = lexicon.typesBeginning(typed).map(({ name, rules }) => ({
    name: highlight(name, [typed]),
    q: name.toLowerCase(),
    count: count({ types: rules }),
  }));
  const brands = lexicon.brandsBeginning(typed).map((brand) => ({
    name: highlight(brand, [typed]),
    brand,
    count: count({ alternatives: [[factWord("brand", brand)]] }),
  }));
  const most = <Line extends { count: number }>(lines: Line[], limit: number) =>
    lines
      .filter((line) => line.count > 0)
      .sort((one, other) => other.count - one.count)
      .slice(0, limit);
  return { types: most(types, limits.types), brands: most(brands, limits.brands) };
}

function applyCorrections(text: string, corrections: Correction[]): string {
  const meanings = new Map(corrections.map(({ typed, correction }) => [typed, correction]));
  return text
    .toLowerCase()
    .split(" ")
    .map((word) => meanings.get(word) ?? word)
    .join(" ");
}
