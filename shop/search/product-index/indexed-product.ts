import type { Paise } from "../../money.ts";
import type { Bitset } from "./bitset.ts";

/** One active product in the index. Times are milliseconds, except `createdAt` in microseconds. */
export type IndexedProduct = {
  id: string;
  /** Changes when any row of the product is written. */
  version: number;
  /** Lower case, for sorting. */
  name: string;
  brand: string;
  category: {
    slug: string;
    name: string;
    kind: string;
    parent: { slug: string; name: string } | null;
  } | null;
  /** The values of details that lists can be filtered by, as text. */
  details: { key: string; value: string }[];
  collections: string[];
  /** Collections in which staff pinned it (1 first) or buried it (below 0). */
  placements: { collection: string; placement: number }[];
  /** Units sold in the last 90 days. */
  sold: number;
  origin: string | null;
  price: Paise;
  originalPrice: Paise | null;
  rating: number | null;
  reviewCount: number;
  createdAt: number;
  tags: string[];
  /** The names of its colours, lower case. */
  shades: string[];
  /** Lexemes of product.search_words: of the description; of brand, tags and material; of the category; of the name. */
  words: readonly [description: string[], rest: string[], category: string[], name: string[]];
  /** Its combinations of size, colour family, stock and own price (paise; null: the product's). */
  variants: { size: string | null; colour: string | null; inStock: boolean; ownPrice: Paise | null }[];
  offers: IndexedOffer[];
};

export type IndexedOffer = { percent: number; from: number; to: number };

/** Available variants as sets of products: for each size and colour family or any, in stock or at all. */
export type VariantIndex = {
  add(doc: number, variants: IndexedProduct["variants"]): void;
  sizes(): Iterable<string>;
  colours(): Iterable<string>;
  /** The sets whose union has the products with a variant of one of these sizes and colours; empty: any. */
  matching(asked: { sizes: readonly string[]; colours: readonly string[]; inStock: boolean }): Bitset[];
};

const any = "*";

/** In: the number of 32-bit words per set. */
export function makeVariantIndex(words: number): VariantIndex {
  const sets = new Map<string, Bitset>();
  const sizes = new Set<string>();
  const colours = new Set<string>();
  const key = (size: string, colour: string, inStock: boolean) => `${inStock ? "+" : ""}${size}\n${colour}`;
  return {
    add(doc, variants) {
      for (const variant of variants) {
        if (variant.size !== null) sizes.add(variant.size);
        if (variant.colour !== null) colours.add(variant.colour);
        for (const inStock of variant.inStock ? [false, true] : [false]) {
          for (const size of [any, ...(variant.size === null ? [] : [variant.size])]) {
            for (const colour of [any, ...(variant.colour === null ? [] : [variant.colour])]) {
              const name = key(size, colour, inStock);
              const set = sets.get(name) ?? new Uint32Array(words);
              set[doc >>> 5] = (set[doc >>> 5] ?? 0) | (1 << (doc & 31));
              sets.set(name, set);
            }
          }
        }
      }
    },
    sizes: () => sizes,
    colours: () => colours,
    matching({ sizes: askedSizes, colours: askedColours, inStock }) {
      const found: Bitset[] = [];
      for (const size of askedSizes.length > 0 ? askedSizes : [any])
        for (const colour of askedColours.length > 0 ? askedColours : [any]) {
          const set = sets.get(key(size, colour, inStock));
          if (set) found.push(set);
        }
      return found;
    },
  };
}

/** A dictionary-encoded column: brands, categories, countries. */
export type DictionaryColumn = {
  values: string[];
  /** The code of each document; 0 for none. */
  codes: Uint16Array;
  set(doc: number, value: string | null): void;
  /** The codes of those of these values that some document has, in ascending order. */
  codesOf(values: readonly string[]): number[];
};

/** In: the capacity in documents. At most 65,535 different values. */
export function makeDictionaryColumn(capacity: number): DictionaryColumn {
  const codeOf = new Map<string, number>();
  const values = [""];
  const codes = new Uint16Array(capacity);
  return {
    values,
    codes,
    set(doc, value) {
      if (value === null) return;
      const code = codeOf.get(value) ?? values.push(value) - 1;
      codeOf.set(value, code);
      codes[doc] = code;
    },
    codesOf: (asked) =>
      [...new Set(asked)].flatMap((value) => codeOf.get(value) ?? []).sort((one, other) => one - other),
  };
}
