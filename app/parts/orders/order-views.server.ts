import type { Services } from "../../../platform/services.server.ts";
import { isPlaced, type Order, type PlacedOrder } from "../../../shop/orders/orders.ts";
import { paymentChoices } from "../../../shop/payments/pay-on-delivery.server.ts";
import { returnableOrders } from "../../../shop/returns/returnable-quantity.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { type OrderView, orderView } from "./order-view.ts";

/** The placed ones of these orders as their customer's screens show them. */
export async function orderViews(services: Services, orders: readonly Order[]): Promise<OrderView[]> {
  const placed = orders.filter(isPlaced);
  const { policy } = await shopSettings(services);
  const ids = placed.map(({ id }) => id);
  const returnable = await returnableOrders(services.db, ids, policy.returnDays);
  return Promise.all(
    placed.map(async (order) =>
      orderView(order, await paymentChoices(services, order), returnable.get(order.id)?.isOpen ?? false),
    ),
  );
}

/** One of them. */
export async function viewOfOrder(services: Services, order: PlacedOrder): Promise<OrderView> {
  const [view] = await orderViews(services, [order]);
  if (!view) throw new Error("no view of a placed order");
  return view;
}
