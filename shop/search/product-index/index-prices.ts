import { priceOf } from "../../catalogue/pricing.ts";
import { priceBandBits } from "./histogram.ts";
import type { IndexColumns } from "./in-memory-index.ts";
import type { IndexedOffer, IndexedProduct } from "./indexed-product.ts";

type BasePrice = Pick<IndexedProduct, "price" | "originalPrice" | "offers">;

/** The prices of the index, which depend on the time, because offers begin and end. */
export type IndexPrices = {
  /** Sets a document's price for the time of the other prices. In paise. */
  set(doc: number, base: BasePrice): void;
  remove(doc: number): void;
  /** Updates all prices to this time, in milliseconds. True when some were recomputed. */
  bringTo(now: number): boolean;
};

/** In: the columns, into which `paid`, `bands` and `percentOff` are written. */
export function makeIndexPrices(columns: Pick<IndexColumns, "paid" | "bands" | "percentOff">): IndexPrices {
  const withOffers = new Map<number, BasePrice>();
  /** The period in which the prices are valid: no offer begins or ends within it. */
  let valid = { from: 0, until: 0 };

  function compute(doc: number, { price, originalPrice, offers }: BasePrice, now: number) {
    const running = offers.filter(({ from, to }) => from <= now && now <= to);
    const best = running.length > 0 ? Math.max(...running.map(({ percent }) => percent)) : null;
    const cost = priceOf({ price, originalPrice }, best);
    const full = Math.max(cost.struck ?? 0, cost.paid);
    columns.paid[doc] = cost.paid;
    columns.bands[doc] = priceBandBits(cost.paid);
    columns.percentOff[doc] = Math.floor((200 * (full - cost.paid) + full) / (2 * full));
  }

  function narrow(offers: IndexedOffer[], now: number) {
    for (const moment of offers.flatMap(({ from, to }) => [from, to + 1])) {
      if (moment <= now) valid.from = Math.max(valid.from, moment);
      else valid.until = Math.min(valid.until, moment);
    }
  }

  return {
    set(doc, { price, originalPrice, offers }) {
      const base = { price, originalPrice, offers };
      const now = valid.until === Number.POSITIVE_INFINITY ? valid.from : valid.until - 1;
      compute(doc, base, now);
      if (offers.length === 0) return;
      withOffers.set(doc, base);
      narrow(offers, now);
    },
    remove(doc) {
      withOffers.delete(doc);
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
