import { type Paise, percentOf } from "../money.ts";
import { type DisplayPrice, type ListingQuery, priceBands } from "./catalogue.ts";

/**
 * The current unit price (specification, section 9; docs/domain.md, "Price of a line"). In: the price and the MRP in
 * paise, and the percentage of the best running offer or null (0 to 100). Out: what is paid (the lower of the price
 * and the offer on the MRP, rounded to whole rupees), the struck-through price (MRP, else price, when it is higher)
 * and the whole percent between the two.
 */
export function priceOf(
  { price, originalPrice }: { price: Paise; originalPrice: Paise | null },
  offerPercent: number | null,
): DisplayPrice {
  const full = originalPrice ?? price;
  const offered = offerPercent === null ? price : percentOf(full, 100 - offerPercent, 100);
  const paid = Math.min(price, offered);
  if (full <= paid) return { paid, struck: null, percentOff: null };
  return { paid, struck: full, percentOff: percentOff(full, paid) };
}

/** The whole percent between the struck-through price and what is paid; half a percent is rounded up. */
export function percentOff(struck: Paise, paid: Paise): number {
  return Math.floor((200 * (struck - paid) + struck) / (2 * struck));
}

/** A variant with its current price, as lists use it. `colour`: the family. */
export type PricedVariant = {
  size: string | null;
  colour: string | null;
  inStock: boolean;
  price: DisplayPrice;
};

/** The filters of a list that a variant's own price depends on. */
export type VariantFilters = Pick<
  ListingQuery,
  "sizes" | "colours" | "bands" | "from" | "to" | "minDiscount"
>;

/** Filters that every variant passes. */
export const anyVariant: VariantFilters = {
  sizes: [],
  colours: [],
  bands: [],
  from: null,
  to: null,
  minDiscount: null,
};

/** Whether a price in paise is in one of the chosen bands, if any, and in the chosen range. */
export function inPriceRange(
  paid: Paise,
  { bands, from, to }: Pick<VariantFilters, "bands" | "from" | "to">,
): boolean {
  if ((from !== null && paid < from) || (to !== null && paid > to)) return false;
  if (bands.length === 0) return true;
  return priceBands.some(
    (band) => bands.includes(band.id) && paid >= band.from && (band.to === null || paid <= band.to),
  );
}

/**
 * The variants of one product whose prices a list uses: those of a chosen size and colour with a chosen price and
 * discount. Of the variants of a chosen size and colour those in stock count, or all when none is: a price that nobody
 * can pay is not offered. `visit` is called with each; a loop without arrays, because the product index calls it for
 * thousands of products.
 */
export function forEachAsked<Variant extends PricedVariant>(
  variants: readonly Variant[],
  filters: VariantFilters,
  visit: (variant: Variant) => void,
): void {
  const { sizes, colours, minDiscount } = filters;
  const fits = ({ size, colour }: Variant) =>
    (sizes.length === 0 || (size !== null && sizes.includes(size))) &&
    (colours.length === 0 || (colour !== null && colours.includes(colour)));
  const onlyInStock = variants.some((variant) => variant.inStock && fits(variant));
  for (const variant of variants) {
    if ((onlyInStock && !variant.inStock) || !fits(variant)) continue;
    if (!inPriceRange(variant.price.paid, filters)) continue;
    if (minDiscount === null || (variant.price.percentOff ?? 0) >= minDiscount) visit(variant);
  }
}

/** The cheapest of the variants whose prices a list uses, the first of equal ones, and whether their prices differ. */
export function cheapestAsked<Variant extends PricedVariant>(
  variants: readonly Variant[],
  filters: VariantFilters,
): { variant: Variant; pricesDiffer: boolean } | null {
  const found: { cheapest: Variant | null; highest: Paise } = { cheapest: null, highest: 0 };
  forEachAsked(variants, filters, (variant) => {
    const { paid } = variant.price;
    if (found.cheapest === null || paid < found.cheapest.price.paid) found.cheapest = variant;
    found.highest = Math.max(found.highest, paid);
  });
  const { cheapest, highest } = found;
  return cheapest && { variant: cheapest, pricesDiffer: highest > cheapest.price.paid };
}
