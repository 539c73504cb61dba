import type { Services } from "../../../platform/services.server.ts";
import { type TextsFor, textsFor } from "../../../shop/orders/order-fields.ts";
import { estimatedArrival, type Order, type PlacedOrder, stepTimes } from "../../../shop/orders/orders.ts";
import { deliveryOutcomeOf } from "../../../shop/orders/posting/dispositions.server.ts";
import { returnsOf } from "../../../shop/returns/read-returns.server.ts";
import { returnSummary } from "../../../shop/returns/returns.ts";
import { pick } from "../../http/pick.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { viewOfOrder } from "../../parts/orders/order-views.server.ts";
import type { PickupView } from "../../parts/orders/pickups.tsx";

/**
 * What an order's id alone reveals (docs/decisions/0015-where-the-specification-is-silent.md): status, dates, item
 * names, city.
 */
export async function trackedOrder({ db }: Services, order: PlacedOrder) {
  return {
    id: order.id,
    status: order.status,
    placedAt: order.placedAt,
    estimated: estimatedArrival(order),
    deliveredAt: order.status === "delivered" ? order.deliveredAt : null,
    cancelledAt: order.status === "cancelled" ? (lastChange(order)?.at ?? null) : null,
    /** What became of the parcels of a cancelled order. */
    deliveryOutcome: await deliveryOutcomeOf(db, order),
    times: stepTimes(order),
    city: order.address.city,
    items: order.lines.map(({ id, name }) => ({ id, name })),
  };
}
export type TrackedOrder = Awaited<ReturnType<typeof trackedOrder>>;

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
  "waitsForChat",
  "steps",
  "asks",
  "toConfirm",
] as const;
/** `pickups`: the returns that a courier was booked for and that are not here yet. */
export type TrackedDetails = Pick<OrderView, (typeof detailFields)[number]> &
  TextsFor<"tracking"> & { pickups: PickupView[] };

export async function trackedDetails(services: Services, order: PlacedOrder): Promise<TrackedDetails> {
  const [view, pickups] = await Promise.all([viewOfOrder(services, order), pickupsOf(services, order)]);
  return { ...pick(view, detailFields), ...textsFor(order, "tracking"), pickups };
}

async function pickupsOf({ db }: Services, { id, status }: PlacedOrder): Promise<PickupView[]> {
  const requests = status === "delivered" ? await returnsOf({ db }, id) : [];
  return requests
    .filter(({ state, pickupNumber }) => state === "approved" && pickupNumber !== null)
    .map(({ lines, ...request }) => ({ ...pick(request, pickupFields), items: returnSummary(lines) }));
}

const pickupFields = [
  "id",
  "pickupCourier",
  "pickupNumber",
  "pickupLink",
  "pickupFailure",
  "sentAt",
] as const;

function lastChange({ events }: Order) {
  return events.findLast(({ kind }) => kind === "status");
}
