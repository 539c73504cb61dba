import { href } from "react-router";
import { mediaPath } from "../../../shop/catalogue/picture-address.ts";
import type { ProductPage, Variant } from "../../../shop/catalogue/product.ts";
import { dayInIndia, lastMoment } from "../../../shop/dates.ts";
import { deliveryFeeOf } from "../../../shop/delivery/delivery-fee.ts";
import type { Paise } from "../../../shop/money.ts";
import type { ProductReviews } from "../../../shop/reviews/reviews.ts";
import type { Policy } from "../../../shop/settings/settings.ts";
import { variantAddress } from "../../parts/variant-address.ts";
import type { StructuredData } from "./structured-data.ts";

const maxPictures = 8;
const workdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type Facts = { origin: string; policy: Policy; product: ProductPage; reviews: ProductReviews };

/**
 * Structured data of a product. In: amounts in paise; output in rupees. Ratings and reviews only when there are real
 * ones. A single variant is a Product, several are a ProductGroup.
 */
export function productStructuredData(facts: Facts): StructuredData {
  const { origin, product, reviews } = facts;
  const address = addressOf(facts);
  const [only] = product.variants;
  const single = product.variants.length === 1 && only?.size === null && only.colour === null;
  const material = product.details.find(({ label }) => label === "Material")?.value;
  const common = {
    name: product.name,
    description: product.description,
    url: address,
    ...(product.brand && { brand: { "@type": "Brand", name: product.brand } }),
    ...(product.category && { category: product.category }),
    ...(material && { material }),
    ...picturesOf(origin, product, null),
    ...(reviews.count > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: reviews.average,
        reviewCount: reviews.count,
        bestRating: 5,
        worstRating: 1,
      },
      review: reviews.reviews.map(({ rating, comment, author, createdAt }) => ({
        "@type": "Review",
        reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
        author: { "@type": "Person", name: author },
        datePublished: dayInIndia(createdAt),
        ...(comment && { reviewBody: comment }),
      })),
    }),
  };
  if (single && only) {
    return {
      "@type": "Product",
      "@id": `${address}#product`,
      sku: only.sku,
      ...common,
      offers: offer(facts, only),
    };
  }
  const varies = [
    ...(product.sizes.length > 0 ? ["https://schema.org/size"] : []),
    ...(product.colours.length > 0 ? ["https://schema.org/color"] : []),
  ];
  return {
    "@type": "ProductGroup",
    "@id": `${address}#product`,
    productGroupID: product.id,
    ...common,
    ...(varies.length > 0 && { variesBy: varies }),
    hasVariant: product.variants.map((variant) => ({
      "@type": "Product",
      name: [product.name, variant.colour?.name, variant.size].filter(Boolean).join(", "),
      sku: variant.sku,
      ...(variant.size && { size: variant.size }),
      ...(variant.colour && { color: variant.colour.name }),
      ...picturesOf(origin, product, variant.colour?.name ?? null),
      offers: offer(facts, variant),
    })),
  };
}

/** The pictures of a colour and those without a colour; all pictures when no colour is given. */
function picturesOf(origin: string, { pictures }: ProductPage, colour: string | null) {
  const fitting = pictures.filter((one) => colour === null || one.colour === null || one.colour === colour);
  const shown = (colour === null ? fitting : fitting.slice(0, 1)).slice(0, maxPictures);
  return shown.length > 0 && { image: shown.map((one) => `${origin}${mediaPath(one, 1200, "jpg")}`) };
}

function offer(facts: Facts, { stock, price, size, colour }: Variant) {
  const { origin, policy, product } = facts;
  return {
    "@type": "Offer",
    url: variantAddress(addressOf(facts), { colour: colour?.name ?? null, size }),
    price: inRupees(price.paid),
    priceCurrency: "INR",
    ...(product.offer && { priceValidUntil: dayInIndia(lastMoment(product.offer.validTo)) }),
    availability: `https://schema.org/${stock > 0 ? "InStock" : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@id": `${origin}/#shop` },
    shippingDetails: shipping(policy, price.paid),
    hasMerchantReturnPolicy: returns(origin, policy),
  };
}

function shipping(policy: Policy, price: Paise) {
  const [soonest, latest] = policy.deliveryBusinessDays;
  const days = (from: number, to: number) => ({
    "@type": "QuantitativeValue",
    minValue: from,
    maxValue: to,
    unitCode: "DAY",
  });
  return {
    "@type": "OfferShippingDetails",
    shippingRate: {
      "@type": "MonetaryAmount",
      value: inRupees(deliveryFeeOf(policy, price)),
      currency: "INR",
    },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      businessDays: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: workdays.map((day) => `https://schema.org/${day}`),
      },
      // The delivery estimate counts from the order, so all of it is transit time.
      handlingTime: days(0, 0),
      transitTime: days(soonest, latest),
    },
  };
}

function returns(origin: string, { returnDays }: Policy) {
  const where = { applicableCountry: "IN", merchantReturnLink: `${origin}${href("/refund-policy")}` };
  if (returnDays === 0) {
    return {
      "@type": "MerchantReturnPolicy",
      ...where,
      returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
    };
  }
  return {
    "@type": "MerchantReturnPolicy",
    ...where,
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: returnDays,
    returnMethod: "https://schema.org/ReturnByMail",
    returnFees: "https://schema.org/FreeReturn",
    refundType: "https://schema.org/FullRefund",
  };
}

function addressOf({ origin, product }: Facts): string {
  return `${origin}${href("/product/:id?", { id: product.slug })}`;
}

function inRupees(amount: Paise): string {
  return (amount / 100).toFixed(2);
}
