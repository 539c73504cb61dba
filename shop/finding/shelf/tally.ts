import { priceBands } from "../../catalogue/catalogue.ts";
import type { Bits } from "./bits.ts";
import type { Rows } from "./shelf.ts";

/** How many products have each number of each column; for prices, how many are in each band. */
export type Tally = {
  categories: Uint32Array;
  brands: Uint32Array;
  origins: Uint32Array;
  percents: Uint32Array;
  ratings: Uint32Array;
  bands: number[];
};

/**
 * Counts all columns in one walk: six walks over a hundred thousand products would be most of a request's time. A price
 * that is the end of one band and the beginning of the next is in both.
 */
export function tally(rows: Rows, among: Bits): Tally {
  const categories = new Uint32Array(rows.categories.values.length);
  const brands = new Uint32Array(rows.brands.values.length);
  const origins = new Uint32Array(rows.origins.values.length);
  const percents = new Uint32Array(256);
  const ratings = new Uint32Array(256);
  const bands = priceBands.map(() => 0);
  const lowest = Float64Array.from(priceBands, ({ from }) => from);
  const highest = Float64Array.from(priceBands, ({ to }) => to ?? Number.POSITIVE_INFINITY);
  const { paid, percentOff, rating } = rows;
  const categoryAt = rows.categories.at;
  const brandAt = rows.brands.at;
  const originAt = rows.origins.at;
  for (let at = 0; at < among.length; at++) {
    let left = among[at] ?? 0;
    while (left !== 0) {
      const place = (at << 5) + 31 - Math.clz32(left & -left);
      left &= left - 1;
      add(categories, categoryAt[place] ?? 0);
      add(brands, brandAt[place] ?? 0);
      add(origins, originAt[place] ?? 0);
      add(percents, percentOff[place] ?? 0);
      add(ratings, rating[place] ?? 0);
      const price = paid[place] ?? 0;
      for (let band = 0; band < bands.length; band++)
        if (price >= (lowest[band] ?? 0) && price <= (highest[band] ?? 0))
          bands[band] = (bands[band] ?? 0) + 1;
    }
  }
  return { categories, brands, origins, percents, ratings, bands };
}

function add(counts: Uint32Array, number: number) {
  counts[number] = (counts[number] ?? 0) + 1;
}
