import { SlidersHorizontal } from "lucide-react";
import { href, redirect } from "react-router";
import { cachedCategories } from "../../shop/catalogue/collections.server.ts";
import { readListing } from "../../shop/catalogue/listing-address.ts";
import { popularProducts } from "../../shop/search/popular.server.ts";
import { redirectFor, searchProducts } from "../../shop/search/search-products.server.ts";
import { logSearch } from "../../shop/search-log/search-log.server.ts";
import { filterCount } from "../parts/listing/change-listing.ts";
import { Chips } from "../parts/listing/chips.tsx";
import { Facets } from "../parts/listing/facets.tsx";
import { productCountLabel, Results } from "../parts/listing/results.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { ProductGrid } from "../parts/product-card.tsx";
import { RecentlyViewed } from "../parts/recent/recently-viewed.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { closeSheet, Sheet, SheetButton } from "../ui/sheet.tsx";
import { useLiveUpdates } from "../web/live/use-live-updates.ts";
import { originOf } from "../web/origin.server.ts";
import { addHeadMetadata } from "../web/seo/head-metadata.server.ts";
import { productListData } from "../web/seo/structured-data.ts";
import type { Route } from "./+types/browse";
import { Controls } from "./browse/controls.tsx";
import { EmptyReason, NoResults } from "./browse/no-results.tsx";
import { QueryInterpretation } from "./browse/query-interpretation.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = readListing(new URL(request.url).searchParams);
  const redirectPath = asked.exact ? null : await redirectFor(services, asked.text);
  if (redirectPath !== null) throw redirect(redirectPath);
  const [found, all] = await Promise.all([searchProducts(services, asked), cachedCategories(services)]);
  const { count } = found.listing;
  if (asked.text !== "" && asked.page === 1) {
    await logSearch(services, { query: asked.text, results: count, dice: Math.random() });
  }
  const { query, listing } = found;
  const popular = count === 0 ? await popularProducts(services) : null;
  addHeadMetadata(context, {
    structuredData: [productListData(originOf(services.site, request), "Shop All Products", listing)],
    noIndex: query.text !== "",
  });
  return { ...found, popular, categories: all.map(({ slug, name }) => ({ slug, name })) };
}

const path = href("/shop");

function titleOf(searched: string, collection: string | undefined): string {
  if (searched !== "") return `Search results for “${searched}”`;
  return collection ? `Shop ${collection}` : "Shop All Products";
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  const { query, listing, highlightWords, categories, interpretation, relaxed, alternatives, popular } =
    loaderData;
  const { nav } = useShop();
  const collection = nav.find(({ slug }) => slug === query.collection);
  const filters = filterCount(query) + Number(collection !== undefined);
  const count = productCountLabel(listing.count);
  return (
    <div className="wrap">
      <PageHead
        title={titleOf(query.text, collection?.name)}
        description="Student clothing, accessories and footwear at honest prices: search, filter by size and price, and have it delivered free."
        path={collection ? `${path}?category=${collection.slug}` : path}
      />
      <div className="listing-head">
        <h1>Shop All Products</h1>
        <p className="result-count" role="status">
          {count}
        </p>
      </div>
      <div className="filter-bar">
        <SheetButton sheet="filters" className="btn btn-secondary">
          <SlidersHorizontal className="icon icon-small" aria-hidden="true" />
          Filters{filters > 0 && ` (${filters})`}
        </SheetButton>
        <Controls path={path} query={query} categories={categories} collections={nav} only="sort" />
      </div>
      <div className="listing">
        <aside className="facets" aria-label="Filters">
          <Sheet
            id="filters"
            title="Filters"
            side="beside"
            footer={
              <button
                type="button"
                className="btn btn-primary btn-full"
                onClick={() => closeSheet("filters")}
              >
                Show {count}
              </button>
            }
          >
            <Facets path={path} query={query} facets={listing.facets} />
          </Sheet>
        </aside>
        <div>
          <Controls path={path} query={query} categories={categories} collections={nav} />
          {interpretation && <QueryInterpretation path={path} query={query} read={interpretation} />}
          <Chips path={path} query={query} facets={listing.facets} collections={nav} />
          <Results
            path={path}
            title={titleOf(query.text, collection?.name)}
            query={query}
            listing={listing}
            words={highlightWords}
            withCart
            empty={<EmptyReason path={path} relaxed={relaxed} alternatives={alternatives} />}
          />
          {popular && (
            <NoResults path={path} relaxed={relaxed} alternatives={alternatives} popular={popular} />
          )}
        </div>
      </div>
      {listing.products.length > 0 && (
        <section className="section" aria-labelledby="also-like">
          <div className="section-head">
            <h2 id="also-like">You might also like</h2>
          </div>
          <ProductGrid products={listing.products.slice(0, 4)} className="product-grid four" />
        </section>
      )}
      <RecentlyViewed />
    </div>
  );
}
