import type { Services } from "../../../platform/services.server.ts";
import type { Quote } from "../../../shop/checkout/quote.server.ts";
import { cashOf } from "../../http/forms/cash.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import type { Cash } from "../../parts/checkout/cash.ts";

/** What is said of cash for a quote, as far as the address is known. `placed`: somebody tried to place the order. */
export function cashAtCheckout(
  services: Services,
  viewer: UserViewer,
  { total, lines, version }: Quote,
  { phone, postalCode }: { phone: string; postalCode: string },
  placed = false,
): Promise<Cash> {
  return cashOf(services, viewer, { total, items: lines }, { phone, postalCode, version }, { placed });
}
