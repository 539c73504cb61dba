import {
  anyVariant,
  cheapestAsked,
  forEachAsked,
  type PricedVariant,
  priceOf,
  type VariantFilters,
} from "../../catalogue/pricing.ts";
import { clearBit, setBit } from "./bitset.ts";
import { priceBandBits } from "./histogram.ts";
import type { IndexColumns } from "./in-memory-index.ts";
import type { IndexedOffer, IndexedProduct } from "./indexed-product.ts";

type BasePrice = Pick<IndexedProduct, "price" | "originalPrice" | "offers" | "variants">;

/** The prices of the index, which depend on the time, because offers begin and end. */
export type IndexPrices = {
  /** Sets a document's price for the time of the other prices. In paise. */
  set(doc: number, base: BasePrice): void;
  remove(doc: number): void;
  /** Updates all prices to this time, in milliseconds. True when some were recomputed. */
  bringTo(now: number): boolean;
};

/**
 * In: the columns, into which `paid` (the lowest price that can be bought), `bands` and `percentOff` are written, and
 * the variants of products whose variants differ in price.
 */
export function makeIndexPrices(
  columns: Pick<IndexColumns, "paid" | "bands" | "percentOff" | "differing" | "pricedVariants">,
): IndexPrices {
  const withOffers = new Map<number, BasePrice>();
  /** The period in which the prices are valid: no offer begins or ends within it. */
  let valid = { from: 0, until: 0 };

  function compute(doc: number, { price, originalPrice, offers, variants }: BasePrice, now: number) {
    const running = offers.filter(({ from, to }) => from <= now && now <= to);
    const best = running.length > 0 ? Math.max(...running.map(({ percent }) => percent)) : null;
    const priceFrom = (own: number | null) => priceOf({ price: own ?? price, originalPrice }, best);
    const ownPrices = new Set(variants.map(({ ownPrice }) => ownPrice ?? price));
    if (ownPrices.size <= 1) {
      const [own = price] = ownPrices;
      const { paid, percentOff } = priceFrom(own);
      columns.paid[doc] = paid;
      columns.bands[doc] = priceBandBits(paid);
      columns.percentOff[doc] = percentOff ?? 0;
      return;
    }
    const priced = variants.map(
      ({ ownPrice, ...variant }): PricedVariant => ({ ...variant, price: priceFrom(ownPrice) }),
    );
    setBit(columns.differing, doc);
    columns.pricedVariants.set(doc, priced);
    columns.paid[doc] = lowestPrice(priced, anyVariant);
    columns.bands[doc] = priceBandsOf(priced, anyVariant);
    columns.percentOff[doc] = highestDiscount(priced, anyVariant);
  }

  function narrow(offers: IndexedOffer[], now: number) {
    for (const moment of offers.flatMap(({ from, to }) => [from, to + 1])) {
      if (moment <= now) valid.from = Math.max(valid.from, moment);
      else valid.until = Math.min(valid.until, moment);
    }
  }

  return {
    set(doc, { price, originalPrice, offers, variants }) {
      const base = { price, originalPrice, offers, variants };
      const now = valid.until === Number.POSITIVE_INFINITY ? valid.from : valid.until - 1;
      compute(doc, base, now);
      if (offers.length === 0) return;
      withOffers.set(doc, base);
      narrow(offers, now);
    },
    remove(doc) {
      withOffers.delete(doc);
      clearBit(columns.differing, doc);
      columns.pricedVariants.delete(doc);
    },
    bringTo(now) {
      if (now >= valid.from && now < valid.until) return false;
      valid = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
      for (const [doc, base] of withOffers) {
        compute(doc, base, now);
        narrow(base.offers, now);
      }
      return true;
    },
  };
}

/** The lowest price in paise of the variants whose prices a list uses; 0 when there is none. */
export function lowestPrice(variants: readonly PricedVariant[], filters: VariantFilters): number {
  return cheapestAsked(variants, filters)?.variant.price.paid ?? 0;
}

/** The price bands of those variants, as bits. */
export function priceBandsOf(variants: readonly PricedVariant[], filters: VariantFilters): number {
  let bits = 0;
  forEachAsked(variants, filters, ({ price }) => {
    bits |= priceBandBits(price.paid);
  });
  return bits;
}

/** The highest discount of those variants, in percent. */
export function highestDiscount(variants: readonly PricedVariant[], filters: VariantFilters): number {
  let highest = 0;
  forEachAsked(variants, filters, ({ price }) => {
    highest = Math.max(highest, price.percentOff ?? 0);
  });
  return highest;
}

/** Whether there is such a variant. */
export function hasAsked(variants: readonly PricedVariant[], filters: VariantFilters): boolean {
  let found = false;
  forEachAsked(variants, filters, () => {
    found = true;
  });
  return found;
}
