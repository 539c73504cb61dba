import { Tag } from "lucide";
import { Suspense, useState } from "react";
import { data, href, Link, redirect, useSearchParams } from "react-router";
import { cutText } from "../../platform/text/cut-text.ts";
import { can } from "../../shop/access/actor.ts";
import { productPage } from "../../shop/catalogue/product.server.ts";
import {
  firstChoice,
  type ProductPage,
  type ProductPicture,
  variantPriced,
} from "../../shop/catalogue/product.ts";
import { couponsForOne } from "../../shop/coupons/coupons-for-one.server.ts";
import { dayAndMonth, lastMoment } from "../../shop/dates.ts";
import { arrivalIfOrderedNow } from "../../shop/delivery/estimated-arrival.server.ts";
import { fitWords } from "../../shop/fit/estimate.ts";
import { fitOf } from "../../shop/fit/fit.server.ts";
import { type Paise, plural, rupees } from "../../shop/money.ts";
import { reviewsOf } from "../../shop/reviews/reviews.server.ts";
import { readReviewSort, readReviewStars, readWithPhotos } from "../../shop/reviews/reviews.ts";
import { companionsOf } from "../../shop/search/bought-together.server.ts";
import { brandSlug } from "../../shop/search/brands/brands.server.ts";
import { similarProducts } from "../../shop/search/similar.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { actingStaff } from "../http/access/acting-staff.ts";
import { viewerOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { originOf } from "../http/origin.server.ts";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { productStructuredData } from "../http/seo/product-structured-data.ts";
import { breadcrumbData, organizationData } from "../http/seo/structured-data.ts";
import { type OriginatingList, useOriginatingList } from "../parts/listing/originating-list.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { PriceLabel } from "../parts/price.tsx";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { lazyPart, nothing } from "../ui/lazy-part.tsx";
import { Notice } from "../ui/notice.tsx";
import { Stars } from "../ui/stars.tsx";
import type { Route } from "./+types/product";
import { BuyBar, BuyBox } from "./product/buy-box.tsx";
import { deliveryWords } from "./product/delivery/delivery-words.server.ts";
import { Gallery } from "./product/gallery.tsx";
import { StockBadge } from "./product/stock-badge.tsx";

const Share = lazyPart(() => import("../parts/share.tsx"), nothing);
const BuyingFacts = lazyPart(() => import("./product/buying-facts.tsx"));
const Details = lazyPart(() => import("./product/details.tsx"));
const Below = lazyPart(() => import("./product/below.tsx"));

const reviewsShown = 5;
const suggestionsShown = 4;
const shareButton = "link inline-flex items-center gap-1 min-h-tap text-small";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  // Without an id: redirect (specification, /product/{id}).
  if (!params.id) throw redirect(href("/shop"));
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const staff = can(actingStaff(viewer), "catalogue.view");
  const product = await productPage(services, params.id, { staff });
  if (!product) {
    addHeadMetadata(context, { noIndex: true });
    return data({ found: null }, { status: 404 });
  }
  const asked = new URL(request.url).searchParams;
  const choice = firstChoice(product, { colour: asked.get("colour"), size: asked.get("size") });
  const { price } = variantPriced(product, choice)?.variant ?? product;
  const isFirst = !asked.has("colour") && choice.colour === product.colours[0]?.name;
  const pin = asked.get("pin");
  const all = asked.get("reviews") === "all";
  const sort = readReviewSort(asked.get("order"));
  const stars = readReviewStars(asked.get("stars"));
  const withPhotos = readWithPhotos(asked.get("photos"));
  const [settings, suggestions, together, reviews, fit, coupons, atPin] = await Promise.all([
    shopSettings(services),
    similarProducts(services, product.id, suggestionsShown),
    companionsOf(services, product),
    reviewsOf(services, product.id, {
      limit: all ? null : reviewsShown,
      sort,
      stars,
      withPhotos,
      userId: viewer.kind === "guest" ? null : viewer.id,
    }),
    fitOf(services, product.id),
    couponsForOne(
      services,
      [...new Set([price.paid, ...product.variants.map((one) => one.price.paid)])],
      viewer.kind === "guest" ? null : viewer.id,
    ),
    pin
      ? deliveryWords(services, pin, price.paid, {
          productId: product.id,
          sku: product.variants[0]?.sku ?? "",
        })
      : null,
  ]);
  const origin = originOf(services.site, request);
  const { collection } = product;
  addHeadMetadata(context, {
    structuredData: () => [
      productStructuredData({ origin, policy: settings.policy, product, reviews }),
      organizationData(origin, settings),
      breadcrumbData(origin, [
        ...(collection
          ? [
              {
                name: collection.name,
                path: href("/category/:categoryName?", { categoryName: collection.slug }),
              },
            ]
          : []),
        { name: product.name, path: href("/product/:id?", { id: product.slug }) },
      ]),
    ],
    meta: [
      ["og:image:width", "1200"],
      ["og:image:height", "630"],
      ["og:image:type", "image/jpeg"],
      ["og:image:alt", product.name],
    ],
    noIndex: product.status !== "active",
  });
  return data({
    found: {
      product: isFirst ? product : withColourFirst(product, choice.colour),
      brandPath: brandPath(product),
      choice,
      suggestions,
      together,
      reviews,
      reviewSort: sort,
      stars,
      withPhotos,
      fit: fit.map((one) => (one.size ? `Size ${one.size}: ` : "") + fitWords(one)),
      coupons: product.stock > 0 ? coupons : {},
      atPin,
      delivery: product.stock > 0 ? dayAndMonth(await arrivalIfOrderedNow(services)) : null,
    },
  });
}

