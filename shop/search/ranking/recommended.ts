/** The number of days of age that weigh as much as a doubling of the units sold. */
const daysPerDoubling = 60;
const microsecondsPerDay = 86_400_000_000;
/** The number of average reviews that each product starts with, so that a single review does not decide. */
const priorReviews = 5;
const priorRating = 4;
const ratingWeight = 2;
const stockWeight = 3;
/** Below every available product. */
const soldOut = -1_000_000;

/** The inputs of the score. `sold`: units in 90 days; `createdAt`: microseconds. */
type Ranked = {
  sold: number;
  rating: number | null;
  reviewCount: number;
  createdAt: number;
  variants: readonly { inStock: boolean }[];
};

/**
 * The score of a product in the recommended order, highest first: units sold (each doubling one point), the share of
 * sizes and colours in stock, its rating, and its age. The age counts as in Reddit's "hot" ranking, by the time of
 * creation: so the order of two products never changes with time alone, and pages stay stable. Sold-out products come
 * last.
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
/** How many positions a product may move up to avoid a neighbour that is alike in one respect. */
const placesPerLikeness = 4;

/**
 * Diversifies a list: of the next twelve products, the one with the least in common with the previous two comes next,
 * with a small penalty for each position further down. In: the list, best first, and the attributes to compare.
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
