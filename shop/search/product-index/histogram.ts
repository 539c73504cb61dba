import { priceBands } from "../../catalogue/catalogue.ts";

/**
 * How often each code occurs in the column for these documents. In: the number of possible codes. All columns are of one
 * type, because V8 compiles the loop for two half as fast.
 */
export function histogram(column: Uint16Array, valueCount: number, docs: Uint32Array): Uint32Array {
  const counts = new Uint32Array(valueCount);
  for (let at = 0; at < docs.length; at++) {
    const number = column[docs[at] ?? 0] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
  return counts;
}

/** A price's bands as bits: a price on the boundary of two bands is in both. */
export function priceBandBits(paid: number): number {
  return priceBands.reduce(
    (bits, { from, to }, at) => bits | (paid >= from && (to === null || paid <= to) ? 1 << at : 0),
    0,
  );
}

/** In: how often each combination of bands occurs. Out: the count per band. */
export function countPerBand(combinations: Uint32Array): number[] {
  return priceBands.map((_, at) =>
    combinations.reduce((sum, count, bits) => sum + (bits & (1 << at) ? count : 0), 0),
  );
}
