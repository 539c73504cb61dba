import type { Services } from "../../../platform/services.server.ts";
import { confirmationsAsked } from "../../../shop/cod/confirmation.server.ts";
import { isPlaced, type Order, type PlacedOrder } from "../../../shop/orders/orders.ts";
import { deliveryOutcomeOf } from "../../../shop/orders/posting/dispositions.server.ts";
import { paymentChoices } from "../../../shop/payments/pay-on-delivery.server.ts";
import { returnableOrders } from "../../../shop/returns/returnable-quantity.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { type OrderView, orderView } from "./order-view.ts";

/** The placed ones of these orders as their customer's screens show them. */
export async function orderViews(services: Services, orders: readonly Order[]): Promise<OrderView[]> {
  const placed = orders.filter(isPlaced);
  const { policy } = await shopSettings(services);
  const ids = placed.map(({ id }) => id);
  const [returnable, asked] = await Promise.all([
    returnableOrders(services.db, ids, policy.returnDays),
    confirmationsAsked(services, ids),
  ]);
  return Promise.all(
    placed.map(async (order) =>
      orderView(order, {
        steps: await paymentChoices(services, order),
        mayReturn: returnable.get(order.id)?.isOpen ?? false,
        toConfirm: asked.get(order.id) ?? null,
        deliveryOutcome: await deliveryOutcomeOf(services.db, order),
      }),
    ),
  );
}

/** One of them. */
export async function viewOfOrder(services: Services, order: PlacedOrder): Promise<OrderView> {
  const [view] = await orderViews(services, [order]);
  if (!view) throw new Error("no view of a placed order");
  return view;
}
