import { cached } from "../../../../platform/lru.ts";
import { type ListingQuery, priceBands } from "../../../catalogue/catalogue.ts";
import { type Bitset, withCodes } from "../bitset.ts";
import type { IndexColumns } from "../in-memory-index.ts";
import type { DictionaryColumn } from "../indexed-product.ts";
import {
  intersectionOf,
  memberCount,
  passing,
  type SparseBitset,
  type Union,
  unionOf,
} from "./sparse-bitset.ts";

export type FilterGroup = "category" | "price" | "piece" | "brand" | "origin" | "discount" | "rating" | "age";

/** The matching documents per filter group; null matches everything. The same groups as in the database query. */
export type FilterMasks = {
  groups: Record<FilterGroup, Union | null>;
  /** The documents that match all groups; `but`: all others. */
  matching(but?: FilterGroup): SparseBitset;
};

/** 30 KB each at 100,000 products. */
const cachedMasks = 64;

const nothing: Union = { sets: [], positions: new Uint32Array() };

/** In: the documents that match the text, null for all; the time now, in milliseconds. */
export function filterMasks(
  columns: IndexColumns,
  query: ListingQuery,
  text: Bitset | null,
  now: number,
): FilterMasks {
  const { bitsetWords, live } = columns;
  const mask = (key: string, make: () => Bitset) =>
    cached(columns.masks, cachedMasks, key, () => unionOf(make()));
  const base: Union[] = [{ sets: [live], positions: null }];
  if (query.collection !== null) {
    const collection = columns.collections.get(query.collection);
    base.push(collection ? mask(`collection ${query.collection}`, () => collection) : nothing);
  }
  if (text !== null) base.push(unionOf(text));

  const ofValues = (
    group: FilterGroup,
    column: DictionaryColumn,
    values: readonly string[],
  ): Union | null => {
    if (values.length === 0) return null;
    const codes = column.codesOf(values);
    return mask(`${group} ${codes}`, () => {
      const table = new Uint8Array(column.values.length);
      for (const code of codes) table[code] = 1;
      return withCodes(live, column.codes, table);
    });
  };
  const atLeast = (group: FilterGroup, codes: Uint16Array, least: number | null): Union | null =>
    least === null
      ? null
      : mask(`${group} ${least}`, () =>
          withCodes(live, codes, new Uint8Array(256).fill(1, Math.ceil(least))),
        );
  const inBands = (): Union | null => {
    const bands = priceBands.reduce((bits, { id }, at) => bits | (query.bands.includes(id) ? 1 << at : 0), 0);
    if (bands === 0) return null;
    return mask(`price ${bands}`, () => {
      const table = Uint8Array.from({ length: 1 << priceBands.length }, (_, one) => (one & bands ? 1 : 0));
      return withCodes(live, columns.bands, table);
    });
  };
  const price = (): Union | null => {
    const { from, to } = query;
    const bands = inBands();
    if (from === null && to === null) return bands;
    return passing(intersectionOf(bands ? [...base, bands] : base, bitsetWords), bitsetWords, (doc) => {
      const paid = columns.paid[doc] ?? 0;
      return (from === null || paid >= from) && (to === null || paid <= to);
    });
  };
  const age = (): Union | null => {
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
    category: ofValues(
      "category",
      columns.categories,
      query.categories.filter((slug) => columns.categoryNames.has(slug)),
    ),
    brand: ofValues("brand", columns.brands, query.brands),
    origin: ofValues("origin", columns.origins, query.origins),
    price: price(),
    piece:
      sizes.length > 0 || colours.length > 0 || inStock
        ? { sets: columns.variants.matching({ sizes, colours, inStock }), positions: null }
        : null,
    discount: atLeast("discount", columns.percentOff, minDiscount),
    rating: atLeast("rating", columns.rating, minRating === null ? null : minRating * 10),
    age: age(),
  };
  return {
    groups,
    matching(but) {
      const filters = Object.values({ ...groups, ...(but && { [but]: null }) });
      return intersectionOf([...base, ...filters.filter((filter) => filter !== null)], bitsetWords);
    },
  };
}

/** How many documents match all groups. */
export const matchCount = (masks: FilterMasks): number => memberCount(masks.matching());
