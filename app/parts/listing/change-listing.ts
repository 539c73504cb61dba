import type { ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import { multiValued, noFilters, writeListing } from "../../../shop/catalogue/listing-address.ts";
import { colourLabels } from "../../../shop/search/text/colour-labels.ts";

/** Filters that take several values. */
export type MultiFilter = "categories" | "bands" | "sizes" | "colours" | "brands" | "origins" | "details";

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
    sort: query.sort === "relevance" ? (query.usualSort ?? "recommended") : query.sort,
  };
}

/** Address of a list on the screen at `path`. A category in the path is not repeated in the query. */
export function listingAddress(path: string, query: ListingQuery): string {
  const params = writeListing(query, pathSlug(path)).toString();
  return params ? `${path}?${params}` : path;
}

/**
 * Applies the change from the rendered list to `next` to the list that is being loaded, from the first page. In: query
 * strings of one screen.
 */
export function withChange(coming: string, drawn: string, next: string): string {
  const [was, will] = [params(drawn), params(next)];
  const changed = [...was, ...will].filter((param) => was.includes(param) !== will.includes(param));
  const choices = [...changed, "page="].map(choice);
  const unchanged = params(coming).filter((param) => !choices.includes(choice(param)));
  return [...unchanged, ...changed.filter((param) => will.includes(param))].join("&");
}

function params(search: string) {
  return search.split(/[?&]/).slice(1);
}

/** The key of a parameter: with its value for multi-value filters, else its name alone. */
function choice(param: string) {
  return multiValued.test(param) ? param : param.split("=")[0];
}

/** A private character: no value of a filter contains it. */
const placeholder = "\uE000";
const encodedPlaceholder = encodeURIComponent(placeholder);

/**
 * The addresses that add or remove one value of a filter, from the first page. A list has some seventy of them; the
 * common part of those that add a value is built once.
 */
export function toggleAddresses(path: string, query: ListingQuery, filter: MultiFilter) {
  const address = (value: string) => listingAddress(path, withToggled(query, filter, value));
  const pattern = address(placeholder);
  // The search text, which may contain any character, comes before the filters.
  const at = pattern.lastIndexOf(encodedPlaceholder);
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + encodedPlaceholder.length)];
  const values: readonly string[] = query[filter];
  return (value: string) =>
    values.includes(value) ? address(value) : `${before}${encodedValue(value)}${after}`;
}

/** The encoding of URLSearchParams: most values need none. */
function encodedValue(value: string): string {
  return /^[\w.-]*$/.test(value) ? value : new URLSearchParams([["", value]]).toString().slice(1);
}

/** The collection or category in the path of a list. */
export function pathSlug(path: string): string | undefined {
  return /^\/category\/([^/]+)$/.exec(path)?.[1];
}

export function filterCount(query: ListingQuery): number {
  const { categories, bands, sizes, colours, brands, origins, details } = query;
  return (
    categories.length +
    bands.length +
    sizes.length +
    colourLabels(colours).length +
    brands.length +
    origins.length +
    details.length +
    Number(query.minDiscount !== null) +
    Number(query.from !== null || query.to !== null) +
    Number(query.inStockOnly) +
    Number(query.minRating !== null) +
    Number(query.newWithinDays !== null)
  );
}
