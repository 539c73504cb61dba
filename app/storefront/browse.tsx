import { Suspense } from "react";
import { href, Link, redirect } from "react-router";
import { cachedCategories, cachedCollections, slugsOf } from "../../shop/catalogue/collections.server.ts";
import { readListing } from "../../shop/catalogue/listing-address.ts";
import { popularProducts } from "../../shop/search/popular.server.ts";
import { redirectFor, searchProducts } from "../../shop/search/search-products.server.ts";
import { logSearch } from "../../shop/search-log/search-log.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { originOf } from "../http/origin.server.ts";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { productListData } from "../http/seo/structured-data.ts";
import { deliveryPromise } from "../parts/listing/delivery-promise.ts";
import { FilteredList } from "../parts/listing/filtered-list.tsx";
import { type HelpPage, helpPageFor } from "../parts/listing/help-pages.ts";
import { QueryInterpretation } from "../parts/listing/query-interpretation.tsx";
import { productCountLabel } from "../parts/listing/results.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { ProductGrid } from "../parts/product-card.tsx";
import { RecentlyViewed } from "../parts/recent/recently-viewed.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import type { Route } from "./+types/browse";

/** Lazy: downloaded only for an empty result. */
const NoResults = lazyPart(() => import("../parts/listing/no-results.tsx"));
const EmptyReason = lazyPart(async () => ({
  default: (await import("../parts/listing/no-results.tsx")).EmptyReason,
}));

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const collections = await cachedCollections(services);
  const asked = readListing(new URL(request.url).searchParams, undefined, slugsOf(collections));
  const redirectPath = asked.exact ? null : await redirectFor(services, asked.text);
  if (redirectPath !== null) throw redirect(redirectPath);
  const [found, categories] = await Promise.all([
    searchProducts(services, asked),
    cachedCategories(services),
  ]);
  const { count } = found.listing;
  if (asked.text !== "" && asked.page === 1) {
    await logSearch(services, { query: asked.text, results: count, dice: Math.random() });
  }
  const { query, listing } = found;
  const popular = count === 0 ? await popularProducts(services) : null;
  addHeadMetadata(context, {
    structuredData: () => [productListData(originOf(services.site, request), "Shop All Products", listing)],
    noIndex: query.text !== "",
  });
  const help = asked.exact ? null : helpPageFor(asked.text);
  return { ...found, popular, categories, collections: collections.map(nameAndSlug), help };
}

const nameAndSlug = ({ slug, name }: { slug: string; name: string }) => ({ slug, name });

const path = href("/shop");

function titleOf(searched: string, collection: string | undefined): string {
  if (searched !== "") return `Search results for “${searched}”`;
  return collection ? `Shop ${collection}` : "Shop All Products";
}

/** In: the typed text, the number of products found, and what is shown when there are none. */
function headingOf(searched: string, count: number, instead: { help: boolean; nearest: boolean }): string {
  if (searched === "") return "Shop All Products";
  if (count === 0 && instead.help) return `Help with “${searched}”`;
  if (count === 0 && !instead.nearest) return `No results for “${searched}”`;
  return count === 1 ? `1 result for “${searched}”` : `Search results for “${searched}”`;
}

/** The page that answers what was typed, above the products. */
function HelpNotice({ page: { to, title, text } }: { page: HelpPage }) {
  return (
    <aside className="notice ok mb-5" aria-label="Help">
      <p>
        <Link className="link" to={to}>
          <b>{title}</b>
        </Link>
        <br />
        {text}
      </p>
    </aside>
  );
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  const { query, listing, categories, collections, interpretation, alternatives } = loaderData;
  const { popular, similar, isEverything, help } = loaderData;
  const instead = { help: help !== null, nearest: loaderData.relaxed !== null };
  // A question about the shop, not a search for products: a list without any is left out.
  const isAnswered = instead.help && listing.count === 0;
  const { shop } = useShop();
  // Plain /shop shows its first products again (specification); under a search or filters, similar ones.
  const alsoLike = isEverything ? listing.products.slice(0, 4) : similar;
  const collection = collections.find(({ slug }) => slug === query.collection);
  return (
    <div className="wrap">
      <PageHead
        title={titleOf(query.text, collection?.name)}
        description={`Clothing, accessories and footwear at honest prices: search, filter by size and price, and have it ${deliveryPromise(shop.policy)}.`}
        path={collection ? `${path}?category=${collection.slug}` : path}
      />
      <div className="pt-5 pb-3 wrap-anywhere">
        <h1>{headingOf(interpretation?.text ?? query.text, listing.count, instead)}</h1>
        {!isAnswered && (
          <p className="mt-1 muted" role="status">
            {productCountLabel(listing.count)}
          </p>
        )}
      </div>
      {help && <HelpNotice page={help} />}
      {!isAnswered && (
        <FilteredList
          path={path}
          title={titleOf(query.text, collection?.name)}
          found={loaderData}
          choices={categories}
          collections={collections}
          note={interpretation && <QueryInterpretation path={path} query={query} read={interpretation} />}
          empty={
            <Suspense>
              <EmptyReason path={path} alternatives={alternatives} />
            </Suspense>
          }
        >
          {popular && (
            <Suspense>
              <NoResults path={path} alternatives={alternatives} popular={popular} />
            </Suspense>
          )}
        </FilteredList>
      )}
      {alsoLike.length > 0 && (
        <section className="section" aria-labelledby="also-like">
          <div className="section-head">
            <h2 id="also-like">You might also like</h2>
          </div>
          <ProductGrid products={alsoLike} className="product-grid four" />
        </section>
      )}
      <RecentlyViewed />
    </div>
  );
}
