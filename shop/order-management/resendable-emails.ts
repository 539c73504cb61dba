import type { OrderNotification } from "../orders/order-emails.ts";
import type { PlacedOrder } from "../orders/orders.ts";

/** The emails of an order that are true now and can be sent again. */
export function resendableEmails({
  method,
  status,
  paymentStatus,
  events,
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
  ];
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
};
