import { rupees } from "../../../shop/money.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";

/** How the shop delivers, for descriptions in search results: "delivered free with cash on delivery". */
export function deliveryPromise({ deliveryFee, freeDeliveryFrom, cod }: ShopSettings["policy"]): string {
  const from = freeDeliveryFrom === null ? "across India" : `free above ${rupees(freeDeliveryFrom)}`;
  return `delivered ${deliveryFee === 0 ? "free" : from}${cod ? " with cash on delivery" : ""}`;
}