/** Null for a brand without a page; a draft's brand may have no products in the shop. */
function brandPath({ brand, status }: { brand: string; status: string }): string | null {
  const slug = status === "active" ? brandSlug(brand) : null;
  return slug === null ? null : href("/brand/:slug", { slug });
}

function collectionList({ slug, name }: { slug: string; name: string }): OriginatingList {
  return { to: href("/category/:categoryName?", { categoryName: slug }), name };
}

/** With the pictures of the chosen colour first. */
function withColourFirst(product: ProductPage, colour: string | null): ProductPage {
  if (colour === null) return product;
  const shows = (picture: ProductPicture) => picture.colour === colour;
  const others = product.pictures.filter((picture) => !shows(picture));
  return { ...product, pictures: [...product.pictures.filter(shows), ...others] };
}

export default function Product({ loaderData: { found }, params }: Route.ComponentProps) {
  useLiveUpdates(found ? [`products/${found.product.id}`, `reviews/${found.product.id}`] : []);
  const [asked] = useSearchParams();
  if (!found) return <ProductNotFound id={params.id ?? ""} />;
  // What the shopper chose stays when the page is revalidated.
  return (
    <ProductFound key={`${found.product.id} ${asked.get("colour")} ${asked.get("size")}`} found={found} />
  );
}

