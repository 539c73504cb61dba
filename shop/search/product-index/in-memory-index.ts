import type { ListingQuery, Order, Term } from "../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../catalogue/facets.ts";
import { priceOf } from "../../catalogue/pricing.ts";
import { anyOf, type Bits, bitsFor, both, each, has, put, takeOut } from "./bitset.ts";
import { countFacets, masksOf } from "./facet-counts.ts";
import { bandsOf } from "./histogram.ts";
import { type Goods, makeColumn, makePieces, type Offer } from "./indexed-product.ts";
import { makePostings } from "./inverted-index.ts";
import { type InOrder, inOrder, type Part } from "./sorted-documents.ts";

/**
 * All active products in memory, so that a list with filters that nobody asked for before is counted and ordered
 * without asking the database about every product. A changed product gets a new place and its old one is no longer
 * looked at; when places run out the shelf is filled anew.
 */
export type Shelf = {
  /** Puts a product in, in the place of what was there under its id. False: no place left. */
  put(goods: Goods): boolean;
  remove(id: string): void;
  /** The version under which the product was put in. */
  version(id: string): number | undefined;
  /** The ids of all products on it. */
  ids(): Iterable<string>;
  /** How many more products can be put in. */
  room(): number;
  /** To be called once after the first filling; from then on each `put` keeps the orders. */
  arrange(): void;
  /**
   * The ids of a part of the matching products, how many there are, and the counts of the facets. `now`: milliseconds.
   * `categoriesOnly`: no other facet is counted.
   */
  find(
    query: ListingQuery,
    terms: readonly Term[],
    asked: { now: number; part(count: number): Part; categoriesOnly?: boolean },
  ): { ids: string[]; count: number; facets: FacetCounts };
  /** How many match; cheaper than `find`. */
  count(query: ListingQuery, terms: readonly Term[], now: number): number;
  /** Products like this one that can be bought: of its category, those near in price, collections and rating first. */
  like(id: string, limit: number, now: number): string[];
  hasWord(word: string): boolean;
  hasBeginning(prefix: string): boolean;
  size(): number;
};

export type Rows = ReturnType<typeof makeRows>;

/** The columns of the shelf. Prices depend on the time, because offers begin and end. */
function makeRows(capacity: number, categories: [slug: string, name: string][]) {
  return {
    capacity,
    words: bitsFor(capacity).length,
    live: bitsFor(capacity),
    collections: new Map<string, Bits>(),
    categories: makeColumn(capacity),
    categoryNames: new Map(categories),
    brands: makeColumn(capacity),
    origins: makeColumn(capacity),
    pieces: makePieces(bitsFor(capacity).length),
    postings: makePostings(capacity),
    paid: new Float64Array(capacity),
    percentOff: new Uint8Array(capacity),
    /** The price bands, as bits. */
    bands: new Uint8Array(capacity),
    /** Ten times the rating; 0 where there is none. */
    rating: new Uint8Array(capacity),
    reviews: new Uint32Array(capacity),
    created: new Float64Array(capacity),
    names: new Array<string>(capacity),
    ids: new Array<string>(capacity),
    versions: new Int32Array(capacity),
  };
}

type Plain = { price: number; originalPrice: number | null; offers: Offer[] };

