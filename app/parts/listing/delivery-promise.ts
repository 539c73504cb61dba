import type { ShopSettings } from "../../../shop/settings/settings.ts";

/** How the shop delivers, for descriptions in search results: "delivered free with cash on delivery". */
export function deliveryPromise({ deliveryFee, cod }: ShopSettings["policy"]): string {
  return `delivered ${deliveryFee === 0 ? "free" : "across India"}${cod ? " with cash on delivery" : ""}`;
}
