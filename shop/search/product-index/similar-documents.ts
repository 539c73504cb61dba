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

/** A mark is the collections shared, less twice the distance of the prices, and at most this for five stars. */
const fullRating = 1;

/**
 * Those of its category: by price distance, shared collections and rating; ties by the product's id. They are looked at
 * from the nearest price outwards, until no further one can have a better mark: a category of thousands takes little
 * longer than one of a hundred.
 */
function ofCategory(columns: IndexColumns, own: number, limit: number, excluded: Bitset | null): number[] {
  const { collections, variants, rating, ids } = columns;
  const inStock = variants.matching({ sizes: [], colours: [], inStock: true });
  const mySets = [...collections.values()].filter((set) => hasBit(set, own));
  const best: { doc: number; mark: number }[] = [];
  for (const { doc, apart } of nearestInPrice(columns, own)) {
    const worst = best[limit - 1]?.mark ?? Number.NEGATIVE_INFINITY;
    if (mySets.length + fullRating - 2 * apart < worst) break;
    if (doc === own || !inStock.some((set) => hasBit(set, doc)) || (excluded && hasBit(excluded, doc)))
      continue;
    const shared = mySets.reduce((sum, set) => sum + Number(hasBit(set, doc)), 0);
    const mark = shared - 2 * apart + ((rating[doc] ?? 0) / 50) * fullRating;
    if (mark < worst) continue;
    best.push({ doc, mark });
    best.sort(
      (one, other) => other.mark - one.mark || ((ids[one.doc] ?? "") < (ids[other.doc] ?? "") ? -1 : 1),
    );
    best.splice(limit);
  }
  return best.map(({ doc }) => doc);
}

/** The documents of a document's category by the distance of their price to its own, the nearest first. */
function* nearestInPrice(columns: IndexColumns, own: number): Generator<{ doc: number; apart: number }> {
  const byPrice = membersByPrice(columns, own);
  const paid = (doc: number) => columns.paid[doc] ?? 1;
  const apart = (doc: number | undefined) =>
    doc === undefined ? Number.POSITIVE_INFINITY : Math.abs(Math.log(paid(doc) / paid(own)));
  let [above, end] = [0, byPrice.length];
  while (above < end) {
    const middle = (above + end) >> 1;
    if (paid(byPrice[middle] ?? 0) < paid(own)) above = middle + 1;
    else end = middle;
  }
  for (let [below, left] = [above - 1, byPrice.length]; left > 0; left--) {
    const at = apart(byPrice[above]) <= apart(byPrice[below]) ? above++ : below--;
    const doc = byPrice[at];
    if (doc !== undefined) yield { doc, apart: apart(doc) };
  }
}

/** The documents of a document's category, the cheapest first. */
function membersByPrice(columns: IndexColumns, own: number): Uint32Array {
  const { live, categories, paid } = columns;
  const category = categories.codes[own] ?? 0;
  return cached(columns.categoryMembers, cachedMembers, String(category), () => {
    const table = new Uint8Array(categories.values.length);
    table[category] = 1;
    const members = documentsOf(withCodes(live, categories.codes, table));
    return members.sort((one, other) => (paid[one] ?? 0) - (paid[other] ?? 0));
  });
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
