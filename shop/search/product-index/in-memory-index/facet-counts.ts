import { discountSteps, type ListingQuery, priceBands, ratingSteps } from "../../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../../catalogue/facets.ts";
import { countPerBand, histogram } from "../histogram.ts";
import type { IndexColumns } from "../in-memory-index.ts";
import type { DictionaryColumn } from "../indexed-product.ts";
import type { FilterMasks } from "./filter-masks.ts";
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
  const bands = countPerBand(histogram(columns.bands, 1 << priceBands.length, docsFor("price")));
  const withoutVariants = matching("piece");
  const countHaving = (asked: { sizes: readonly string[]; colours: readonly string[]; inStock: boolean }) =>
    sizeWithin(columns.variants.matching(asked), withoutVariants);
  return {
    all,
    count,
    facets: {
      categories,
      brands: values(columns.brands, "brand"),
      origins: values(columns.origins, "origin"),
      bands: new Map(priceBands.map(({ id }, at) => [id, bands[at] ?? 0])),
      discounts: atLeast(histogram(columns.percentOff, 256, docsFor("discount")), discountSteps, 1),
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
