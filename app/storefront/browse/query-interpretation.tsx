import { Link } from "react-router";
import type { ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import type { SearchResult } from "../../../shop/search/search-products.server.ts";
import { listingAddress, withoutText } from "../../parts/listing/change-listing.ts";

/** Says what a searched text was taken for, and leads to the same words taken exactly. */
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
    <p className="how-read">
      {meant && (
        <>
          Showing results for <b>{meant}</b>.{" "}
        </>
      )}
      {read.filters.length > 0 && (
        <>
          Understood as <b>{read.filters.join(" · ")}</b>.{" "}
        </>
      )}
      <Link className="link" to={listingAddress(path, exactly)} rel="nofollow">
        Search for exactly “{read.text}” instead
      </Link>
    </p>
  );
}

/** What may have come from the words goes with them. */
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
