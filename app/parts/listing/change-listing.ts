import { matchPath } from "react-router";
import type { ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import { noFilters, writeListing } from "../../../shop/catalogue/listing-address.ts";

/** The filters that can be chosen many at once. */
export type MultiFilter = "categories" | "bands" | "sizes" | "colours" | "brands" | "origins";

/** The same list with one value put in or taken out, from its first page. */
export function withToggled(query: ListingQuery, filter: MultiFilter, value: string): ListingQuery {
  const values: readonly string[] = query[filter];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  // A band stands in the place of an exact price: its count is of the whole band.
  const price = filter === "bands" ? { from: null, to: null } : {};
  return { ...query, ...price, [filter]: next, page: 1 };
}

/** The list with every filter taken off; the searched text, the collection and the order stay. */
export function withoutFilters(query: ListingQuery): ListingQuery {
  return { ...query, ...noFilters, page: 1 };
}

/** The list without its words; what comes first for words has no meaning then. */
export function withoutText(query: ListingQuery): ListingQuery {
  return {
    ...query,
    text: "",
    exact: false,
    page: 1,
    sort: query.sort === "relevance" ? "name" : query.sort,
  };
}

/** The address of a list on the screen at `path`. What a category's path says already is not said again. */
export function listingAddress(path: string, query: ListingQuery): string {
  const slug = matchPath("/category/:slug", path)?.params.slug;
  const params = writeListing(query, slug).toString();
  return params ? `${path}?${params}` : path;
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
    Number(query.minRating !== null)
  );
}
