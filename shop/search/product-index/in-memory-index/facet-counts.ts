import { discountSteps, type ListingQuery, priceBands, ratingSteps } from "../../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../../catalogue/facets.ts";
import { inPriceRange } from "../../../catalogue/pricing.ts";
import { type Bitset, hasBit } from "../bitset.ts";
import { countPerBand, histogram } from "../histogram.ts";
import type { IndexColumns } from "../in-memory-index.ts";
import { highestDiscount, priceBandsOf } from "../index-prices.ts";
import type { DictionaryColumn } from "../indexed-product.ts";
import { changesPrices, type FilterMasks, variantFilters } from "./filter-masks.ts";
import { documentIds, type SparseBitset, sizeWithin } from "./sparse-bitset.ts";

/** Counts each value of each group as if its own group were not filtered. `categoriesOnly`: only that group. */
export function facetCounts(
  columns: IndexColumns,
  query: ListingQuery,
  { groups, matching }: FilterMasks,
  categoriesOnly: boolean,
): { all: SparseBitset; count: number; facets: FacetCounts } {
  const { sizes, colours, inStockOnly } = query;
  const all = matching();
  const allDocs = documentIds(all);
  const count = allDocs.length;
  // Unfiltered groups are all counted over the same documents.
  const docsFor = (group: keyof FilterMasks["groups"]): Uint32Array =>
    (groups[group] ?? null) === null ? allDocs : documentIds(matching(group));
  const values = (column: DictionaryColumn, group: keyof FilterMasks["groups"]) =>
    countsByValue(column.values, histogram(column.codes, column.values.length, docsFor(group)));
  const categories = categoryCounts(columns, query.categories, values(columns.categories, "category"));
  if (categoriesOnly) return { all, count, facets: { ...emptyCounts(), categories } };
  const bands = countPerBand(
    pricesHistogram(columns, query, "price", { docs: docsFor("price"), size: 1 << priceBands.length }),
  );
  const discounts = pricesHistogram(columns, query, "discount", { docs: docsFor("discount"), size: 256 });
  const among = matching("variant");
  const differ = changesPrices(columns, variantFilters(query, "variant"));
  const differing = differ
    ? differingVariants(columns, query, documentIds(only(among, columns.differing)))
    : null;
  const alike = differ ? without(among, columns.differing) : among;
  const countHaving = (asked: { sizes: readonly string[]; colours: readonly string[]; inStock: boolean }) =>
    sizeWithin(columns.variants.matching(asked), alike);
  return {
    all,
    count,
    facets: {
      categories,
      brands: values(columns.brands, "brand"),
      origins: values(columns.origins, "origin"),
      details: new Map([...columns.details].map(([key, column]) => [key, values(column, `detail ${key}`)])),
      bands: new Map(priceBands.map(({ id }, at) => [id, bands[at] ?? 0])),
      discounts: atLeast(discounts, discountSteps, 1),
      ratings: atLeast(histogram(columns.rating, 256, docsFor("rating")), ratingSteps, 10),
      sizes: nonZeroCounts(
        columns.variants.sizes(),
        (size) =>
          countHaving({ sizes: [size], colours, inStock: inStockOnly }) + (differing?.sizes.get(size) ?? 0),
      ),
      colours: nonZeroCounts(
        columns.variants.colours(),
        (colour) =>
          countHaving({ sizes, colours: [colour], inStock: inStockOnly }) +
          (differing?.colours.get(colour) ?? 0),
      ),
      inStock: countHaving({ sizes, colours, inStock: true }) + (differing?.inStock ?? 0),
    },
  };
}

/**
 * How often each combination of price bands or each discount occurs. For products whose variants differ in price the
 * columns have those of all variants: with other filters they are found anew.
 */
function pricesHistogram(
  columns: IndexColumns,
  query: ListingQuery,
  group: "price" | "discount",
  { docs, size }: { docs: Uint32Array; size: number },
): Uint32Array {
  const filters = variantFilters(query, group);
  const [column, codeOf] =
    group === "price"
      ? ([columns.bands, priceBandsOf] as const)
      : ([columns.percentOff, highestDiscount] as const);
  const counts = histogram(column, size, docs);
  if (!changesPrices(columns, filters)) return counts;
  for (const doc of docs) {
    if (!hasBit(columns.differing, doc)) continue;
    const code = column[doc] ?? 0;
    counts[code] = (counts[code] ?? 0) - 1;
    const asked = codeOf(columns.pricedVariants.get(doc) ?? [], filters);
    counts[asked] = (counts[asked] ?? 0) + 1;
  }
  return counts;
}

