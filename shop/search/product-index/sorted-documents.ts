import { type Bitset, hasBit } from "./bitset.ts";

/** `limit` documents of an order, after `skipped`. */
export type Slice = { skipped: number; limit: number };

/** Documents in one sort order. `before`: negative when the first comes before the second; never 0. */
export type SortedDocuments = {
  /** Sets all documents at once, in any order. */
  fill(docs: Uint32Array): void;
  insert(doc: number): void;
  /** A slice of the documents in `among`. */
  slice(among: Bitset, slice: Slice): number[];
  /** All documents in `among`. */
  forEach(among: Bitset, visit: (doc: number) => void): void;
};

/** Fewer are sorted faster than found in the order of all. */
const few = 64;

/** The members of a set; null when they are more than a few. */
function membersIfFew(bits: Bitset): number[] | null {
  const found: number[] = [];
  for (let at = 0; at < bits.length; at++)
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      if (found.length === few) return null;
      found.push((at << 5) + 31 - Math.clz32(left & -left));
    }
  return found;
}

/** By code points, as PostgreSQL's collation "C" orders. Out: negative, 0 or positive. */
export function compareCodePoints(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** In: the capacity, and the comparison of two documents. */
export function makeSortedDocuments(
  capacity: number,
  before: (one: number, other: number) => number,
): SortedDocuments {
  const docs = new Uint32Array(capacity);
  let length = 0;
  return {
    fill(all) {
      docs.set(all);
      length = all.length;
      docs.subarray(0, length).sort(before);
    },
    insert(doc) {
      let low = 0;
      for (let high = length; low < high; ) {
        const middle = (low + high) >>> 1;
        if (before(docs[middle] ?? 0, doc) < 0) low = middle + 1;
        else high = middle;
      }
      docs.copyWithin(low + 1, low, length);
      docs[low] = doc;
      length++;
    },
    slice(among, { skipped, limit }) {
      const members = membersIfFew(among);
      if (members) return members.sort(before).slice(skipped, skipped + limit);
      const found: number[] = [];
      let seen = 0;
      for (let at = 0; at < length && found.length < limit; at++) {
        const doc = docs[at] ?? 0;
        if (hasBit(among, doc) && seen++ >= skipped) found.push(doc);
      }
      return found;
    },
    forEach(among, visit) {
      for (let at = 0; at < length; at++) {
        const doc = docs[at] ?? 0;
        if (hasBit(among, doc)) visit(doc);
      }
    },
  };
}

/** A slice of the documents in `among`, the highest score first; ties in the order of `order`. */
export function topScored(order: SortedDocuments, among: Bitset, scores: Uint16Array, part: Slice): number[] {
  const until = part.skipped + part.limit;
  const byScore: number[][] = [];
  order.forEach(among, (doc) => {
    const score = scores[doc] ?? 0;
    const same = byScore[score] ?? [];
    byScore[score] = same;
    if (same.length < until) same.push(doc);
  });
  return byScore.reverse().flat().slice(part.skipped, until);
}
