import { SlidersHorizontal } from "lucide";
import type { ReactNode } from "react";
import type { SearchResult } from "../../../shop/search/search-products.server.ts";
import { CachedFragment } from "../../http/fragments/cached-fragment.tsx";
import { Icon } from "../../ui/icon.tsx";
import { closeSheet, Sheet, SheetButton } from "../../ui/sheet.tsx";
import { filterCount, listingAddress } from "./change-listing.ts";
import { Chips } from "./chips.tsx";
import { Controls, type NamedSlug } from "./controls.tsx";
import { Facets } from "./facets.tsx";
import { productCountLabel, Results } from "./results.tsx";

/**
 * A list below its heading: Filter and Sort (on a phone they stay under the header), the filters (a sheet on a phone,
 * a column on a wide screen), the active filters, and the products. The same on every screen with filters.
 */
export function FilteredList({
  path,
  title,
  found: { query, listing, highlightWords, relaxed },
  choices,
  collections = [],
  quickFilters,
  note,
  empty,
  children,
}: {
  path: string;
  /** Name of the list in a product's breadcrumb. */
  title: string;
  found: Pick<SearchResult, "query" | "listing" | "highlightWords" | "relaxed">;
  /** The categories, on screens that offer search, category and price beside the sort order. */
  choices?: NamedSlug[];
  /** Set when the collection is a filter and not the page itself. */
  collections?: NamedSlug[];
  quickFilters?: ReactNode;
  /** Above the active filters: the interpretation of the search. */
  note?: ReactNode;
  empty: ReactNode;
  /** Below the products. */
  children?: ReactNode;
}) {
  const filters = filterCount(query) + Number(collections.some(({ slug }) => slug === query.collection));
  return (
    <div className="listing">
      <aside className="facets" aria-label="Filters">
        <a className="skip" href="#products">
          Skip filters
        </a>
        <Sheet
          id="filters"
          title="Filters"
          side="beside"
          footer={
            <button type="button" className="btn btn-primary btn-full" onClick={() => closeSheet("filters")}>
              Show {productCountLabel(listing.count)}
            </button>
          }
        >
          <CachedFragment of={listing.facets} variant={listingAddress(path, query)}>
            <Facets path={path} query={query} facets={listing.facets} />
          </CachedFragment>
        </Sheet>
      </aside>
      {/* Target of "Skip filters". */}
      <div id="products" tabIndex={-1}>
        <div className="list-tools">
          {quickFilters}
          <div className="filter-bar">
            <SheetButton sheet="filters" className="btn btn-secondary btn-medium">
              <Icon of={SlidersHorizontal} className="icon icon-small" />
              Filters{filters > 0 && ` (${filters})`}
            </SheetButton>
            <Controls path={path} query={query} categories={choices} collections={collections} />
          </div>
        </div>
        {note}
        <Chips path={path} query={query} facets={listing.facets} collections={collections} />
        <Results
          path={path}
          title={title}
          query={query}
          listing={listing}
          words={highlightWords}
          relaxed={relaxed}
          withCart
          empty={empty}
        />
        {children}
      </div>
    </div>
  );
}
