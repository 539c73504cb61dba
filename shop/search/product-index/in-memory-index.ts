import { cached } from "../../../platform/lru.ts";
import type { ListingQuery, Term, TypeRule } from "../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../catalogue/facets.ts";
import type { PricedVariant } from "../../catalogue/pricing.ts";
import { recommendedScore } from "../ranking/recommended.ts";
import type { IndexVocabulary } from "../text/facts.ts";
import {
  type Bitset,
  clearBit,
  documentsOf,
  emptyBitset,
  hasBit,
  intersection,
  setBit,
  union,
  withCodes,
} from "./bitset.ts";
import { facetCounts } from "./in-memory-index/facet-counts.ts";
import { filterMasks, matchCount } from "./in-memory-index/filter-masks.ts";
import { makeSortOrders } from "./in-memory-index/sort-orders.ts";
import { allWords, type Mask, type SparseBitset } from "./in-memory-index/sparse-bitset.ts";
import { makeIndexPrices } from "./index-prices.ts";
import {
  type DictionaryColumn,
  type IndexedProduct,
  makeDictionaryColumn,
  makeVariantIndex,
} from "./indexed-product.ts";
import { makeInvertedIndex } from "./inverted-index.ts";
import type { Slice } from "./sorted-documents.ts";
import { addToVocabulary, factsOf } from "./vocabulary.ts";

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
    categoryParents: new Map<string, string | null>(),
    brands: makeDictionaryColumn(capacity),
    origins: makeDictionaryColumn(capacity),
    /** By the key of a field. */
    details: new Map<string, DictionaryColumn>(),
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

/** Writes a product into the columns, except its prices, which depend on the time. */
function setColumns(columns: IndexColumns, doc: number, product: IndexedProduct): void {
  setBit(columns.live, doc);
  columns.ids[doc] = product.id;
  columns.versions[doc] = product.version;
  columns.names[doc] = product.name;
  columns.rating[doc] = Math.round((product.rating ?? 0) * 10);
  columns.reviews[doc] = product.reviewCount;
  columns.created[doc] = product.createdAt;
  columns.recommended[doc] = recommendedScore(product);
  columns.shades.set(doc, product.shades[0] ?? null);
  for (const { collection, placement } of product.placements) {
    const places = columns.placements.get(collection) ?? new Map<number, number>();
    columns.placements.set(collection, places.set(doc, placement));
  }
  columns.brands.set(doc, product.brand);
  columns.origins.set(doc, product.origin);
  for (const { key, value } of product.details) {
    const column = columns.details.get(key) ?? makeDictionaryColumn(columns.capacity);
    columns.details.set(key, column);
    column.set(doc, value);
  }
  columns.categories.set(doc, product.category?.slug ?? null);
  if (product.category) {
    const { slug, name, parent } = product.category;
    columns.categoryNames.set(slug, name);
    columns.categoryParents.set(slug, parent?.slug ?? null);
    if (parent) columns.categoryNames.set(parent.slug, parent.name);
  }
  for (const slug of product.collections) {
    const set = columns.collections.get(slug) ?? emptyBitset(columns.capacity);
    setBit(set, doc);
    columns.collections.set(slug, set);
  }
  columns.variants.add(doc, product.variants);
  const [description, rest, category, name] = product.words;
  columns.invertedIndex.add(doc, [description, [...rest, ...factsOf(product)], category, name]);
}

const cachedMembers = 64;

type Asked = {
  limit: number;
  excluded: Bitset | null;
  /** The first of a set in the recommended order. */
  first(among: Bitset, limit: number): number[];
};

/**
 * Documents in stock similar to `own`, without those in `excluded`: of its category, then of its smallest collection,
 * then of all.
 */
