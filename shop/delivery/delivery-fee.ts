import { type Paise, rupees } from "../money.ts";
import type { Policy } from "../settings/settings.ts";

type Fee = Pick<Policy, "deliveryFee" | "freeDeliveryFrom">;

/** The delivery fee of an order, in paise. In: what its goods cost after the coupon, in paise. */
export function deliveryFeeOf({ deliveryFee, freeDeliveryFrom }: Fee, goods: Paise): Paise {
  return freeDeliveryFrom !== null && goods >= freeDeliveryFrom ? 0 : deliveryFee;
}

/** From what amount of goods on delivery is free, in paise: 0 for every order, null for none. */
export function freeDeliveryStart({ deliveryFee, freeDeliveryFrom }: Fee): Paise | null {
  return deliveryFee === 0 ? 0 : freeDeliveryFrom;
}

/** What is still missing until delivery is free, in paise; 0: it is free, or never. In: as `deliveryFeeOf`. */
export function missingForFreeDelivery(fee: Fee, goods: Paise): Paise {
  return Math.max(0, (freeDeliveryStart(fee) ?? 0) - goods);
}

/**
 * The fee in words: "Free", "₹49", "₹49, free on orders above ₹999", or, for goods of that price, "Free on orders above
 * ₹999": a coupon may still take them below. In: the fee, and the price of the goods in paise.
 */
export function deliveryFeeInWords(fee: Fee, goods: Paise): string {
  const start = freeDeliveryStart(fee);
  if (start === 0) return "Free";
  if (start !== null && goods >= start) return `Free on orders above ${rupees(start)}`;
  return `${rupees(fee.deliveryFee)}${start === null ? "" : `, free on orders above ${rupees(start)}`}`;
}
