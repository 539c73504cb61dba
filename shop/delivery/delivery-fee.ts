import { type Paise, rupees } from "../money.ts";
import type { Policy } from "../settings/settings.ts";

type Fee = Pick<Policy, "deliveryFee" | "freeDeliveryFrom">;

/** The delivery fee of an order, in paise. In: what its goods cost after the coupon, in paise. */
export function deliveryFeeOf({ deliveryFee, freeDeliveryFrom }: Fee, goods: Paise): Paise {
  return freeDeliveryFrom !== null && goods >= freeDeliveryFrom ? 0 : deliveryFee;
}

/** What is still missing until delivery is free, in paise; 0: it is free, or never. In: as `deliveryFeeOf`. */
export function missingForFreeDelivery(fee: Fee, goods: Paise): Paise {
  if (fee.freeDeliveryFrom === null || deliveryFeeOf(fee, goods) === 0) return 0;
  return fee.freeDeliveryFrom - goods;
}

/** The fee in words: "Free", "₹49", or "₹49, free on orders above ₹999". */
export function deliveryFeeInWords({ deliveryFee, freeDeliveryFrom }: Fee): string {
  if (deliveryFee === 0) return "Free";
  if (freeDeliveryFrom === null) return rupees(deliveryFee);
  return `${rupees(deliveryFee)}, free on orders above ${rupees(freeDeliveryFrom)}`;
}
