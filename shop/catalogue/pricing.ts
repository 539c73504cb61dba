import { type Paise, roundPaise } from "../money.ts";
import type { DisplayPrice } from "./catalogue.ts";

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
  const offered =
    offerPercent === null
      ? price
      : roundPaise((full * (100 - Math.min(100, Math.max(0, offerPercent)))) / 100, 100);
  const paid = Math.min(price, offered);
  if (full <= paid) return { paid, struck: null, percentOff: null };
  return { paid, struck: full, percentOff: percentOff(full, paid) };
}

/** The whole percent between the struck-through price and what is paid. */
export function percentOff(struck: Paise, paid: Paise): number {
  return Math.round(((struck - paid) / struck) * 100);
}
