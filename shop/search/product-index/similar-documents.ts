import { forEachBit, hasBit, intersection, union } from "./bitset.ts";
import type { IndexColumns } from "./in-memory-index.ts";

/**
 * Documents in stock of the same category as `own`, the most similar first: by price distance, shared collections and
 * rating; ties by the product's id.
 */
export function similarDocuments(columns: IndexColumns, own: number, limit: number): number[] {
  const { live, collections, categories, variants, paid, rating, ids, bitsetWords } = columns;
  const scores = new Map<number, number>();
  const category = categories.codes[own];
  const inStock = union(variants.matching({ sizes: [], colours: [], inStock: true }), bitsetWords);
  const mySets = [...collections.values()].filter((set) => hasBit(set, own));
  forEachBit(intersection(live, inStock), (doc) => {
    if (doc === own || categories.codes[doc] !== category) return;
    const shared = mySets.reduce((sum, set) => sum + Number(hasBit(set, doc)), 0);
    const apart = Math.abs(Math.log((paid[doc] ?? 1) / (paid[own] ?? 1)));
    scores.set(doc, shared - 2 * apart + (rating[doc] ?? 0) / 50);
  });
  return [...scores]
    .sort(
      ([one, mark], [other, otherMark]) =>
        otherMark - mark || ((ids[one] ?? "") < (ids[other] ?? "") ? -1 : 1),
    )
    .slice(0, limit)
    .map(([doc]) => doc);
}
