import type { Services } from "../../../platform/services.server.ts";
import { isPlaced, type Order } from "../../../shop/orders/orders.ts";
import { paymentChoices } from "../../../shop/payments/pay-on-delivery.server.ts";
import { type OrderView, orderView } from "./order-view.ts";

/** The placed ones of these orders as their customer's screens show them. */
export function orderViews(
  services: Services,
  orders: readonly Order[],
  facts: { returnDays: number; now: Date },
): Promise<OrderView[]> {
  return Promise.all(
    orders
      .filter(isPlaced)
      .map(async (order) => orderView(order, await paymentChoices(services, order), facts)),
  );
}
