import { discountSteps, type ListingQuery, priceBands, ratingSteps } from "../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../catalogue/facets.ts";
import {
  type Bitset,
  emptyBitset,
  filtered,
  intersectionOfAll,
  intersectionSize,
  sizeWithin,
  sparse,
  union,
  withCodes,
} from "./bitset.ts";
import { countPerBand, documentIds, histogram } from "./histogram.ts";
import type { IndexColumns } from "./in-memory-index.ts";
import type { DictionaryColumn } from "./indexed-product.ts";

/** The matching documents per filter group; null matches everything. The same groups as in the database query. */
type FilterMasks = {
  base: Bitset;
  groups: Record<
    "category" | "price" | "piece" | "brand" | "origin" | "discount" | "rating" | "age",
    Bitset | null
  >;
  count(): number;
};
type Group = keyof FilterMasks["groups"];

/** In: the documents that match the text, null for all; the time now, in milliseconds. */
export function filterMasks(
  columns: IndexColumns,
  query: ListingQuery,
  text: Bitset | null,
  now: number,
): FilterMasks {
  const { capacity, live } = columns;
  const inCollection =
    query.collection === null ? null : (columns.collections.get(query.collection) ?? emptyBitset(capacity));
  const base = intersectionOfAll(live, [inCollection, text]);
  // Each group intersected with `base`.
  const among = ({ codes, codesOf }: DictionaryColumn, values: string[]): Bitset | null =>
    values.length > 0 ? withCodes(base, codes, codesOf(values)) : null;
  const atLeastCode = (codes: Uint8Array, least: number | null): Bitset | null =>
    least === null ? null : withCodes(base, codes, new Uint8Array(256).fill(1, Math.ceil(least)));
  // Unknown slugs are ignored: /category/nonsense is 'All Products'.
  const categories = query.categories.filter((slug) => columns.categoryNames.has(slug));
  const bands = priceBands.reduce((bits, { id }, at) => bits | (query.bands.includes(id) ? 1 << at : 0), 0);
  const combinations = Uint8Array.from({ length: 1 << priceBands.length }, (_, one) => (one & bands ? 1 : 0));
  const inBands = bands === 0 ? null : withCodes(base, columns.bands, combinations);
  const { sizes, colours, inStockOnly: inStock, minDiscount, minRating, from, to } = query;
  const newSince = (now - (query.newWithinDays ?? 0) * 86_400_000) * 1000;
  const groups: FilterMasks["groups"] = {
    category: among(columns.categories, categories),
    brand: among(columns.brands, query.brands),
    origin: among(columns.origins, query.origins),
    price:
      from === null && to === null
        ? inBands
        : filtered(inBands ?? base, (doc) => {
            const paid = columns.paid[doc] ?? 0;
            return (from === null || paid >= from) && (to === null || paid <= to);
          }),
    piece:
      sizes.length > 0 || colours.length > 0 || inStock
        ? union(columns.variants.matching({ sizes, colours, inStock }), columns.bitsetWords)
        : null,
    discount: atLeastCode(columns.percentOff, minDiscount),
    rating: atLeastCode(columns.rating, minRating === null ? null : minRating * 10),
    age:
      query.newWithinDays === null ? null : filtered(base, (doc) => (columns.created[doc] ?? 0) > newSince),
  };
  return {
    base,
    groups,
    count() {
      const all = intersectionOfAll(base, Object.values(groups));
      return intersectionSize(all, all);
    },
  };
}

/** Counts each value of each group as if its own group were not filtered. `categoriesOnly`: only that group. */
export function facetCounts(
  columns: IndexColumns,
  query: ListingQuery,
  { base, groups }: FilterMasks,
  categoriesOnly: boolean,
): { all: Bitset; count: number; facets: FacetCounts } {
  const { sizes, colours, inStockOnly } = query;
  const names: Group[] = ["category", "price", "piece", "brand", "origin", "discount", "rating", "age"];
  const masks = names.map((name) => groups[name]);
  const all = intersectionOfAll(base, masks);
  const without = (but: Group): Bitset =>
    groups[but] === null
      ? all
      : intersectionOfAll(
          base,
          masks.filter((mask) => mask !== groups[but]),
        );
  const count = intersectionSize(all, all);
  const allDocs = documentIds(all, count);
  // Unfiltered groups are all counted over the same documents.
  const docsFor = (group: Group): Uint32Array => {
    if (groups[group] === null) return allDocs;
    const others = without(group);
    return documentIds(others, intersectionSize(others, others));
  };
  const values = (column: DictionaryColumn, group: Group) =>
    countsByValue(column.values, histogram(column.codes, column.values.length, docsFor(group)));
  const categories = categoryCounts(columns, query.categories, values(columns.categories, "category"));
  if (categoriesOnly) return { all, count, facets: { ...emptyCounts(), categories } };
  const bands = countPerBand(histogram(columns.bands, 1 << priceBands.length, docsFor("price")));
  const withoutVariantFilter = sparse(without("piece"));
  const countHaving = (asked: { sizes: readonly string[]; colours: readonly string[]; inStock: boolean }) =>
    sizeWithin(columns.variants.matching(asked), withoutVariantFilter);
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