/** In: how many places there are, and the names of all categories, also of those without a product. */
export function makeShelf(capacity: number, categories: [slug: string, name: string][]): Shelf {
  const rows = makeRows(capacity, categories);
  const { live, paid, rating, reviews, created, names, ids } = rows;
  const placeOf = new Map<string, number>();
  const offered = new Map<number, Plain>();
  let used = 0;
  let arranged = false;
  /** The time for which the prices are right: no offer begins or ends within it. */
  let right = { from: 0, until: 0 };

  const byId = (one: number, other: number) => compare(ids[one] ?? "", ids[other] ?? "");
  const less = (column: { [place: number]: number }, one: number, other: number) =>
    (column[one] ?? 0) - (column[other] ?? 0);
  const orders = {
    name: inOrder(
      capacity,
      (one, other) => compare(names[one] ?? "", names[other] ?? "") || byId(one, other),
    ),
    newest: inOrder(capacity, (one, other) => less(created, other, one) || byId(one, other)),
    rating: inOrder(
      capacity,
      (one, other) => less(rating, other, one) || less(reviews, other, one) || byId(one, other),
    ),
    "price-asc": inOrder(capacity, (one, other) => less(paid, one, other) || byId(one, other)),
    "price-desc": inOrder(capacity, (one, other) => less(paid, other, one) || byId(one, other)),
  };

  function setPrice(place: number, { price, originalPrice, offers }: Plain, now: number) {
    const running = offers.filter(({ from, to }) => from <= now && now <= to);
    const best = running.length > 0 ? Math.max(...running.map(({ percent }) => percent)) : null;
    const cost = priceOf({ price, originalPrice }, best);
    const full = Math.max(cost.struck ?? 0, cost.paid);
    paid[place] = cost.paid;
    rows.bands[place] = bandsOf(cost.paid);
    rows.percentOff[place] = Math.floor((200 * (full - cost.paid) + full) / (2 * full));
  }

  /** Brings the prices to the time asked for, and finds out until when they stay right. */
  function setClock(now: number) {
    if (now >= right.from && now < right.until) return;
    right = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    for (const [place, plain] of offered) {
      setPrice(place, plain, now);
      narrow(plain.offers, now);
    }
    if (arranged) arrangePrices();
  }

  function narrow(offers: Offer[], now: number) {
    for (const moment of offers.flatMap(({ from, to }) => [from, to + 1])) {
      if (moment <= now) right.from = Math.max(right.from, moment);
      else right.until = Math.min(right.until, moment);
    }
  }

  const places = () => Uint32Array.from({ length: used }, (_, place) => place);

  function arrangePrices() {
    orders["price-asc"].fill(places());
    orders["price-desc"].fill(places());
  }

  function remove(id: string) {
    const place = placeOf.get(id);
    if (place === undefined) return;
    takeOut(live, place);
    placeOf.delete(id);
    offered.delete(place);
  }

  return {
    put(goods) {
      if (used === capacity) return false;
      remove(goods.id);
      const place = used++;
      placeOf.set(goods.id, place);
      put(live, place);
      ids[place] = goods.id;
      rows.versions[place] = goods.version;
      names[place] = goods.name;
      rating[place] = Math.round((goods.rating ?? 0) * 10);
      reviews[place] = goods.reviewCount;
      created[place] = goods.createdAt;
      rows.brands.set(place, goods.brand);
      rows.origins.set(place, goods.origin);
      rows.categories.set(place, goods.category?.slug ?? null);
      if (goods.category) rows.categoryNames.set(goods.category.slug, goods.category.name);
      for (const slug of goods.collections) {
        const set = rows.collections.get(slug) ?? bitsFor(capacity);
        put(set, place);
        rows.collections.set(slug, set);
      }
      rows.pieces.add(place, goods.pieces);
      rows.postings.add(place, goods.words);
      const plain = { price: goods.price, originalPrice: goods.originalPrice, offers: goods.offers };
      const now = right.until === Number.POSITIVE_INFINITY ? right.from : right.until - 1;
      setPrice(place, plain, now);
      if (goods.offers.length > 0) {
        offered.set(place, plain);
        narrow(goods.offers, now);
      }
      if (arranged) for (const order of Object.values(orders)) order.insert(place);
      return true;
    },
    remove,
    version(id) {
      const place = placeOf.get(id);
      return place === undefined ? undefined : rows.versions[place];
    },
    ids: () => placeOf.keys(),
    room: () => capacity - used,
    arrange() {
      arranged = true;
      for (const order of Object.values(orders)) order.fill(places());
    },
    find(query, terms, { now, part, categoriesOnly = false }) {
      setClock(now);
      const text = terms.length > 0 ? rows.postings.find(terms) : null;
      const masks = masksOf(rows, query, text?.found ?? null);
      const { all, facets, count } = countFacets(rows, query, masks, categoriesOnly);
      const found =
        text && query.sort === "relevance"
          ? best(orders.rating, all, text.scores, part(count))
          : orders[ordered(query.sort)].part(all, part(count));
      return { ids: found.map((place) => ids[place] ?? ""), count, facets };
    },
    count(query, terms, now) {
      setClock(now);
      const text = terms.length > 0 ? rows.postings.find(terms) : null;
      return masksOf(rows, query, text?.found ?? null).count();
    },
    like(id, limit, now) {
      setClock(now);
      const mine = placeOf.get(id);
      if (mine === undefined) return [];
      const scores = new Map<number, number>();
      const category = rows.categories.at[mine];
      const there = anyOf(rows.pieces.of({ sizes: [], colours: [], there: true }), rows.words);
      const mySets = [...rows.collections.values()].filter((set) => has(set, mine));
      each(both(live, there), (place) => {
        if (place === mine || rows.categories.at[place] !== category) return;
        const shared = mySets.reduce((sum, set) => sum + Number(has(set, place)), 0);
        const apart = Math.abs(Math.log((paid[place] ?? 1) / (paid[mine] ?? 1)));
        scores.set(place, shared - 2 * apart + (rating[place] ?? 0) / 50);
      });
      return [...scores]
        .sort(([one, mark], [other, otherMark]) => otherMark - mark || byId(one, other))
        .slice(0, limit)
        .map(([place]) => ids[place] ?? "");
    },
    hasWord: (word) => rows.postings.has(word),
    hasBeginning: (prefix) => rows.postings.begins(prefix),
    size: () => placeOf.size,
  };
}

/** Without words every match is as good as the other: then the best rated come first. */
function ordered(sort: Order) {
  return sort === "relevance" ? "rating" : sort;
}

/** The best fitting first; among equals as in `order`. */
function best(order: InOrder, among: Bits, scores: Uint8Array, part: Part): number[] {
  const until = part.skipped + part.limit;
  const byScore: number[][] = [];
  order.walk(among, (place) => {
    const score = scores[place] ?? 0;
    const same = byScore[score] ?? [];
    byScore[score] = same;
    if (same.length < until) same.push(place);
  });
  return byScore.reverse().flat().slice(part.skipped, until);
}

/** By code points, as PostgreSQL's collation "C" orders. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
