import { cached } from "../../../../platform/lru.ts";
import { type ListingQuery, priceBands } from "../../../catalogue/catalogue.ts";
import { type Bitset, withCodes } from "../bitset.ts";
import type { IndexColumns } from "../in-memory-index.ts";
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

/** The groups but that of sizes, colours and stock, which are chosen together: "piece". */
type MaskedGroup = "category" | "price" | "brand" | "origin" | "discount" | "rating" | "age";
export type FilterGroup = MaskedGroup | "piece";

/** The matching documents per filter group; null matches everything. The same groups as in the database query. */
export type FilterMasks = {
  groups: Record<MaskedGroup, Mask | null>;
  /** The documents that match all groups; `but`: all others. */
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
  const atLeast = (group: FilterGroup, codes: Uint16Array, least: number | null): Mask | null =>
    least === null
      ? null
      : mask(`${group} ${least}`, () =>
          withCodes(live, codes, new Uint8Array(256).fill(1, Math.ceil(least))),
        );
  const inBands = (): Mask | null => {
    const bands = priceBands.reduce((bits, { id }, at) => bits | (query.bands.includes(id) ? 1 << at : 0), 0);
    if (bands === 0) return null;
    return mask(`price ${bands}`, () => {
      const table = Uint8Array.from({ length: 1 << priceBands.length }, (_, one) => (one & bands ? 1 : 0));
      return withCodes(live, columns.bands, table);
    });
  };
  const price = (): Mask | null => {
    const { from, to } = query;
    const bands = inBands();
    if (from === null && to === null) return bands;
    return passing(intersectionOf(bands ? [...base, bands] : base, bitsetWords), bitsetWords, (doc) => {
      const paid = columns.paid[doc] ?? 0;
      return (from === null || paid >= from) && (to === null || paid <= to);
    });
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
    category: ofValues(
      "category",
      columns.categories,
      query.categories.filter((slug) => columns.categoryNames.has(slug)),
    ),
    brand: ofValues("brand", columns.brands, query.brands),
    origin: ofValues("origin", columns.origins, query.origins),
    price: price(),
    discount: atLeast("discount", columns.percentOff, minDiscount),
    rating: atLeast("rating", columns.rating, minRating === null ? null : minRating * 10),
    age: age(),
  };
  const pieces =
    sizes.length > 0 || colours.length > 0 || inStock
      ? columns.variants.matching({ sizes, colours, inStock })
      : null;
  /** There are many combinations of sizes and colours: the others repeat. */
  const withoutPieces = (but?: MaskedGroup): SparseBitset => {
    const filters = Object.values({ ...groups, ...(but && { [but]: null }) });
    const all = [...base, ...filters.filter((filter) => filter !== null)];
    const make = () => intersectionOf(all, bitsetWords);
    if (all.some(({ name }) => name === undefined)) return make();
    return cached(columns.intersections, cachedMasks, all.map(({ name }) => name).join(" & "), make);
  };
  let ofAll: SparseBitset | null = null;
  return {
    groups,
    matching(but) {
      ofAll ??= withoutPieces();
      const others = but === undefined || but === "piece" ? ofAll : withoutPieces(but);
      return pieces === null || but === "piece" ? others : within(others, pieces);
    },
  };
}

/** How many documents match all groups. */
export const matchCount = (masks: FilterMasks): number => memberCount(masks.matching());
