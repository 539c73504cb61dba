import { cached } from "../../../platform/lru.ts";
import type { ListingQuery, Term, TypeRule } from "../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../catalogue/facets.ts";
import type { PricedVariant } from "../../catalogue/pricing.ts";
import type { IndexVocabulary } from "../text/facts.ts";
import { type Bitset, clearBit, emptyBitset } from "./bitset.ts";
import { facetCounts } from "./in-memory-index/facet-counts.ts";
import { filterMasks, matchCount } from "./in-memory-index/filter-masks.ts";
import { setColumns } from "./in-memory-index/set-columns.ts";
import { makeSortOrders } from "./in-memory-index/sort-orders.ts";
import { allWords, type Mask, type SparseBitset } from "./in-memory-index/sparse-bitset.ts";
import { makeIndexPrices } from "./index-prices.ts";
import { type IndexedProduct, makeDictionaryColumn, makeVariantIndex } from "./indexed-product.ts";
import { makeInvertedIndex } from "./inverted-index.ts";
import { similarDocuments } from "./similar-documents.ts";
import type { Slice } from "./sorted-documents.ts";
import { addToVocabulary } from "./vocabulary.ts";

/**
 * All active products in memory, so that any combination of filters is counted and sorted without reading every
 * product from the database. A changed product gets a new document id and the old one is cleared; when ids run out
 * the index is loaded again.
 */
export type ProductIndex = {
  /** Adds or replaces a product. False: no document id left. */
  put(product: IndexedProduct): boolean;
  remove(id: string): void;
  /** The version under which the product was added. */
  version(id: string): number | undefined;
  /** The ids of all indexed products. */
  ids(): Iterable<string>;
  /** How many more products can be added. */
  freeCapacity(): number;
  /** Called once after the initial load; from then on each `put` keeps the sort orders. */
  finishLoading(): void;
  /**
   * The ids of a slice of the matching products, the total, and the facet counts. `now`: milliseconds.
   * `categoriesOnly`: no other facet is counted.
   */
  search(
    query: ListingQuery,
    terms: readonly Term[],
    options: { now: number; slice(count: number): Slice; categoriesOnly?: boolean },
  ): { ids: string[]; count: number; facets: FacetCounts };
  /** The number of matches; cheaper than `search`. */
  count(query: ListingQuery, terms: readonly Term[], now: number): number;
  /**
   * Similar products in stock: those of its category by price distance, shared collections and rating, then others of
   * its collection in the recommended order. `outside`: without the products of this list.
   */
  similar(
    id: string,
    limit: number,
    now: number,
    outside?: { query: ListingQuery; terms: readonly Term[] },
  ): string[];
  /** Whether a product fits one of the rules of a product type. */
  fits(id: string, rules: readonly TypeRule[]): boolean;
  /** Whether some product has the word; `anywhere`: in its description too. */
  hasWord(word: string, anywhere?: boolean): boolean;
  hasPrefix(prefix: string): boolean;
  /** The words of products' names and attributes, for the lexicon. */
  vocabulary: IndexVocabulary;
  size(): number;
  /** Changes as soon as a search may give another result. `now`: milliseconds. */
  revision(now: number): number;
};

/** Some 200 bytes each. */
const cachedCounts = 1_000;

export type IndexColumns = ReturnType<typeof makeColumns>;

/** The columns of the index. Prices depend on the time, because offers begin and end. */
function makeColumns(capacity: number, categories: [slug: string, name: string][]) {
  return {
    capacity,
    bitsetWords: emptyBitset(capacity).length,
    live: emptyBitset(capacity),
    collections: new Map<string, Bitset>(),
    categories: makeDictionaryColumn(capacity),
    categoryNames: new Map(categories),
    brands: makeDictionaryColumn(capacity),
    origins: makeDictionaryColumn(capacity),
    variants: makeVariantIndex(emptyBitset(capacity).length),
    invertedIndex: makeInvertedIndex(capacity),
    paid: new Float64Array(capacity),
    percentOff: new Uint16Array(capacity),
    /** The products whose variants differ in price; in the columns, the prices that count without filters. */
    differing: emptyBitset(capacity),
    pricedVariants: new Map<number, PricedVariant[]>(),
    /** Price bands as bits. */
    bands: new Uint16Array(capacity),
    /** Ten times the rating; 0 where there is none. */
    rating: new Uint16Array(capacity),
    recommended: new Float64Array(capacity),
    shades: makeDictionaryColumn(capacity),
    /** The pinned and buried products of each collection. */
    placements: new Map<string, Map<number, number>>(),
    reviews: new Uint32Array(capacity),
    created: new Float64Array(capacity),
    names: new Array<string>(capacity),
    ids: new Array<string>(capacity),
    versions: new Int32Array(capacity),
    /** The documents of the filters that were used last, until the index changes. */
    masks: new Map<string, Mask>(),
    /** Likewise the documents of a category, by its code. */
    categoryMembers: new Map<string, Uint32Array>(),
    /** Likewise the documents that some of them have in common. */
    intersections: new Map<string, SparseBitset>(),
  };
}

