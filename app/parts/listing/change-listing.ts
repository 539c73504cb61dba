import type { ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import { noFilters, writeListing } from "../../../shop/catalogue/listing-address.ts";

/** Filters that take several values. */
export type MultiFilter = "categories" | "bands" | "sizes" | "colours" | "brands" | "origins";

/** The same list with one value added or removed, from its first page. */
export function withToggled(query: ListingQuery, filter: MultiFilter, value: string): ListingQuery {
  const values: readonly string[] = query[filter];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  // A price band replaces an exact price range: its count is of the whole band.
  const price = filter === "bands" ? { from: null, to: null } : {};
  return { ...query, ...price, [filter]: next, page: 1 };
}

/** The list without filters; search text, collection and sort order stay. */
export function withoutFilters(query: ListingQuery): ListingQuery {
  return { ...query, ...noFilters, page: 1 };
}

/** The list without search text; sorting by relevance is dropped with it. */
export function withoutText(query: ListingQuery): ListingQuery {
  return {
    ...query,
    text: "",
    exact: false,
    page: 1,
    sort: query.sort === "relevance" ? "recommended" : query.sort,
  };
}

/** Address of a list on the screen at `path`. A category in the path is not repeated in the query. */
export function listingAddress(path: string, query: ListingQuery): string {
  const params = writeListing(query, pathSlug(path)).toString();
  return params ? `${path}?${params}` : path;
}

/** The collection or category that the path of a list names. */
export function pathSlug(path: string): string | undefined {
  return /^\/category\/([^/]+)$/.exec(path)?.[1];
}

export function filterCount(query: ListingQuery): number {
  const { categories, bands, sizes, colours, brands, origins } = query;
  return (
    categories.length +
    bands.length +
    sizes.length +
    colours.length +
    brands.length +
    origins.length +
    Number(query.minDiscount !== null) +
    Number(query.from !== null || query.to !== null) +
    Number(query.inStockOnly) +
    Number(query.minRating !== null) +
    Number(query.newWithinDays !== null)
  );
}