/** The members of a set that are in another. */
function only({ positions, words }: SparseBitset, other: Bitset): SparseBitset {
  return { positions, words: words.map((word, n) => word & (other[positions[n] ?? 0] ?? 0)) };
}

/** The members of a set that are not in another. */
function without({ positions, words }: SparseBitset, other: Bitset): SparseBitset {
  return { positions, words: words.map((word, n) => word & ~(other[positions[n] ?? 0] ?? 0)) };
}

type Tally = { sizes: Map<string, number>; colours: Map<string, number>; inStock: number };

/**
 * Of the products of a set whose variants differ in price, how many have each size and colour, and any in stock, at a
 * chosen price and discount. Each product's variants are read once: there are thousands of such products.
 */
function differingVariants(columns: IndexColumns, query: ListingQuery, docs: Uint32Array): Tally {
  const tally: Tally = { sizes: new Map(), colours: new Map(), inStock: 0 };
  const filters = variantFilters(query, "variant");
  const { sizes, colours, inStockOnly } = query;
  const any = new Map<string, number>();
  for (const doc of docs) {
    const variants = columns.pricedVariants.get(doc);
    if (!variants) continue;
    const bySize = new Map<string, number>();
    const byColour = new Map<string, number>();
    const inStock = new Map<string, number>();
    for (const { size, colour, inStock: isThere, price } of variants) {
      const passes =
        inPriceRange(price.paid, filters) && (price.percentOff ?? 0) >= (filters.minDiscount ?? 0);
      const state = (isThere ? 1 : 0) | (isThere && passes ? 2 : 0) | (passes ? 4 : 0);
      const ofSize = sizes.length === 0 || (size !== null && sizes.includes(size));
      const ofColour = colours.length === 0 || (colour !== null && colours.includes(colour));
      const counts = isThere || !inStockOnly;
      if (counts && ofColour && size !== null) add(bySize, size, state);
      if (counts && ofSize && colour !== null) add(byColour, colour, state);
      if (isThere && ofSize && ofColour) add(inStock, "", state);
    }
    count(bySize, tally.sizes);
    count(byColour, tally.colours);
    count(inStock, any);
  }
  return { ...tally, inStock: any.get("") ?? 0 };
}
const add = (states: Map<string, number>, value: string, state: number) =>
  states.set(value, (states.get(value) ?? 0) | state);

/** Adds one to each value of which a variant passes: one in stock, if any is in stock (1), else any (4). */
function count(states: ReadonlyMap<string, number>, counts: Map<string, number>): void {
  for (const [value, state] of states)
    if (state & (state & 1 ? 2 : 4)) counts.set(value, (counts.get(value) ?? 0) + 1);
}

function emptyCounts(): Omit<FacetCounts, "categories"> {
  const none = new Map<string, number>();
  return {
    brands: none,
    origins: none,
    details: new Map(),
    bands: none,
    discounts: none,
    ratings: none,
    sizes: none,
    colours: none,
    inStock: 0,
  };
}

/** The counted categories, with what is part of them, and the chosen ones without a match. */
function categoryCounts(
  columns: IndexColumns,
  chosen: string[],
  counts: Map<string, number>,
): FacetCounts["categories"] {
  for (const [child, parent] of columns.categoryParents)
    if (parent !== null && counts.has(child))
      counts.set(parent, (counts.get(parent) ?? 0) + (counts.get(child) ?? 0));
  const slugs = new Set([...counts.keys(), ...chosen.filter((slug) => columns.categoryNames.has(slug))]);
  return [...slugs].map((slug) => ({
    value: slug,
    label: columns.categoryNames.get(slug) ?? slug,
    count: counts.get(slug) ?? 0,
  }));
}

function countsByValue(values: readonly string[], counts: Uint32Array): Map<string, number> {
  const found = new Map<string, number>();
  counts.forEach((count, number) => {
    if (number > 0 && count > 0) found.set(values[number] ?? "", count);
  });
  return found;
}

function atLeast(counts: Uint32Array, steps: readonly number[], unit: number): Map<string, number> {
  const sum = (step: number) => counts.subarray(step * unit).reduce((total, count) => total + count, 0);
  return new Map(steps.map((step) => [String(step), sum(step)]));
}

function nonZeroCounts(values: Iterable<string>, count: (value: string) => number): Map<string, number> {
  return new Map([...values].map((value) => [value, count(value)] as const).filter(([, found]) => found > 0));
}
