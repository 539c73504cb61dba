import type { Order } from "../orders/orders.ts";
import { orderHasLeft } from "../orders/posting/required-stock.ts";

/**
 * Whether there is a document of an order, an invoice or a receipt. None of one that is only prepared, or that was
 * cancelled before anything of it was paid or sent.
 */
export function hasDocument(
  order: Pick<Order, "placedAt" | "status" | "paymentStatus" | "events" | "parcels">,
): boolean {
  const { placedAt, status, paymentStatus } = order;
  const isUnpaid = paymentStatus === "pending" || paymentStatus === "failed";
  return placedAt !== null && !(status === "cancelled" && isUnpaid && !orderHasLeft(order));
}