function similarDocuments(columns: IndexColumns, own: number, asked: Asked): number[] {
  const { limit, excluded, first } = asked;
  const similar = ofCategory(columns, own, limit, excluded);
  if (similar.length === limit) return similar;
  const inStock = columns.variants.matching({ sizes: [], colours: [], inStock: true });
  const all = intersection(union(inStock, columns.bitsetWords), columns.live);
  if (excluded) for (let at = 0; at < all.length; at++) all[at] = (all[at] ?? 0) & ~(excluded[at] ?? 0);
  for (const doc of [own, ...similar]) clearBit(all, doc);
  const near = first(intersection(all, smallestCollection(columns, own)), limit - similar.length);
  for (const doc of near) clearBit(all, doc);
  return [...similar, ...near, ...first(all, limit - similar.length - near.length)];
}

/** A mark is the collections shared, less twice the distance of the prices, and at most this for five stars. */
const fullRating = 1;

/**
 * Those of its category: by price distance, shared collections and rating; ties by the product's id. They are looked at
 * from the nearest price outwards, until no further one can have a better mark: a category of thousands takes little
 * longer than one of a hundred.
 */
function ofCategory(columns: IndexColumns, own: number, limit: number, excluded: Bitset | null): number[] {
  const { collections, variants, rating, ids } = columns;
  const inStock = variants.matching({ sizes: [], colours: [], inStock: true });
  const mySets = [...collections.values()].filter((set) => hasBit(set, own));
  const best: { doc: number; mark: number }[] = [];
  for (const { doc, apart } of nearestInPrice(columns, own)) {
    const worst = best[limit - 1]?.mark ?? Number.NEGATIVE_INFINITY;
    if (mySets.length + fullRating - 2 * apart < worst) break;
    if (doc === own || !inStock.some((set) => hasBit(set, doc)) || (excluded && hasBit(excluded, doc)))
      continue;
    const shared = mySets.reduce((sum, set) => sum + Number(hasBit(set, doc)), 0);
    const mark = shared - 2 * apart + ((rating[doc] ?? 0) / 50) * fullRating;
    if (mark < worst) continue;
    best.push({ doc, mark });
    best.sort(
      (one, other) => other.mark - one.mark || ((ids[one.doc] ?? "") < (ids[other.doc] ?? "") ? -1 : 1),
    );
    best.splice(limit);
  }
  return best.map(({ doc }) => doc);
}

/** The documents of a document's category by the distance of their price to its own, the nearest first. */
function* nearestInPrice(columns: IndexColumns, own: number): Generator<{ doc: number; apart: number }> {
  const byPrice = membersByPrice(columns, own);
  const paid = (doc: number) => columns.paid[doc] ?? 1;
  const apart = (doc: number | undefined) =>
    doc === undefined ? Number.POSITIVE_INFINITY : Math.abs(Math.log(paid(doc) / paid(own)));
  let [above, end] = [0, byPrice.length];
  while (above < end) {
    const middle = (above + end) >> 1;
    if (paid(byPrice[middle] ?? 0) < paid(own)) above = middle + 1;
    else end = middle;
  }
  for (let [below, left] = [above - 1, byPrice.length]; left > 0; left--) {
    const at = apart(byPrice[above]) <= apart(byPrice[below]) ? above++ : below--;
    const doc = byPrice[at];
    if (doc !== undefined) yield { doc, apart: apart(doc) };
  }
}

/** The documents of a document's category, the cheapest first. */
function membersByPrice(columns: IndexColumns, own: number): Uint32Array {
  const { live, categories, paid } = columns;
  const category = categories.codes[own] ?? 0;
  return cached(columns.categoryMembers, cachedMembers, String(category), () => {
    const table = new Uint8Array(categories.values.length);
    table[category] = 1;
    const members = documentsOf(withCodes(live, categories.codes, table));
    return members.sort((one, other) => (paid[one] ?? 0) - (paid[other] ?? 0));
  });
}

/** The collection with the fewest products that a document is in; null for none. */
function smallestCollection({ collections }: IndexColumns, doc: number): Bitset | null {
  const size = (set: Bitset) => set.reduce((sum, word) => sum + Number(word !== 0), 0);
  const mine = [...collections.values()].filter((set) => hasBit(set, doc));
  return mine.toSorted((one, other) => size(one) - size(other))[0] ?? null;
}
