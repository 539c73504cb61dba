import type { Paise } from "../../money.ts";
import type { Bits } from "./bitset.ts";

/** One active product as lists see it. Times are milliseconds, except `createdAt`, which counts microseconds. */
export type Goods = {
  id: string;
  /** Another number once any row that belongs to the product was written. */
  version: number;
  /** Lower case, as lists are ordered by it. */
  name: string;
  brand: string;
  category: { slug: string; name: string } | null;
  collections: string[];
  origin: string | null;
  price: Paise;
  originalPrice: Paise | null;
  rating: number | null;
  reviewCount: number;
  createdAt: number;
  /** Words as in product.search_words: of brand, tags and material; of the category; of the name. */
  words: readonly [rest: string[], category: string[], name: string[]];
  pieces: { size: string | null; colour: string | null; there: boolean }[];
  offers: Offer[];
};

export type Offer = { percent: number; from: number; to: number };

/** Which pieces there are: for each size and each colour family, any and all, in stock and at all. */
export type Pieces = {
  add(place: number, pieces: Goods["pieces"]): void;
  sizes(): Iterable<string>;
  colours(): Iterable<string>;
  /** The sets whose union has the products with a piece of one of these sizes and colours; none given: any. */
  of(asked: { sizes: readonly string[]; colours: readonly string[]; there: boolean }): Bits[];
};

const any = "*";

/** In: how many words of 32 bits a set has. */
export function makePieces(words: number): Pieces {
  const sets = new Map<string, Bits>();
  const sizes = new Set<string>();
  const colours = new Set<string>();
  const key = (size: string, colour: string, there: boolean) => `${there ? "+" : ""}${size}\n${colour}`;
  return {
    add(place, pieces) {
      for (const piece of pieces) {
        if (piece.size !== null) sizes.add(piece.size);
        if (piece.colour !== null) colours.add(piece.colour);
        for (const there of piece.there ? [false, true] : [false]) {
          for (const size of [any, ...(piece.size === null ? [] : [piece.size])]) {
            for (const colour of [any, ...(piece.colour === null ? [] : [piece.colour])]) {
              const name = key(size, colour, there);
              const set = sets.get(name) ?? new Uint32Array(words);
              set[place >>> 5] = (set[place >>> 5] ?? 0) | (1 << (place & 31));
              sets.set(name, set);
            }
          }
        }
      }
    },
    sizes: () => sizes,
    colours: () => colours,
    of({ sizes: askedSizes, colours: askedColours, there }) {
      const found: Bits[] = [];
      for (const size of askedSizes.length > 0 ? askedSizes : [any])
        for (const colour of askedColours.length > 0 ? askedColours : [any]) {
          const set = sets.get(key(size, colour, there));
          if (set) found.push(set);
        }
      return found;
    },
  };
}

/** The values of one column by their number: brands, categories, countries. */
export type Column = {
  values: string[];
  /** The number of each place's value; 0 where there is none. */
  at: Uint16Array;
  set(place: number, value: string | null): void;
  /** The numbers of these values, as a table to look up in. */
  among(values: readonly string[]): Uint8Array;
};

/** In: how many places there are. At most 65,535 different values. */
export function makeColumn(capacity: number): Column {
  const numbers = new Map<string, number>();
  const values = [""];
  const at = new Uint16Array(capacity);
  return {
    values,
    at,
    set(place, value) {
      if (value === null) return;
      const number = numbers.get(value) ?? values.push(value) - 1;
      numbers.set(value, number);
      at[place] = number;
    },
    among(asked) {
      const table = new Uint8Array(values.length);
      for (const value of asked) {
        const number = numbers.get(value);
        if (number !== undefined) table[number] = 1;
      }
      return table;
    },
  };
}
