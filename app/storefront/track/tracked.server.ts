import type { Services } from "../../../platform/services.server.ts";
import { type TextsFor, textsFor } from "../../../shop/orders/order-fields.ts";
import { estimatedArrival, type Order, type PlacedOrder, stepTimes } from "../../../shop/orders/orders.ts";
import { pick } from "../../http/pick.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { viewOfOrder } from "../../parts/orders/order-views.server.ts";

/**
 * What an order's id alone reveals (docs/decisions/0015-where-the-specification-is-silent.md): status, dates, item
 * names, city.
 */
export function trackedOrder(order: PlacedOrder) {
  return {
    id: order.id,
    status: order.status,
    placedAt: order.placedAt,
    estimated: estimatedArrival(order),
    deliveredAt: order.status === "delivered" ? order.deliveredAt : null,
    cancelledAt: order.status === "cancelled" ? (lastChange(order)?.at ?? null) : null,
    times: stepTimes(order),
    city: order.address.city,
    items: order.lines.map(({ id, name }) => ({ id, name })),
  };
}
export type TrackedOrder = ReturnType<typeof trackedOrder>;

/** The details, for its customer and for guests who know the phone's last digits. */
const detailFields = [
  "lines",
  "parcels",
  "method",
  "paymentStatus",
  "subtotal",
  "discount",
  "shipping",
  "total",
  "refunded",
  "notOwed",
  "received",
  "advance",
  "status",
  "unpaid",
  "mayReturn",
  "steps",
  "asks",
] as const;
export type TrackedDetails = Pick<OrderView, (typeof detailFields)[number]> & TextsFor<"tracking">;

export async function trackedDetails(services: Services, order: PlacedOrder): Promise<TrackedDetails> {
  return { ...pick(await viewOfOrder(services, order), detailFields), ...textsFor(order, "tracking") };
}

function lastChange({ events }: Order) {
  return events.findLast(({ kind }) => kind === "status");
}
