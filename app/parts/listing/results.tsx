import { type ReactNode, Suspense } from "react";
import { href, Link, useLocation, useNavigation } from "react-router";
import { type Listing, type ListingQuery, pagesShown } from "../../../shop/catalogue/catalogue.ts";
import { grouped, plural } from "../../../shop/money.ts";
import type { RelaxedQuery } from "../../../shop/search/query/query-relaxation.server.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { CardSkeletons } from "../../ui/skeleton.tsx";
import { ProductGrid } from "../product-card.tsx";
import { listingAddress } from "./change-listing.ts";
import { OriginatingListProvider } from "./originating-list.tsx";

/** Lazy: only for an empty list. */
const Nearest = lazyPart(() => import("./nearest.tsx"));

/** "1 product", "214 products". */
export function productCountLabel(count: number): string {
  return plural(count, "product");
}

/** True while another page or filter of the same list is loading. */
function useListLoading(): "anew" | "more" | null {
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading" || location?.pathname !== pathname) return null;
  const withoutPage = (query: string) => {
    const params = new URLSearchParams(query);
    params.delete("page");
    return params.toString();
  };
  return withoutPage(search) === withoutPage(location.search) ? "more" : "anew";
}

/** The products of a list, its 8 placeholders, or suggestions when there are none; then paging. */
export function Results({
  path,
  title,
  query,
  listing,
  words,
  withCart = false,
  className = "product-grid",
  relaxed,
  empty,
}: {
  path: string;
  /** Name of the list in a product's breadcrumb. */
  title: string;
  query: ListingQuery;
  listing: Listing;
  /** The nearest products of an empty list. */
  relaxed: RelaxedQuery | null;
  /** Search terms in lower case, highlighted in the names. */
  words: readonly string[];
  withCart?: boolean;
  className?: string;
  empty?: ReactNode;
}) {
  const loading = useListLoading();
  const { products, count, page, pages, skipped } = listing;
  if (loading === "anew") return <CardSkeletons count={8} className={className} />;
  if (count === 0 && relaxed)
    return (
      <Suspense>
        <Nearest path={path} relaxed={relaxed} />
      </Suspense>
    );
  if (count === 0)
    return (
      <EmptyState title="No products found" text="Try adjusting your search or filters">
        {empty ?? (
          <Link className="btn btn-primary" to={href("/shop")}>
            Clear all filters
          </Link>
        )}
      </EmptyState>
    );
  return (
    <>
      <h2 className="sr-only">Products</h2>
      {skipped > 0 && (
        <div className="pt-10 text-center">
          <Link
            className="btn btn-secondary"
            to={listingAddress(path, { ...query, page: Math.max(1, page - pagesShown) })}
          >
            Show earlier products
          </Link>
        </div>
      )}
      <OriginatingListProvider value={{ to: listingAddress(path, query), name: title }}>
        <ProductGrid
          products={products}
          withCart={withCart}
          className={className}
          eagerCount={2}
          words={words}
        />
      </OriginatingListProvider>
      <div className="pt-10 text-center">
        <p className="mb-3 text-small muted">
          {skipped > 0 && `${grouped(skipped + 1)}–`}
          {grouped(skipped + products.length)} of {productCountLabel(count)}
        </p>
        {page < pages && (
          <Link
            className="btn btn-secondary"
            to={listingAddress(path, { ...query, page: page + 1 })}
            preventScrollReset
            replace
            aria-disabled={loading === "more"}
          >
            {loading === "more" ? "Loading…" : "Load more"}
          </Link>
        )}
      </div>
    </>
  );
}
