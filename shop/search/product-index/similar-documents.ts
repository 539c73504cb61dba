import { cached } from "../../../platform/lru.ts";
import { type Bitset, clearBit, hasBit, intersection, union, withCodes } from "./bitset.ts";
import type { IndexColumns } from "./in-memory-index.ts";

const cachedMembers = 64;

type Asked = {
  limit: number;
  excluded: Bitset | null;
  /** The first of a set in the recommended order. */
  first(among: Bitset, limit: number): number[];
};

/**
 * Documents in stock similar to `own`, without those in `excluded`: of its category, then of its smallest collection,
 * then of all.
 */
export function similarDocuments(columns: IndexColumns, own: number, asked: Asked): number[] {
  const { limit, excluded, first } = asked;
  const similar = ofCategory(columns, own, limit, excluded);
  if (similar.length === limit) return similar;
  const inStock = columns.variants.matching({ sizes: [], colours: [], inStock: true });
  const all = intersection(union(inStock, columns.bitsetWords), columns.live);
  if (excluded) for (let at = 0; at < all.length; at++) all[at] = (all[at] ?? 0) & ~(excluded[at] ?? 0);
  for (const doc of [own, ...similar]) clearBit(all, doc);
  const near = first(intersection(all, smallestCollection(columns, own)), limit - similar.length);
  for (const doc of near) clearBit(all, doc);
  return [...similar, ...near, ...first(all, limit - similar.length - near.length)];
}

/** Those of its category: by price distance, shared collections and rating; ties by the product's id. */
function ofCategory(columns: IndexColumns, own: number, limit: number, excluded: Bitset | null): number[] {
  const { live, collections, categories, variants, paid, rating, ids } = columns;
  const scores: (readonly [doc: number, mark: number])[] = [];
  const inStock = variants.matching({ sizes: [], colours: [], inStock: true });
  const mySets = [...collections.values()].filter((set) => hasBit(set, own));
  const category = categories.codes[own] ?? 0;
  const members = cached(columns.categoryMembers, cachedMembers, String(category), () => {
    const table = new Uint8Array(categories.values.length);
    table[category] = 1;
    return documentsOf(withCodes(live, categories.codes, table));
  });
  for (const doc of members) {
    if (doc === own || !inStock.some((set) => hasBit(set, doc)) || (excluded && hasBit(excluded, doc)))
      continue;
    const shared = mySets.reduce((sum, set) => sum + Number(hasBit(set, doc)), 0);
    const apart = Math.abs(Math.log((paid[doc] ?? 1) / (paid[own] ?? 1)));
    scores.push([doc, shared - 2 * apart + (rating[doc] ?? 0) / 50]);
  }
  return scores
    .sort(
      ([one, mark], [other, otherMark]) =>
        otherMark - mark || ((ids[one] ?? "") < (ids[other] ?? "") ? -1 : 1),
    )
    .slice(0, limit)
    .map(([doc]) => doc);
}

/** The collection with the fewest products that a document is in; null for none. */
function smallestCollection({ collections }: IndexColumns, doc: number): Bitset | null {
  const size = (set: Bitset) => set.reduce((sum, word) => sum + Number(word !== 0), 0);
  const mine = [...collections.values()].filter((set) => hasBit(set, doc));
  return mine.toSorted((one, other) => size(one) - size(other))[0] ?? null;
}

function documentsOf(bits: Bitset): Uint32Array {
  const docs: number[] = [];
  for (let at = 0; at < bits.length; at++)
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1)
      docs.push((at << 5) + 31 - Math.clz32(left & -left));
  return Uint32Array.from(docs);
}
