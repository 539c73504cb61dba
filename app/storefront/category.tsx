import { ArrowUpDown, Check, Star } from "lucide";
import { Suspense } from "react";
import { href, Link } from "react-router";
import type { ListingQuery, ListingSort, Sort } from "../../shop/catalogue/catalogue.ts";
import { categoryHead, collectionSlugs } from "../../shop/catalogue/collections.server.ts";
import { readListing } from "../../shop/catalogue/listing-address.ts";
import { searchProducts } from "../../shop/search/search-products.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { moved } from "../http/moved.server.ts";
import { originOf } from "../http/origin.server.ts";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { breadcrumbData, productListData } from "../http/seo/structured-data.ts";
import { listingAddress } from "../parts/listing/change-listing.ts";
import { deliveryPromise } from "../parts/listing/delivery-promise.ts";
import { FilteredList } from "../parts/listing/filtered-list.tsx";
import { ListingHead } from "../parts/listing/listing-head.tsx";
import { productCountLabel } from "../parts/listing/results.tsx";
import { useFollowFilter } from "../parts/listing/use-follow-filter.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { ErrorPanel } from "../ui/failure.tsx";
import { Icon } from "../ui/icon.tsx";
import { lazyPart, nothing } from "../ui/lazy-part.tsx";
import type { Route } from "./+types/category";

const RecentlyViewed = lazyPart(
  async () => ({
    default: (await import("../parts/recent/recently-viewed.tsx")).RecentlyViewed,
  }),
  nothing,
);

/** The category is in the path or, as specified, in the query. An unknown one shows all products. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const slug = params.categoryName ?? asked.get("category") ?? "";
  const { title, metaTitle, metaDescription, movedTo } = await categoryHead(services, slug);
  if (movedTo) {
    const rest = new URLSearchParams(asked);
    rest.delete("category");
    throw moved(href("/category/:categoryName?", { categoryName: movedTo }), rest.size > 0 ? `?${rest}` : "");
  }
  const { query, listing, highlightWords, relaxed } = await searchProducts(
    services,
    readListing(asked, slug || undefined, await collectionSlugs(services)),
  );
  const origin = originOf(services.site, request);
  const path = slug
    ? href("/category/:categoryName?", { categoryName: slug })
    : href("/category/:categoryName?");
  addHeadMetadata(context, {
    structuredData: () => [
      breadcrumbData(origin, [{ name: title, path }]),
      productListData(origin, title, listing),
    ],
    noIndex: query.text !== "",
  });
  return { query, listing, highlightWords, relaxed, title, metaTitle, metaDescription, slug };
}

export default function Category({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  const { shop } = useShop();
  const { query, listing, title, metaTitle, metaDescription, slug } = loaderData;
  const path = slug
    ? href("/category/:categoryName?", { categoryName: slug })
    : href("/category/:categoryName?");
  return (
    <>
      <PageHead
        title={metaTitle || title}
        description={
          metaDescription || `${title}: ${productCountLabel(listing.count)}, ${deliveryPromise(shop.policy)}.`
        }
        path={path}
      />
      <ListingHead title={title} count={listing.count} />
      <div className="wrap">
        <FilteredList
          path={path}
          title={title}
          found={loaderData}
          quickFilters={<QuickFilters path={path} query={query} />}
          empty={
            <Link className="btn btn-primary" to={href("/shop")}>
              Shop all products
            </Link>
          }
        />
        {listing.count === 0 && (
          <Suspense>
            <RecentlyViewed />
          </Suspense>
        )}
      </div>
    </>
  );
}

const nextSort: Partial<Record<ListingSort, Sort>> = {
  "price-asc": "price-desc",
  "price-desc": "recommended",
};
const sortWords: Partial<Record<ListingSort, string>> = {
  "price-asc": ", lowest first",
  "price-desc": ", highest first",
};

/** The specification's three buttons: sort by price (ascending, descending, off), four stars and up, in stock. */
function QuickFilters({ path, query }: { path: string; query: ListingQuery }) {
  const follow = useFollowFilter();
  const sort = nextSort[query.sort] ?? "price-asc";
  const rated = query.minRating !== null;
  const buttons = [
    {
      label: "Sort by Price",
      note: sortWords[query.sort] ?? "",
      on: query.sort in nextSort,
      to: listingAddress(path, { ...query, sort, page: 1 }),
      icon: ArrowUpDown,
    },
    {
      label: "Filter by Rating",
      note: rated ? `, ${query.minRating} and above` : "",
      on: rated,
      to: listingAddress(path, { ...query, minRating: rated ? null : 4, page: 1 }),
      icon: Star,
    },
    {
      label: "In Stock Only",
      note: "",
      on: query.inStockOnly,
      to: listingAddress(path, { ...query, inStockOnly: !query.inStockOnly, page: 1 }),
      icon: Check,
    },
  ];
  return (
    <ul className="scroller quick-filters" aria-label="Order and filters">
      {buttons.map(({ label, note, on, to, icon }) => (
        <li key={label}>
          <a
            className={on ? "chip on" : "chip"}
            href={to}
            onClick={follow}
            rel="nofollow"
            aria-current={on ? "true" : undefined}
          >
            <Icon of={icon} />
            {label + note}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { shop } = useShop();
  return (
    <>
      <title>{`Error Loading Products · ${shop.name}`}</title>
      <ErrorPanel
        error={error}
        title="Error Loading Products"
        text="Failed to load products. Please try again."
      />
    </>
  );
}
