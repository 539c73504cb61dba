/** One doubling of the pieces sold weighs as much as so many days of age. */
const daysPerDoubling = 60;
const microsecondsPerDay = 86_400_000_000;
/** Reviews of an average product, which a new one starts with: one opinion must not decide. */
const priorReviews = 5;
const priorRating = 4;
const ratingWeight = 2;
const stockWeight = 3;
/** Below everything that can be bought. */
const soldOut = -1_000_000;

/** What the order goes by. `sold`: pieces in 90 days; `createdAt`: microseconds. */
type Ranked = {
  sold: number;
  rating: number | null;
  reviewCount: number;
  createdAt: number;
  variants: readonly { inStock: boolean }[];
};

/**
 * The place of a product in the recommended order, the highest first: what sells (each doubling one point), how much of
 * it is in stock over its sizes and colours, its rating, and when it came. The age counts as in Reddit's "hot" order, by
 * the moment of creation: so the order of two products never changes by time alone, and pages stay stable. Sold-out
 * products come last.
 */
export function recommendedScore({ sold, rating, reviewCount, createdAt, variants }: Ranked): number {
  const inStock = variants.filter((variant) => variant.inStock).length;
  const mean = ((rating ?? 0) * reviewCount + priorRating * priorReviews) / (reviewCount + priorReviews);
  return (
    (inStock === 0 ? soldOut : 0) +
    Math.log2(1 + sold) +
    (stockWeight * inStock) / Math.max(1, variants.length) +
    ratingWeight * (mean - priorRating) +
    createdAt / microsecondsPerDay / daysPerDoubling
  );
}

/** Products are moved only within blocks of the list, so that a later page never changes an earlier one. */
export const varietyBlock = 48;
const lookahead = 12;
/** How far down the list a product may come from to avoid a neighbour that is alike in one respect. */
const placesPerLikeness = 4;

/**
 * Varies a list so that neighbours differ: of the next twelve, the one comes first that shares the least with the two
 * before it, where each place down the list counts a little. In: the list, best first, and the respects in which two
 * may be alike.
 */
export function varied<Item>(list: readonly Item[], respects: readonly ((item: Item) => unknown)[]): Item[] {
  const blocks: Item[] = [];
  for (let start = 0; start < list.length; start += varietyBlock) {
    const rest = list.slice(start, start + varietyBlock);
    while (rest.length > 0) {
      const [last, beforeLast] = [blocks.at(-1), blocks.at(-2)];
      const likeness = (item: Item) =>
        respects.filter((of) => last !== undefined && of(last) === of(item)).length +
        respects.filter((of) => beforeLast !== undefined && of(beforeLast) === of(item)).length / 2;
      const costs = rest.slice(0, lookahead).map((item, at) => likeness(item) * placesPerLikeness + at);
      const [next] = rest.splice(costs.indexOf(Math.min(...costs)), 1);
      if (next !== undefined) blocks.push(next);
    }
  }
  return blocks;
}
