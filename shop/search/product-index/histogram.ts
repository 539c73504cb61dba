import { priceBands } from "../../catalogue/catalogue.ts";
import type { Bitset } from "./bitset.ts";

/** The places of a set, written out: several columns are then counted without taking the set apart each time. */
export function documentIds(bits: Bitset, count: number): Uint32Array {
  const docs = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < bits.length; at++) {
    let left = bits[at] ?? 0;
    while (left !== 0) {
      docs[next++] = (at << 5) + 31 - Math.clz32(left & -left);
      left &= left - 1;
    }
  }
  return docs;
}

/** How often each number stands in the column at these places. In: one more than the highest number there may be. */
export function histogram(
  column: Uint8Array | Uint16Array,
  valueCount: number,
  docs: Uint32Array,
): Uint32Array {
  const counts = new Uint32Array(valueCount);
  for (let at = 0; at < docs.length; at++) {
    const number = column[docs[at] ?? 0] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
  return counts;
}

/** A price's bands as bits: one that is the end of a band and the beginning of the next is in both. */
export function priceBandBits(paid: number): number {
  return priceBands.reduce(
    (bits, { from, to }, at) => bits | (paid >= from && (to === null || paid <= to) ? 1 << at : 0),
    0,
  );
}

/** In: how often each combination of bands stands there. Out: how many are in each band. */
export function countPerBand(combinations: Uint32Array): number[] {
  return priceBands.map((_, at) =>
    combinations.reduce((sum, count, bits) => sum + (bits & (1 << at) ? count : 0), 0),
  );
}
