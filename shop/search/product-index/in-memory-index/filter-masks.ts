import { cached } from "../../../../platform/lru.ts";
import { type ListingQuery, priceBands } from "../../../catalogue/catalogue.ts";
import { inPriceRange, type VariantFilters } from "../../../catalogue/pricing.ts";
import { type Bitset, hasBit, union, withCodes } from "../bitset.ts";
import type { IndexColumns } from "../in-memory-index.ts";
import { hasAsked } from "../index-prices.ts";
import type { DictionaryColumn } from "../indexed-product.ts";
import {
  intersectionOf,
  type Mask,
  maskOf,
  memberCount,
  passing,
  type SparseBitset,
  within,
} from "./sparse-bitset.ts";

/** The groups but that of sizes, colours and stock, which are chosen together: "variant". */
type MaskedGroup =
  | "category"
  | "price"
  | "brand"
  | "origin"
  | "discount"
  | "rating"
  | "age"
  | `detail ${string}`;
export type FilterGroup = MaskedGroup | "variant";

/** The matching documents per filter group; null matches everything. The same groups as in the database query. */
export type FilterMasks = {
  groups: Record<MaskedGroup, Mask | null>;
  /**
   * The documents that match all groups; `but`: all others. Without "variant", products whose variants differ in price
   * are there whatever price and discount are chosen.
   */
  matching(but?: FilterGroup): SparseBitset;
};

/** 30 KB each at 100,000 products. */
const cachedMasks = 64;

const nothing: Mask = { bits: new Uint32Array(), positions: new Uint32Array(), name: "nothing" };

/** In: the documents that match the text, null for all; the time now, in milliseconds. */
export function filterMasks(
  columns: IndexColumns,
  query: ListingQuery,
  text: Bitset | null,
  now: number,
): FilterMasks {
  const { bitsetWords, live } = columns;
  const mask = (key: string, make: () => Bitset) =>
    cached(columns.masks, cachedMasks, key, () => maskOf(make(), key));
  const base: Mask[] = [{ bits: live, positions: null, name: "live" }];
  if (query.collection !== null) {
    const collection = columns.collections.get(query.collection);
    base.push(collection ? mask(`collection ${query.collection}`, () => collection) : nothing);
  }
  if (text !== null) base.push(maskOf(text));

  const ofValues = (group: FilterGroup, column: DictionaryColumn, values: readonly string[]): Mask | null => {
    if (values.length === 0) return null;
    const codes = column.codesOf(values);
    return mask(`${group} ${codes}`, () => {
      const table = new Uint8Array(column.values.length);
      for (const code of codes) table[code] = 1;
      return withCodes(live, column.codes, table);
    });
  };
  // Products whose variants differ in price pass here: `withPricesAsked` tests them with the other filters.
  const orDiffering = (bits: Bitset) => union([bits, columns.differing], bitsetWords);
  const from = (codes: Uint16Array, least: number) =>
    withCodes(live, codes, new Uint8Array(256).fill(1, Math.ceil(least)));
  const inBands = (): Mask | null => {
    const bands = priceBands.reduce((bits, { id }, at) => bits | (query.bands.includes(id) ? 1 << at : 0), 0);
    if (bands === 0) return null;
    return mask(`price ${bands}`, () => {
      const table = Uint8Array.from({ length: 1 << priceBands.length }, (_, one) => (one & bands ? 1 : 0));
      return orDiffering(withCodes(live, columns.bands, table));
    });
  };
  const price = (): Mask | null => {
    const bands = inBands();
    if (query.from === null && query.to === null) return bands;
    const range = { bands: [], from: query.from, to: query.to };
    return passing(
      intersectionOf(bands ? [...base, bands] : base, bitsetWords),
      bitsetWords,
      (doc) => hasBit(columns.differing, doc) || inPriceRange(columns.paid[doc] ?? 0, range),
    );
  };
  const age = (): Mask | null => {
    if (query.newWithinDays === null) return null;
    const newSince = (now - query.newWithinDays * 86_400_000) * 1000;
    return passing(
      intersectionOf(base, bitsetWords),
      bitsetWords,
      (doc) => (columns.created[doc] ?? 0) > newSince,
    );
  };
  const { sizes, colours, inStockOnly: inStock, minDiscount, minRating } = query;
  const groups: FilterMasks["groups"] = {
    // Unknown slugs are ignored: /category/nonsense is 'All Products'.
    category: ofValues("category", columns.categories, withChildren(columns, query.categories)),
    brand: ofValues("brand", columns.brands, query.brands),
    origin: ofValues("origin", columns.origins, query.origins),
    price: price(),
    discount:
      minDiscount === null
        ? null
        : mask(`discount ${minDiscount}`, () => orDiffering(from(columns.percentOff, minDiscount))),
    rating:
      minRating === null ? null : mask(`rating ${minRating}`, () => from(columns.rating, minRating * 10)),
    age: age(),
  };
  // Unknown fields are ignored, like unknown categories.
  for (const [key, values] of detailValues(query)) {
    const column = columns.details.get(key);
    if (column) groups[`detail ${key}`] = ofValues(`detail ${key}`, column, values);
  }
  const variants =
    sizes.length > 0 || colours.length > 0 || inStock
      ? columns.variants.matching({ sizes, colours, inStock })
      : null;
  /** There are many combinations of sizes and colours: the others repeat. */
  const withoutVariants = (but?: FilterGroup): SparseBitset => {
    const filters = Object.values({ ...groups, ...(but && { [but]: null }) });
    const all = [...base, ...filters].filter((one) => one !== null);
    const make = () => intersectionOf(all, bitsetWords);
    if (all.some(({ name }) => name === undefined)) return make();
    return cached(columns.intersections, cachedMasks, all.map(({ name }) => name).join(" & "), make);
  };
  return {
    groups,
    matching(but) {
      const others = withoutVariants(but);
      if (but === "variant") return others;
      const found = variants === null ? others : within(others, variants);
      return withPricesAsked(columns, found, variantFilters(query, but));
    },
  };
}