/** All documents of a list. `now`: milliseconds. */
function documentsOfList(
  columns: IndexColumns,
  query: ListingQuery,
  terms: readonly Term[],
  now: number,
): Bitset {
  const text = terms.length > 0 ? columns.invertedIndex.search(terms) : null;
  return allWords(filterMasks(columns, query, text?.found ?? null, now).matching(), columns.bitsetWords);
}

/**
 * In: the capacity in documents, the names of all categories, including those without products, and the ids of the
 * first products, in the order of their documents.
 */
export function makeProductIndex(
  capacity: number,
  categories: [slug: string, name: string][],
  first: readonly string[] = [],
): ProductIndex {
  const columns = makeColumns(capacity, categories);
  const docOf = new Map<string, number>();
  const prices = makeIndexPrices(columns);
  const sortOrders = makeSortOrders(columns);
  const vocabulary: IndexVocabulary = {
    version: 0,
    brands: new Set(),
    tags: new Set(),
    shades: new Set(),
    words: new Map(),
  };
  const planned = new Map(first.map((id, doc) => [id, doc]));
  let used = planned.size;
  let loaded = false;
  let revision = 0;
  /** A search is counted several times to understand it, and popular ones again and again. */
  const counts = new Map<string, number>();

  function changed() {
    revision++;
    columns.masks.clear();
    columns.intersections.clear();
    columns.categoryMembers.clear();
    counts.clear();
  }

  const allDocs = () => Uint32Array.from({ length: used }, (_, doc) => doc);

  function bringPricesTo(now: number) {
    if (!prices.bringTo(now) || !loaded) return;
    changed();
    sortOrders.fillByPrice(allDocs());
  }

  function remove(id: string) {
    const doc = docOf.get(id);
    if (doc === undefined) return;
    changed();
    clearBit(columns.live, doc);
    docOf.delete(id);
    prices.remove(doc);
  }

  return {
    put(product) {
      if (used === capacity) return false;
      remove(product.id);
      changed();
      const doc = planned.get(product.id) ?? used++;
      planned.delete(product.id);
      docOf.set(product.id, doc);
      setColumns(columns, doc, product);
      addToVocabulary(vocabulary, product);
      prices.set(doc, product);
      if (loaded) sortOrders.insert(doc);
      return true;
    },
    remove,
    version(id) {
      const doc = docOf.get(id);
      return doc === undefined ? undefined : columns.versions[doc];
    },
    ids: () => docOf.keys(),
    freeCapacity: () => capacity - used,
    finishLoading() {
      loaded = true;
      planned.clear();
      sortOrders.fill(allDocs());
    },
    search(query, terms, { now, slice, categoriesOnly = false }) {
      bringPricesTo(now);
      const text = terms.length > 0 ? columns.invertedIndex.search(terms) : null;
      const masks = filterMasks(columns, query, text?.found ?? null, now);
      const { all, facets, count } = facetCounts(columns, query, masks, categoriesOnly);
      const found = sortOrders.slice(
        query,
        allWords(all, columns.bitsetWords),
        text?.scores ?? null,
        slice(count),
      );
      return { ids: found.map((doc) => columns.ids[doc] ?? ""), count, facets };
    },
    count(query, terms, now) {
      bringPricesTo(now);
      const count = () => {
        const text = terms.length > 0 ? columns.invertedIndex.search(terms) : null;
        return matchCount(filterMasks(columns, query, text?.found ?? null, now));
      };
      // Such a count changes with time alone.
      if (query.newWithinDays !== null) return count();
      return cached(counts, cachedCounts, JSON.stringify([query, terms]), count);
    },
    similar(id, limit, now, outside) {
      bringPricesTo(now);
      const own = docOf.get(id);
      if (own === undefined) return [];
      const excluded = outside ? documentsOfList(columns, outside.query, outside.terms, now) : null;
      return similarDocuments(columns, own, { limit, excluded, first: sortOrders.recommended }).map(
        (doc) => columns.ids[doc] ?? "",
      );
    },
    fits(id, rules) {
      const doc = docOf.get(id);
      return doc !== undefined && columns.invertedIndex.fits(doc, rules);
    },
    hasWord: (word, anywhere) => columns.invertedIndex.has(word, anywhere),
    vocabulary,
    hasPrefix: (prefix) => columns.invertedIndex.hasPrefix(prefix),
    size: () => docOf.size,
    revision(now) {
      bringPricesTo(now);
      return revision;
    },
  };
}
