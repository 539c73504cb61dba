import { freeDeliveryStart } from "../../../shop/delivery/delivery-fee.ts";
import { rupees } from "../../../shop/money.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";

/** How the shop delivers, for descriptions in search results: "delivered free with cash on delivery". */
export function deliveryPromise(policy: ShopSettings["policy"]): string {
  const start = freeDeliveryStart(policy);
  const free = start === 0 ? "free" : start !== null && `free above ${rupees(start)}`;
  return `delivered ${free || "across India"}${policy.cod ? " with cash on delivery" : ""}`;
}
