import type { ConfirmWay } from "../../../shop/cod/cod-rules.ts";
import { hasDocument } from "../../../shop/invoices/has-document.ts";
import { type AdvanceAsked, advanceAsked, isFree, paymentLabels } from "../../../shop/orders/amount-due.ts";
import { type TextsFor, textsFor } from "../../../shop/orders/order-fields.ts";
import {
  canCancel,
  estimatedArrival,
  type Order,
  type OrderEvent,
  type OrderLine,
  orderStatuses,
  type PlacedOrder,
  paymentStatuses,
  statusLabels,
  waitsForChat,
} from "../../../shop/orders/orders.ts";
import {
  type DeliveryOutcome,
  failureLabels,
  isInTrouble,
  type OrderParcel,
  parcelContents,
  parcelStateLabels,
} from "../../../shop/orders/parcels.ts";
import type { PaymentChoices } from "../../../shop/payments/pay-on-delivery.server.ts";
import { pick } from "../../http/pick.ts";

/** One event of an order, worded for its customer. */
export type TimelineEntry = { label: string; at: Date };

const lineFields = [
  "id",
  "productId",
  "slug",
  "name",
  "size",
  "colour",
  "picture",
  "unit",
  "quantity",
  "total",
] as const;
export type LineView = Pick<OrderLine, (typeof lineFields)[number]>;

/** The fields of an order that its customer sees unchanged, besides its texts. */
const orderFields = [
  "id",
  "method",
  "status",
  "paymentStatus",
  "subtotal",
  "discount",
  "shipping",
  "total",
  "refunded",
  "notOwed",
  "received",
  "advance",
] as const;

const readers = ["my-orders", "confirmation", "tracking"] as const;

/**
 * An order as its customer's screens show it, with the texts for them. An explicit list of fields, so that internal
 * data stays on the server. Amounts in paise.
 */
export type OrderView = Pick<Order, (typeof orderFields)[number]> &
  TextsFor<(typeof readers)[number]> & {
    placedAt: Date;
    /** Null when delivered, cancelled or returned. */
    estimated: Date | null;
    units: number;
    lines: LineView[];
    moments: TimelineEntry[];
    parcels: ParcelView[];
    mayCancel: boolean;
    mayReturn: boolean;
    waitsForChat: boolean;
    /** What became of the parcels of a cancelled order. */
    deliveryOutcome: DeliveryOutcome | null;
    /** Whether it has an invoice or a receipt. */
    hasDocument: boolean;
    /** An online order that awaits payment, with the customer's options. */
    unpaid: boolean;
    steps: PaymentChoices;
    /** What it asks for while it waits for its advance. */
    asks: AdvanceAsked | null;
    /** How its customer has still to confirm it; null when nobody waits for that. */
    toConfirm: ConfirmWay | null;
  };

/**
 * In: a placed order, what can be done about its payment, whether its customer can return something of it, how they have
 * still to confirm it, and what became of its parcels.
 */
export function orderView(
  order: PlacedOrder,
  {
    steps,
    mayReturn,
    toConfirm,
    deliveryOutcome,
  }: Pick<OrderView, "steps" | "mayReturn" | "toConfirm" | "deliveryOutcome">,
): OrderView {
  return {
    ...pick(order, orderFields),
    ...textsFor(order, ...readers),
    placedAt: order.placedAt,
    estimated: estimatedArrival(order),
    units: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: order.lines.map((line) => pick(line, lineFields)),
    moments: timelineEntries(order, deliveryOutcome),
    parcels: parcelViews(order),
    mayCancel: canCancel(order),
    mayReturn,
    waitsForChat: waitsForChat(order),
    hasDocument: hasDocument(order),
    unpaid: steps.pay !== "not-payable",
    steps,
    asks: advanceAsked(order),
    toConfirm,
    deliveryOutcome,
  };
}

/**
 * A parcel for its customer; `contents`: null when the whole order is in it. `isInTrouble`: it could not be delivered,
 * comes back or was lost.
 */
export type ParcelView = Pick<OrderParcel, "number" | "courier" | "trackingNumber" | "trackingLink"> & {
  label: string;
  isInTrouble: boolean;
  contents: string | null;
};

/**
 * The parcels of an order that were sent, or that can be followed because they will be: who was asked to carry one has
 * perhaps not taken it.
 */
function parcelViews(order: Order): ParcelView[] {
  const isToBeSent = order.status !== "cancelled";
  return order.parcels
    .filter((one) => one.state !== "prepared" || (isToBeSent && (one.trackingNumber || one.trackingLink)))
    .map(({ number, state, failure, courier, trackingNumber, trackingLink, lines }) => ({
      number,
      courier,
      trackingNumber,
      trackingLink,
      label: [
        parcelStateLabels[state],
        state === "undelivered" && failure && failureLabels[failure].toLowerCase(),
      ]
        .filter(Boolean)
        .join(": "),
      isInTrouble: isInTrouble({ state }),
      contents: parcelContents(order, lines),
    }));
}

/** Events, oldest first: placement, status changes, payment states. */
function timelineEntries(order: PlacedOrder, deliveryOutcome: DeliveryOutcome | null): TimelineEntry[] {
  const later = order.events.flatMap((event) => timelineEntry(event, order));
  const end = later.findLast(({ label }) => label === statusLabels.cancelled);
  if (deliveryOutcome && end)
    end.label =
      deliveryOutcome === "lost" ? "Lost on its way, cancelled" : "Came back undelivered, cancelled";
  return [{ label: "Order Placed", at: order.placedAt }, ...later];
}

function timelineEntry({ kind, to, at }: OrderEvent, order: Order): TimelineEntry[] {
  if (kind === "status") {
    const reached = orderStatuses.find((known) => known === to && known !== "pending");
    return reached ? [{ label: statusLabels[reached], at }] : [];
  }
  if (kind === "payment" && !isFree(order)) {
    const { method, status } = order;
    const reached = paymentStatuses.find((known) => known === to && known !== "pending");
    return reached ? [{ label: paymentLabels({ method, status, paymentStatus: reached }), at }] : [];
  }
  return [];
}
