import { colourFamilies, type ListingQuery, priceBands, type Sort, sorts } from "./catalogue.ts";
import { isCollection } from "./collections.ts";

const longestText = 100;
const mostValues = 20;
const mostPages = 1000;
const defaultSort: Sort = "name";
const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const sizeShape = /^[A-Z0-9][A-Z0-9 ./-]{0,19}$/;

/**
 * Reads a list's address: q, category, price, size, colour, stock=1, rating, sort, page. Never throws: what is
 * unknown is left out, what is out of range is clamped. In: the query string, and the slug in the path of a
 * category listing, which goes before any collection in the query. `category` is a collection or a category; the
 * database decides later whether a category of that slug exists.
 */
export function readListing(params: URLSearchParams, pathSlug?: string): ListingQuery {
  const slugs = many(params, "category", (value) => {
    const slug = value.trim().toLowerCase();
    return slugShape.test(slug) && slug.length <= 60 ? slug : null;
  });
  const path = pathSlug?.toLowerCase();
  const first = path !== undefined && isCollection(path) ? path : slugs.find(isCollection);
  const categories = slugs.filter((slug) => !isCollection(slug));
  if (path && !isCollection(path) && slugShape.test(path) && !categories.includes(path))
    categories.unshift(path);
  return {
    text: cleanText(params.get("q")),
    collection: first ?? null,
    categories: categories.slice(0, mostValues),
    bands: many(params, "price", (value) => priceBands.find(({ id }) => id === value)?.id ?? null),
    sizes: many(params, "size", (value) => {
      const size = value.trim().toUpperCase();
      return sizeShape.test(size) ? size : null;
    }),
    colours: many(params, "colour", (value) => colourFamilies.find(({ id }) => id === value)?.id ?? null),
    inStockOnly: params.get("stock") === "1",
    minRating: whole(params.get("rating"), 1, 5),
    sort: sorts.find((sort) => sort === params.get("sort")) ?? defaultSort,
    page: whole(params.get("page"), 1, mostPages) ?? 1,
  };
}

/**
 * Writes a list's address in one canonical order, without what is the default. readListing reads the same list
 * from it. In: the list, and the slug in the path if that says part of it already.
 */
export function writeListing(query: ListingQuery, pathSlug?: string): URLSearchParams {
  const params = new URLSearchParams();
  const add = (name: string, values: readonly string[]) => {
    for (const value of values) params.append(name, value);
  };
  if (query.text) params.set("q", query.text);
  const slugs = query.collection === null ? query.categories : [query.collection, ...query.categories];
  add(
    "category",
    slugs.filter((slug) => slug !== pathSlug),
  );
  add("price", query.bands);
  add("size", query.sizes);
  add("colour", query.colours);
  if (query.inStockOnly) params.set("stock", "1");
  if (query.minRating !== null) params.set("rating", String(query.minRating));
  if (query.sort !== defaultSort) params.set("sort", query.sort);
  if (query.page > 1) params.set("page", String(query.page));
  return params;
}

/** Searched text without control characters (a NUL would be refused by the database), trimmed, at most 100 long. */
function cleanText(text: string | null): string {
  const spaced = (text ?? "").slice(0, 1000).replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, " ");
  return [...spaced.trim()].slice(0, longestText).join("").trim();
}

function many<Value extends string>(
  params: URLSearchParams,
  name: string,
  read: (value: string) => Value | null,
): Value[] {
  const values = params.getAll(name).map(read);
  return [...new Set(values.filter((value) => value !== null))].slice(0, mostValues);
}

/** A whole number in the text, clamped; null when it is none. */
function whole(text: string | null, from: number, to: number): number | null {
  if (text === null || !/^\s*-?\d{1,15}\s*$/.test(text)) return null;
  return Math.min(to, Math.max(from, Number(text)));
}
