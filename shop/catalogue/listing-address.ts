import {
  colourFamilies,
  type ListingQuery,
  type ListingSort,
  longFacets,
  newSteps,
  priceBands,
  type Sort,
  sortOptions,
} from "./catalogue.ts";

const maxTextLength = 100;
const maxValues = 20;
const maxPages = 1000;
const highestRupees = 10_000_000;
const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const nameShape = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} &'’.,()-]{0,79}$/u;
const sizeShape = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ./-]{0,19}$/u;
/** Sizes that are always written in capital letters: "xl", "32b", "2y". */
const shortSize = /^(\d{0,2}x{0,5}[sml]|[\d-]{1,5}[a-z]{0,2})$/i;
const detailShape = /^[a-zA-Z][a-zA-Z0-9-]{0,39}\.[^\p{C}]{1,60}$/u;

/** The values of `all`: each long facet by the name of its own parameter. */
const allParams = { categories: "category", brands: "brand", origins: "origin" } as const;

/** No filters, and no facet listed whole. */
export const noFilters = {
  categories: [],
  bands: [],
  sizes: [],
  colours: [],
  brands: [],
  origins: [],
  details: [],
  minDiscount: null,
  from: null,
  to: null,
  inStockOnly: false,
  minRating: null,
  newWithinDays: null,
  allOf: null,
} satisfies Partial<ListingQuery>;

/** The prefix of a parameter that an address may have several times. */
export const multiValued = /^(category|price|size|colour|brand|origin|detail)=/;

/** The slugs of the shop's collections; as a map also with the order of each list when nothing was chosen. */
export type KnownCollections = { has(slug: string): boolean; get?(slug: string): Sort | undefined };

/**
 * Parses a list's address: q, exact=1, category, price (a band), min and max (rupees), size, colour, brand, origin,
 * detail (a key and a value: gender.women), discount, stock=1, rating, new (7 or 30 days), all (category, brand or origin), sort, page. Never throws: unknown
 * values are dropped, numbers out of range are clamped. In: the query string, the slug in the path of a category
 * listing, which takes precedence over a collection in the query, and the slugs of the shop's collections: `category` is
 * a collection or a category, and without them, as for the key of a cached page, all are taken for categories. A map
 * also has the usual order of each. The database decides later whether a category exists.
 */
export function readListing(
  params: URLSearchParams,
  pathSlug?: string,
  collections: KnownCollections = new Set<string>(),
): ListingQuery {
  const slugs = many(params, "category", (value) => {
    const slug = value.trim().toLowerCase();
    return slugShape.test(slug) && slug.length <= 60 ? slug : null;
  });
  const path = pathSlug?.toLowerCase();
  const isCollection = (slug: string) => collections.has(slug);
  const first = path !== undefined && isCollection(path) ? path : slugs.find(isCollection);
  const categories = slugs.filter((slug) => !isCollection(slug));
  if (path && !isCollection(path) && slugShape.test(path) && !categories.includes(path))
    categories.unshift(path);
  const text = cleanText(params.get("q"));
  const own = first === undefined ? undefined : collections.get?.(first);
  const usualSort = own === "recommended" ? undefined : own;
  return {
    text,
    exact: text !== "" && params.get("exact") === "1",
    collection: first ?? null,
    categories: categories.slice(0, maxValues),
    bands: many(params, "price", (value) => priceBands.find(({ id }) => id === value)?.id ?? null),
    sizes: many(params, "size", (value) => {
      const size = shortSize.test(value.trim()) ? value.trim().toUpperCase() : value.trim();
      return sizeShape.test(size) ? size : null;
    }),
    colours: many(params, "colour", (value) => colourFamilies.find(({ id }) => id === value)?.id ?? null),
    brands: many(params, "brand", named),
    origins: many(params, "origin", named),
    details: many(params, "detail", (value) => {
      const one = value.trim().normalize("NFC");
      return detailShape.test(one) ? one : null;
    }),
    minDiscount: whole(params.get("discount"), 1, 100),
    from: paise(params.get("min")),
    to: paise(params.get("max")),
    inStockOnly: params.get("stock") === "1",
    minRating: whole(params.get("rating"), 1, 5),
    newWithinDays: newSteps.find((days) => String(days) === params.get("new")) ?? null,
    allOf: longFacets.find((facet) => allParams[facet] === params.get("all")) ?? null,
    sort: sortOptions.find((sort) => sort === params.get("sort")) ?? usualOrder(text, usualSort),
    ...(usualSort && { usualSort }),
    page: whole(params.get("page"), 1, maxPages) ?? 1,
  };
}

/**
 * Writes a list's address in one canonical order, without defaults; readListing parses it back. In: the list, and the
 * slug in the path if that expresses part of it already.
 */
export function writeListing(query: ListingQuery, pathSlug?: string): URLSearchParams {
  const params = new URLSearchParams();
  const add = (name: string, values: readonly string[]) => {
    for (const value of values) params.append(name, value);
  };
  if (query.text) params.set("q", query.text);
  if (query.text && query.exact) params.set("exact", "1");
  const slugs = query.collection === null ? query.categories : [query.collection, ...query.categories];
  add(
    "category",
    slugs.filter((slug) => slug !== pathSlug),
  );
  add("price", query.bands);
  add("size", query.sizes);
  add("colour", query.colours);
  add("brand", query.brands);
  add("origin", query.origins);
  add("detail", query.details);
  if (query.minDiscount !== null) params.set("discount", String(query.minDiscount));
  if (query.from !== null) params.set("min", String(Math.floor(query.from / 100)));
  if (query.to !== null) params.set("max", String(Math.floor(query.to / 100)));
  if (query.inStockOnly) params.set("stock", "1");
  if (query.minRating !== null) params.set("rating", String(query.minRating));
  if (query.newWithinDays !== null) params.set("new", String(query.newWithinDays));
  if (query.allOf !== null) params.set("all", allParams[query.allOf]);
  // Relevance is the default of a search and meaningless without one, so it is never written.
  if (query.sort !== "relevance" && query.sort !== usualOrder(query.text, query.usualSort))
    params.set("sort", query.sort);
  if (query.page > 1) params.set("page", String(query.page));
  return params;
}

/**
 * The recommended order or the collection's own, or relevance when words are searched. By name (specification, section
 * 7) only when chosen.
 */
function usualOrder(text: string, usualSort: Sort = "recommended"): ListingSort {
  return text === "" ? usualSort : "relevance";
}

function named(value: string): string | null {
  const name = value.trim().normalize("NFC");
  return nameShape.test(name) ? name : null;
}

/** Whole rupees in the text, as paise. */
function paise(text: string | null): number | null {
  const amount = whole(text, 0, highestRupees);
  return amount === null ? null : amount * 100;
}

/**
 * The search text without control characters, trimmed, at most 100 characters. It is stored nowhere and every
 * storefront page loads this file, so the full cleaner (shop/text) stays on the server.
 */
function cleanText(text: string | null): string {
  const spaced = (text ?? "")
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim();
  return [...spaced].slice(0, maxTextLength).join("").trim();
}

function many<Value extends string>(
  params: URLSearchParams,
  name: string,
  read: (value: string) => Value | null,
): Value[] {
  const values = params.getAll(name).map(read);
  return [...new Set(values.filter((value) => value !== null))].slice(0, maxValues);
}

/** A whole number in the text, clamped; null when it is none. */
function whole(text: string | null, from: number, to: number): number | null {
  if (text === null || !/^\s*-?\d{1,15}\s*$/.test(text)) return null;
  return Math.min(to, Math.max(from, Number(text)));
}
