import type { Services } from "../../platform/services.server.ts";
import { estimatedArrivalOfNewOrder } from "../orders/orders.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { Policy } from "../settings/settings.ts";

/**
 * Days from an order to its estimated delivery: the middle of what the owner promises, rounded up. The settings that a
 * shop begins with make the six days of the specification (section 9).
 */
export function deliveryDaysOf({ deliveryBusinessDays: [from, to] }: Policy): number {
  return Math.ceil((from + to) / 2);
}

/** When an order that is placed now arrives, for product page, cart and checkout. */
export async function arrivalIfOrderedNow(ports: Pick<Services, "db" | "clock">): Promise<Date> {
  const { policy } = await shopSettings(ports);
  return estimatedArrivalOfNewOrder(ports.clock.now(), deliveryDaysOf(policy));
}
