import { cutText } from "../../platform/text/cut-text.ts";
import type { OrderNotification } from "../orders/order-emails.ts";
import type { Order, PlacedOrder } from "../orders/orders.ts";
import { type OrderParcel, parcelContents } from "../orders/parcels.ts";
import { maxItemsLength } from "../orders/remarks/remark.ts";

/** The emails of an order that are true now and can be sent again. */
export function resendableEmails({
  method,
  status,
  paymentStatus,
  events,
  parcels,
}: PlacedOrder): OrderNotification[] {
  const reached = (wanted: string) => events.some(({ kind, to }) => kind === "status" && to === wanted);
  if (status === "cancelled") return ["cancelled"];
  const sent = status === "shipped" || status === "delivered";
  return [
    method === "whatsapp" && status === "pending" ? "to-confirm" : "placed",
    ...(method === "online" && paymentStatus === "completed" ? (["paid"] as const) : []),
    ...(paymentStatus === "failed" ? (["payment-failed"] as const) : []),
    ...(status !== "pending" && reached("confirmed") ? (["confirmed"] as const) : []),
    ...(sent && reached("shipped") ? (["shipped"] as const) : []),
    ...(status === "delivered" ? (["delivered"] as const) : []),
    ...(parcels.some(({ state }) => state === "lost") ? (["part-lost"] as const) : []),
    ...(parcels.some(({ state }) => state === "returned") ? (["part-returned"] as const) : []),
  ];
}

/** What was in a parcel that was lost or came back, for the message about it. */
export function itemsOf(order: Pick<Order, "lines">, { lines }: Pick<OrderParcel, "lines">): string {
  return cutText(parcelContents(order, lines) ?? "all its items", maxItemsLength);
}

/** The same for a message that is sent again: of the last parcel that it is true of. */
export function itemsSaidAgain(order: Order, notification: OrderNotification): string | null {
  const state = notification === "part-lost" ? "lost" : notification === "part-returned" ? "returned" : null;
  const parcel = order.parcels
    .filter((one) => one.state === state)
    .toSorted((one, other) => (one.endedAt?.getTime() ?? 0) - (other.endedAt?.getTime() ?? 0))
    .at(-1);
  return parcel ? itemsOf(order, parcel) : null;
}

export const emailLabels: Partial<Record<OrderNotification, string>> = {
  placed: "Order placed",
  "to-confirm": "Order saved, please confirm",
  paid: "Payment received",
  "payment-failed": "Payment failed",
  confirmed: "Order confirmed",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
  "part-lost": "One of several parcels lost",
  "part-returned": "One of several parcels came back",
};
