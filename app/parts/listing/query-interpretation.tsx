import { Link } from "react-router";
import type { ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import type { SearchResult } from "../../../shop/search/search-products.server.ts";
import { listingAddress, withoutText } from "./change-listing.ts";

/** Says how the search text was interpreted, with a link to the literal search. */
export function QueryInterpretation({
  path,
  query,
  read,
}: {
  path: string;
  query: ListingQuery;
  read: NonNullable<SearchResult["interpretation"]>;
}) {
  const exactly = {
    ...withoutText(query),
    ...filtersOff,
    text: read.text,
    exact: true,
    sort: "relevance" as const,
  };
  const meant = read.corrections.map(({ correction }) => `“${correction}”`).join(", ");
  return (
    <p className="pt-3 muted wrap-anywhere">
      {meant && (
        <>
          Showing results for <b className="font-medium text-ink">{meant}</b>.{" "}
        </>
      )}
      {read.filters.length > 0 && (
        <>
          Understood as <b className="font-medium text-ink">{read.filters.join(" · ")}</b>.{" "}
        </>
      )}
      <Link className="link" to={listingAddress(path, exactly)} rel="nofollow">
        Search for exactly “{read.text}” instead
      </Link>
    </p>
  );
}

/** Removes the filters that may come from the interpretation. */
const filtersOff = {
  colours: [],
  sizes: [],
  collection: null,
  minDiscount: null,
  minRating: null,
  from: null,
  to: null,
  inStockOnly: false,
};
