import { discountSteps, type ListingQuery, priceBands, ratingSteps } from "../../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../../catalogue/facets.ts";
import type { PricedVariant } from "../../../catalogue/pricing.ts";
import { hasBit } from "../bitset.ts";
import { countPerBand, histogram } from "../histogram.ts";
import type { IndexColumns } from "../in-memory-index.ts";
import { hasAsked, highestDiscount, priceBandsOf } from "../index-prices.ts";
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
    groups[group] === null ? allDocs : documentIds(matching(group));
  const values = (column: DictionaryColumn, group: keyof FilterMasks["groups"]) =>
    countsByValue(column.values, histogram(column.codes, column.values.length, docsFor(group)));
  const categories = categoryCounts(columns, query.categories, values(columns.categories, "category"));
  if (categoriesOnly) return { all, count, facets: { ...emptyCounts(), categories } };
  const bands = countPerBand(
    pricesHistogram(columns, query, "price", { docs: docsFor("price"), size: 1 << priceBands.length }),
  );
  const discounts = pricesHistogram(columns, query, "discount", { docs: docsFor("discount"), size: 256 });
  const countHaving = pieceCounts(columns, query, matching("piece"));
  return {
    all,
    count,
    facets: {
      categories,
      brands: values(columns.brands, "brand"),
      origins: values(columns.origins, "origin"),
      bands: new Map(priceBands.map(({ id }, at) => [id, bands[at] ?? 0])),
      discounts: atLeast(discounts, discountSteps, 1),
      ratings: atLeast(histogram(columns.rating, 256, docsFor("rating")), ratingSteps, 10),
      sizes: nonZeroCounts(columns.variants.sizes(), (size) =>
        countHaving({ sizes: [size], colours, inStock: inStockOnly }),
      ),
      colours: nonZeroCounts(columns.variants.colours(), (colour) =>
        countHaving({ sizes, colours: [colour], inStock: inStockOnly }),
      ),
      inStock: countHaving({ sizes, colours, inStock: true }),
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

type Pieces = Pick<ListingQuery, "sizes" | "colours"> & { inStock: boolean };

/** Counts the products of a set that have one of these sizes and colours, at a chosen price and discount. */
function pieceCounts(
  columns: IndexColumns,
  query: ListingQuery,
  among: SparseBitset,
): (pieces: Pieces) => number {
  const filters = variantFilters(query, "piece");
  if (!changesPrices(columns, filters))
    return (pieces) => sizeWithin(columns.variants.matching(pieces), among);
  const words = among.words.map((word, n) => word & ~(columns.differing[among.positions[n] ?? 0] ?? 0));
  const alike = { positions: among.positions, words };
  const differing: PricedVariant[][] = [];
  for (const doc of documentIds(among)) {
    const variants = columns.pricedVariants.get(doc);
    if (variants) differing.push(variants);
  }
  return ({ inStock, ...pieces }) =>
    sizeWithin(columns.variants.matching({ ...pieces, inStock }), alike) +
    differing.filter((variants) =>
      hasAsked(inStock ? variants.filter((one) => one.inStock) : variants, { ...filters, ...pieces }),
    ).length;
}

function emptyCounts(): Omit<FacetCounts, "categories"> {
  const none = new Map<string, number>();
  return {
    brands: none,
    origins: none,
    bands: none,
    discounts: none,
    ratings: none,
    sizes: none,
    colours: none,
    inStock: 0,
  };
}

/** The counted categories, and the chosen ones without a match. */
function categoryCounts(
  columns: IndexColumns,
  chosen: string[],
  counts: Map<string, number>,
): FacetCounts["categories"] {
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