function ProductFound({ found }: { found: NonNullable<Route.ComponentProps["loaderData"]["found"]> }) {
  const {
    product,
    brandPath,
    suggestions,
    together,
    reviews,
    reviewSort,
    stars,
    withPhotos,
    delivery,
    fit,
    coupons,
    atPin,
  } = found;
  const way = useOriginatingList();
  const [choice, setChoice] = useState(found.choice);
  const priced = variantPriced(product, choice);
  const { price, pricesDiffer, lowest } = priced
    ? { ...priced.variant, pricesDiffer: priced.pricesDiffer }
    : { ...product, lowest: null };
  const path = href("/product/:id?", { id: product.slug });
  const list = way ?? (product.collection && collectionList(product.collection));
  return (
    <>
      <PageHead
        title={product.brand ? `${product.name} by ${product.brand}` : product.name}
        description={cutText(product.description, 155)}
        path={path}
        type="product"
        picture={href("/media/og/:file", { file: `${product.slug}.jpg` })}
      />
      <div className="wrap">
        {product.status !== "active" && (
          <Notice tone="warn" title="Preview" text="Only admins see this page: the product is not active." />
        )}
        <nav className="breadcrumb flex items-center gap-2 py-2 text-small muted" aria-label="Breadcrumb">
          <Link to={href("/")}>Home</Link>
          <span aria-hidden="true">/</span>
          {list && (
            <>
              <Link to={list.to}>{list.name}</Link>
              <span aria-hidden="true">/</span>
            </>
          )}
          <span aria-current="page">{product.name}</span>
        </nav>
        <div className="product">
          <Gallery product={product} page={path} />
          <div className="product-side grid content-start gap-5">
            <div className="product-title relative">
              {product.brand && (
                <p className="text-small muted">
                  {brandPath ? (
                    <Link className="link inline-block min-h-7" to={brandPath}>
                      {product.brand}
                    </Link>
                  ) : (
                    product.brand
                  )}
                </p>
              )}
              <h1 className="h2">{product.name}</h1>
              <PriceLabel price={price} from={pricesDiffer} />
              <PriceFacts lowest={lowest} />
              <p className="flex flex-wrap items-center gap-x-3 mt-2 text-small">
                {product.rating !== null && (
                  <a href="#reviews" className="rating min-h-7">
                    <Stars rating={product.rating} />
                    <span className="link num">
                      {product.rating.toFixed(1)} · {plural(product.reviewCount, "review")}
                    </span>
                  </a>
                )}
                <StockBadge stock={product.stock} />
              </p>
              <Suspense>
                <Share name={product.name} path={path} place="share-place" button={shareButton} />
              </Suspense>
            </div>
            {product.offer && <OfferNote offer={product.offer} />}
            <BuyBox product={product} page={path} choice={choice} onChoose={setChoice} fit={fit} />
            <Suspense>
              <BuyingFacts
                product={product.id}
                variant={priced?.variant.id ?? null}
                page={path}
                price={price.paid}
                delivery={delivery}
                atPin={atPin}
                coupons={coupons[price.paid] ?? []}
              />
            </Suspense>
          </div>
          <Suspense>
            <Details product={product} />
          </Suspense>
        </div>
      </div>
      <Suspense>
        <Below
          reviews={reviews}
          sort={reviewSort}
          stars={stars}
          withPhotos={withPhotos}
          shown={reviewsShown}
          path={path}
          product={product.id}
          together={together}
          suggestions={suggestions}
        />
      </Suspense>
      <BuyBar soldOut={product.stock <= 0} price={price} from={pricesDiffer} />
    </>
  );
}

function PriceFacts({ lowest }: { lowest: Paise | null }) {
  return (
    <p className="text-micro muted">
      Inclusive of all taxes
      {/* Of what is given away the price of today is the lowest there can be. */}
      {lowest !== null && lowest > 0 && (
        <>
          <br />
          Lowest price in the last 30 days: {rupees(lowest)}
        </>
      )}
    </p>
  );
}

function OfferNote({ offer }: { offer: { title: string; percent: number; validTo: string } }) {
  return (
    <div className="notice offer">
      <Icon of={Tag} className="icon icon-small" />
      <p>
        <b>
          {offer.title}: {offer.percent}% off
        </b>
        <br />
        Price already reduced. Until {dayAndMonth(lastMoment(offer.validTo))}.
      </p>
    </div>
  );
}

function ProductNotFound({ id }: { id: string }) {
  return (
    <>
      <PageHead
        title="Product Not Found"
        description="This product does not exist."
        path={href("/product/:id?", { id: encodeURIComponent(id) })}
      />
      <EmptyState
        level={1}
        tone="wrong"
        title="Product Not Found"
        text="The product you're looking for doesn't exist."
        link={{ to: href("/shop"), label: "Browse the shop" }}
      />
    </>
  );
}
