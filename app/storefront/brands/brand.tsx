import { data, href, Link } from "react-router";
import { collectionSlugs } from "../../../shop/catalogue/collections.server.ts";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import { brandsAt } from "../../../shop/search/brands/brands.server.ts";
import { listProducts } from "../../../shop/search/list-products.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { originOf } from "../../http/origin.server.ts";
import { addHeadMetadata } from "../../http/seo/head-metadata.server.ts";
import { breadcrumbData, productListData } from "../../http/seo/structured-data.ts";
import { deliveryPromise } from "../../parts/listing/delivery-promise.ts";
import { FilteredList } from "../../parts/listing/filtered-list.tsx";
import { ListingHead } from "../../parts/listing/listing-head.tsx";
import { productCountLabel } from "../../parts/listing/results.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { useShop } from "../../parts/shop-context.ts";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Route } from "./+types/brand";

/** All products of one brand, with the filters of every list. Text is not searched here: the search is /shop. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const brands = await brandsAt(services, params.slug);
  const [name] = brands;
  if (name === undefined) {
    addHeadMetadata(context, { noIndex: true });
    return data({ found: null }, { status: 404 });
  }
  const asked = new URL(request.url).searchParams;
  asked.delete("q");
  // The path names the brand, so it is neither a filter to remove nor a part of the list's addresses.
  const query = { ...readListing(asked, undefined, await collectionSlugs(services)), brands: [] };
  const listing = await listProducts(services, { ...query, brands });
  const origin = originOf(services.site, request);
  const path = href("/brand/:slug", { slug: params.slug });
  addHeadMetadata(context, {
    structuredData: () => [breadcrumbData(origin, [{ name, path }]), productListData(origin, name, listing)],
  });
  return data({
    found: {
      name,
      query,
      listing: { ...listing, facets: { ...listing.facets, brands: [] } },
      highlightWords: [],
      relaxed: null,
    },
  });
}

export default function Brand({ loaderData: { found }, params }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  const path = href("/brand/:slug", { slug: params.slug });
  const { shop } = useShop();
  if (!found) return <BrandNotFound path={path} />;
  const { name, listing } = found;
  return (
    <>
      <PageHead
        title={name}
        description={`${productCountLabel(listing.count)} by ${name}, ${deliveryPromise(shop.policy)}.`}
        path={path}
      />
      <ListingHead title={name} count={listing.count} />
      <div className="wrap">
        <FilteredList
          path={path}
          title={name}
          found={found}
          empty={
            <Link className="btn btn-primary" to={path}>
              All products of {name}
            </Link>
          }
        />
      </div>
    </>
  );
}

function BrandNotFound({ path }: { path: string }) {
  return (
    <>
      <PageHead title="Brand not found" description="The shop has no products of this brand." path={path} />
      <EmptyState
        level={1}
        tone="wrong"
        title="Brand not found"
        text="The shop has no products of this brand."
        link={{ to: href("/shop"), label: "Browse the shop" }}
      />
    </>
  );
}
