import { type Paise, rupeesExact } from "../money.ts";
import type { Order } from "./orders.ts";

/** What decides how much of an order is still to be paid. */
export type OrderMoney = Pick<Order, "status" | "total" | "notOwed" | "received">;

/**
 * What is still to be paid for an order, in paise (docs/decisions/0056-amount-due.md); the only place that computes it.
 * Nothing for a cancelled one. Refunds lower what was sold and not what was received, so they make nothing due.
 */
export function amountDue({ status, ...money }: OrderMoney): Paise {
  return status === "cancelled" ? 0 : Math.max(0, owedLessReceived(money));
}

/** What was received above what the order costs now, in paise: it goes back. */
export function overpaid(order: Omit<OrderMoney, "status">): Paise {
  return Math.max(0, -owedLessReceived(order));
}

/** Whether a part was paid and another is still to be paid. */
export function isPartPaid(order: OrderMoney): boolean {
  return order.received > 0 && amountDue(order) > 0;
}

function owedLessReceived({ total, notOwed, received }: Omit<OrderMoney, "status">): Paise {
  return total - notOwed - received;
}

/** What `paymentLabels` reads; without the sums it does not tell whether a part is paid. */
export type PaymentState = Pick<Order, "method" | "paymentStatus" | "status"> & Partial<OrderMoney>;

/** The payment status in words (docs/domain.md, "Payment status"). */
export function paymentLabels({
  method,
  paymentStatus,
  status,
  total = 0,
  notOwed = 0,
  received = 0,
}: PaymentState): string {
  const money = { status, total, notOwed, received };
  switch (paymentStatus) {
    case "completed":
      return "Paid";
    case "failed":
      return "Payment failed";
    case "refund_pending":
      return "Refund pending";
    case "refunded":
      return "Refunded";
    case "partly_refunded":
      return "Partly refunded";
    case "paid_late":
    case "duplicate":
      return "Paid, refund pending";
    case "amount_mismatch":
      return "Payment being checked";
    case "pending":
      if (status === "cancelled") return "Nothing to pay";
      if (isPartPaid(money)) {
        const due = rupeesExact(amountDue(money));
        return `Paid in part, ${due} due${method === "online" ? "" : " on delivery"}`;
      }
      return method === "online" ? "Payment pending" : "Cash on delivery, due on delivery";
  }
}