/**
 * A set without the products whose variants differ in price and none of which has a price and a discount that these
 * filters choose. Only members are looked at: there are thousands of such products.
 */
function withPricesAsked(columns: IndexColumns, set: SparseBitset, filters: VariantFilters): SparseBitset {
  const { bands, from, to, minDiscount } = filters;
  const isFree = bands.length === 0 && from === null && to === null && minDiscount === null;
  if (columns.pricedVariants.size === 0 || isFree) return set;
  return {
    positions: set.positions,
    words: set.words.map((word, n) => {
      const first = (set.positions[n] ?? 0) << 5;
      let left = word & (columns.differing[set.positions[n] ?? 0] ?? 0);
      let kept = word;
      for (; left !== 0; left &= left - 1) {
        const lowest = left & -left;
        const priced = columns.pricedVariants.get(first + 31 - Math.clz32(lowest)) ?? [];
        if (!hasAsked(priced, filters)) kept &= ~lowest;
      }
      return kept;
    }),
  };
}

/** Those of these categories that there are, and those that are part of them. */
function withChildren({ categoryNames, categoryParents }: IndexColumns, asked: readonly string[]): string[] {
  const slugs = asked.filter((slug) => categoryNames.has(slug));
  const children = [...categoryParents].filter(([, parent]) => parent !== null && slugs.includes(parent));
  return [...slugs, ...children.map(([child]) => child)];
}

/** The chosen values of details by the key of their field. */
function detailValues({ details }: ListingQuery): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const one of details) {
    const key = one.slice(0, one.indexOf("."));
    values.set(key, [...(values.get(key) ?? []), one.slice(key.length + 1)]);
  }
  return values;
}

/** How many documents match all groups. */
export const matchCount = (masks: FilterMasks): number => memberCount(masks.matching());

/** The filters of a query that the variants' own prices depend on. `but`: without those of this group. */
export function variantFilters(query: ListingQuery, but?: FilterGroup): VariantFilters {
  const { sizes, colours, bands, from, to, minDiscount } = query;
  return {
    ...(but === "variant" ? { sizes: [], colours: [] } : { sizes, colours }),
    ...(but === "price" ? { bands: [], from: null, to: null } : { bands, from, to }),
    minDiscount: but === "discount" ? null : minDiscount,
  };
}

/** Whether the columns' prices of products whose variants differ in price are not those of these filters. */
export function changesPrices({ pricedVariants }: IndexColumns, filters: VariantFilters): boolean {
  const { sizes, colours, bands, from, to, minDiscount } = filters;
  const isFiltered = [sizes, colours, bands].some((chosen) => chosen.length > 0);
  return pricedVariants.size > 0 && (isFiltered || from !== null || to !== null || minDiscount !== null);
}
