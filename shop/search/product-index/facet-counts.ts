import { discountSteps, type ListingQuery, priceBands, ratingSteps } from "../../catalogue/catalogue.ts";
import type { FacetCounts } from "../../catalogue/facets.ts";
import { anyOf, type Bits, bitsFor, both, countBoth, put } from "./bitset.ts";
import { histogram, inBands, placesOf } from "./histogram.ts";
import type { Rows } from "./in-memory-index.ts";
import type { Column } from "./indexed-product.ts";

/** What lets a product through, by group; null lets everything through. The same groups as in the database's way. */
type Masks = {
  base: Bits;
  groups: Record<"category" | "price" | "piece" | "brand" | "origin" | "discount" | "rating", Bits | null>;
  count(): number;
};
type Group = keyof Masks["groups"];

/** In: the products that the text lets through, null for all. */
export function masksOf(rows: Rows, query: ListingQuery, text: Bits | null): Masks {
  const { capacity, live } = rows;
  const where = (asked: boolean, test: (place: number) => boolean): Bits | null => {
    if (!asked) return null;
    const out = bitsFor(capacity);
    for (let place = 0; place < capacity; place++) if (test(place)) put(out, place);
    return out;
  };
  const among = (
    column: { at: Uint16Array; among(values: readonly string[]): Uint8Array },
    values: string[],
  ) => {
    const table = column.among(values);
    return where(values.length > 0, (place) => table[column.at[place] ?? 0] === 1);
  };
  // A slug that no category has is ignored: /category/nonsense is 'All Products'.
  const categories = query.categories.filter((slug) => rows.categoryNames.has(slug));
  const inCollection =
    query.collection === null ? null : (rows.collections.get(query.collection) ?? bitsFor(capacity));
  const bands = priceBands.filter(({ id }) => query.bands.includes(id));
  const { sizes, colours, inStockOnly: there, minDiscount, minRating, from, to } = query;
  const groups: Masks["groups"] = {
    category: among(rows.categories, categories),
    brand: among(rows.brands, query.brands),
    origin: among(rows.origins, query.origins),
    price: where(bands.length > 0 || from !== null || to !== null, (place) => {
      const paid = rows.paid[place] ?? 0;
      if ((from !== null && paid < from) || (to !== null && paid > to)) return false;
      return bands.length === 0 || bands.some((band) => inBand(band, paid));
    }),
    piece:
      sizes.length > 0 || colours.length > 0 || there
        ? anyOf(rows.pieces.of({ sizes, colours, there }), rows.words)
        : null,
    discount: where(minDiscount !== null, (place) => (rows.percentOff[place] ?? 0) >= (minDiscount ?? 0)),
    rating: where(minRating !== null, (place) => (rows.rating[place] ?? 0) >= (minRating ?? 0) * 10),
  };
  const base = both(both(live, inCollection), text);
  return {
    base,
    groups,
    count() {
      const all = Object.values(groups).reduce<Bits>((left, mask) => both(left, mask), base);
      return countBoth(all, all);
    },
  };
}

/** Counts each value of each group as if its own group were not filtered. `categoriesOnly`: of that group alone. */
export function countFacets(
  rows: Rows,
  query: ListingQuery,
  { base, groups }: Masks,
  categoriesOnly: boolean,
): { all: Bits; count: number; facets: FacetCounts } {
  const { sizes, colours, inStockOnly } = query;
  const names: Group[] = ["category", "price", "piece", "brand", "origin", "discount", "rating"];
  const all = names.reduce<Bits>((left, name) => both(left, groups[name]), base);
  const without = (but: Group): Bits =>
    groups[but] === null
      ? all
      : names.reduce<Bits>((left, name) => (name === but ? left : both(left, groups[name])), base);
  const count = countBoth(all, all);
  const whole = placesOf(all, count);
  // What is not filtered is counted over the same products.
  const of = (group: Group): Uint32Array => {
    if (groups[group] === null) return whole;
    const others = without(group);
    return placesOf(others, countBoth(others, others));
  };
  const values = (column: Column, group: Group) =>
    byValue(column.values, histogram(column.at, column.values.length, of(group)));
  const categories = named(rows, query.categories, values(rows.categories, "category"));
  if (categoriesOnly) return { all, count, facets: { ...nothingCounted(), categories } };
  const bands = inBands(histogram(rows.bands, 1 << priceBands.length, of("price")));
  const pieces = without("piece");
  const having = (asked: { sizes: readonly string[]; colours: readonly string[]; there: boolean }) => {
    const sets = rows.pieces.of(asked);
    const [one] = sets;
    if (!one) return 0;
    return countBoth(pieces, sets.length === 1 ? one : anyOf(sets, rows.words));
  };
  return {
    all,
    count,
    facets: {
      categories,
      brands: values(rows.brands, "brand"),
      origins: values(rows.origins, "origin"),
      bands: new Map(priceBands.map(({ id }, at) => [id, bands[at] ?? 0])),
      discounts: atLeast(histogram(rows.percentOff, 256, of("discount")), discountSteps, 1),
      ratings: atLeast(histogram(rows.rating, 256, of("rating")), ratingSteps, 10),
      sizes: counted(rows.pieces.sizes(), (size) => having({ sizes: [size], colours, there: inStockOnly })),
      colours: counted(rows.pieces.colours(), (colour) =>
        having({ sizes, colours: [colour], there: inStockOnly }),
      ),
      inStock: having({ sizes, colours, there: true }),
    },
  };
}

function nothingCounted(): Omit<FacetCounts, "categories"> {
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

/** The counted categories, and those that were chosen though they have nothing here. */
function named(rows: Rows, chosen: string[], counts: Map<string, number>): FacetCounts["categories"] {
  const slugs = new Set([...counts.keys(), ...chosen.filter((slug) => rows.categoryNames.has(slug))]);
  return [...slugs].map((slug) => ({
    value: slug,
    label: rows.categoryNames.get(slug) ?? slug,
    count: counts.get(slug) ?? 0,
  }));
}

function inBand({ from, to }: (typeof priceBands)[number], paid: number): boolean {
  return paid >= from && (to === null || paid <= to);
}

function byValue(values: readonly string[], counts: Uint32Array): Map<string, number> {
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

function counted(values: Iterable<string>, count: (value: string) => number): Map<string, number> {
  return new Map([...values].map((value) => [value, count(value)] as const).filter(([, found]) => found > 0));
}
