import type { ListingQuery } from "../../../catalogue/catalogue.ts";
import { varied, varietyBlock } from "../../ranking/recommended.ts";
import { type Bitset, clearBit, emptyBitset, hasBit, setBit } from "../bitset.ts";
import type { IndexColumns } from "../in-memory-index.ts";
import { lowestPrice } from "../index-prices.ts";
import {
  compareCodePoints,
  makeSortedDocuments,
  type Slice,
  type SortedDocuments,
  topScored,
} from "../sorted-documents.ts";
import { changesPrices, variantFilters } from "./filter-masks.ts";

/** The documents in each sort order. */
export type SortOrders = {
  /** Sets all documents at once. */
  fill(docs: Uint32Array): void;
  /** The same for the orders by price alone. */
  fillByPrice(docs: Uint32Array): void;
  insert(doc: number): void;
  /** The first documents in the recommended order. */
  recommended(among: Bitset, limit: number): number[];
  /** A slice of the documents in `all`, in the order of the query. `scores`: search scores by document. */
  slice(query: ListingQuery, all: Bitset, scores: Uint16Array | null, part: Slice): number[];
};

/** In: the columns that they sort by. Ties are in the order of their products' ids. */
export function makeSortOrders(columns: IndexColumns): SortOrders {
  const { capacity, names, created, rating, reviews, paid, ids } = columns;
  const byId = (one: number, other: number) => compareCodePoints(ids[one] ?? "", ids[other] ?? "");
  const byColumn = (column: { [doc: number]: number }, one: number, other: number) =>
    (column[one] ?? 0) - (column[other] ?? 0);
  const orders = {
    recommended: makeSortedDocuments(
      capacity,
      (one, other) => byColumn(columns.recommended, other, one) || byId(one, other),
    ),
    name: makeSortedDocuments(
      capacity,
      (one, other) => compareCodePoints(names[one] ?? "", names[other] ?? "") || byId(one, other),
    ),
    newest: makeSortedDocuments(capacity, (one, other) => byColumn(created, other, one) || byId(one, other)),
    rating: makeSortedDocuments(
      capacity,
      (one, other) => byColumn(rating, other, one) || byColumn(reviews, other, one) || byId(one, other),
    ),
    "price-asc": makeSortedDocuments(
      capacity,
      (one, other) => byColumn(paid, one, other) || byId(one, other),
    ),
    "price-desc": makeSortedDocuments(
      capacity,
      (one, other) => byColumn(paid, other, one) || byId(one, other),
    ),
  };

  return {
    fill(docs) {
      for (const order of Object.values(orders)) order.fill(docs);
    },
    fillByPrice(docs) {
      orders["price-asc"].fill(docs);
      orders["price-desc"].fill(docs);
    },
    insert(doc) {
      for (const order of Object.values(orders)) order.insert(doc);
    },
    recommended: (among, limit) => orders.recommended.slice(among, { skipped: 0, limit }),
    slice(query, all, scores, part) {
      const { recommended } = orders;
      if (query.sort === "price-asc" || query.sort === "price-desc")
        return priceSlice(columns, orders[query.sort], query, all, part);
      if (scores && query.sort === "relevance") return topScored(recommended, all, scores, part);
      if (query.sort !== "relevance" && query.sort !== "recommended")
        return orders[query.sort].slice(all, part);
      const places = query.collection === null ? undefined : columns.placements.get(query.collection);
      return recommendedSlice(columns, recommended, all, places ?? new Map(), part);
    },
  };
}

/**
 * A slice in the order of the prices that the list shows: those of the variants that fit its filters, where they
 * differ.
 */
function priceSlice(
  columns: IndexColumns,
  order: SortedDocuments,
  query: ListingQuery,
  all: Bitset,
  part: Slice,
): number[] {
  const filters = variantFilters(query);
  if (!changesPrices(columns, filters)) return order.slice(all, part);
  const { paid, ids } = columns;
  const until = part.skipped + part.limit;
  const alike = all.slice();
  const differing: { doc: number; price: number }[] = [];
  for (const [doc, variants] of columns.pricedVariants) {
    if (!hasBit(all, doc)) continue;
    clearBit(alike, doc);
    differing.push({ doc, price: lowestPrice(variants, filters) });
  }
  const others = order.slice(alike, { skipped: 0, limit: until });
  const direction = query.sort === "price-asc" ? 1 : -1;
  return [...others.map((doc) => ({ doc, price: paid[doc] ?? 0 })), ...differing]
    .sort(
      (one, other) =>
        direction * (one.price - other.price) || compareCodePoints(ids[one.doc] ?? "", ids[other.doc] ?? ""),
    )
    .slice(part.skipped, until)
    .map(({ doc }) => doc);
}

/** The recommended order of a list: pinned products, then the others, varied, then buried ones. */
function recommendedSlice(
  columns: IndexColumns,
  order: SortedDocuments,
  all: Bitset,
  places: ReadonlyMap<number, number>,
  { skipped, limit }: Slice,
): number[] {
  const placed = [...places].filter(([doc]) => hasBit(all, doc));
  const pinned = placed.filter(([, place]) => place > 0).toSorted(([, one], [, other]) => one - other);
  const buried = emptyBitset(columns.capacity);
  for (const [doc, place] of placed) if (place < 0) setBit(buried, doc);
  const others = all.slice();
  for (const [doc] of placed) clearBit(others, doc);
  const until = Math.ceil((skipped + limit) / varietyBlock) * varietyBlock;
  const { categories, brands, shades } = columns;
  const rest = varied(order.slice(others, { skipped: 0, limit: until }), [
    (doc) => categories.codes[doc],
    (doc) => brands.codes[doc],
    (doc) => shades.codes[doc],
  ]);
  const last = rest.length < until ? order.slice(buried, { skipped: 0, limit: until }) : [];
  return [...pinned.map(([doc]) => doc), ...rest, ...last].slice(skipped, skipped + limit);
}
