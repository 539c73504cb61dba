import { type Paise, rupees, rupeesExact } from "../money.ts";
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

/** What says whether an order is to be paid partly in advance. */
export type AdvanceMoney = OrderMoney & Pick<Order, "method" | "advance">;

/**
 * Whether an order that is to be paid partly in advance, and the rest on delivery, waits for the advance
 * (docs/decisions/0057-part-prepaid.md). Until it is paid it is an online order that is not paid; then a cash order.
 */
export function waitsForAdvance({
  status,
  method,
  advance,
  received,
}: Pick<Order, "status" | "method" | "advance" | "received">): boolean {
  return status !== "cancelled" && method === "online" && advance > 0 && received === 0;
}

/** What an order asks for now, in paise: the advance while it waits for it, else all that is due. */
export function dueNow(order: AdvanceMoney): Paise {
  const due = amountDue(order);
  return waitsForAdvance(order) ? Math.min(order.advance, due) : due;
}

/** What is to be paid on delivery, in paise; of an order that waits for its advance, once that is paid. */
export function dueOnDelivery(order: AdvanceMoney): Paise {
  if (waitsForAdvance(order)) return amountDue(order) - dueNow(order);
  return order.method === "online" ? 0 : amountDue(order);
}

/** What of an order is paid online: what it asks for now, or all that is due at once. */
export type PaymentPart = "due-now" | "all";

/** Reads the part from a form or an address; what it asks for now unless all is named. */
export function readPaymentPart(sent: string | null | undefined): PaymentPart {
  return sent === "all" ? "all" : "due-now";
}

/** The amount of a part, in paise. */
export function amountOf(order: AdvanceMoney, part: PaymentPart): Paise {
  return part === "all" ? amountDue(order) : dueNow(order);
}

/** What an order that waits for its advance asks for in words, and the amounts that can be paid online, in paise. */
export type AdvanceAsked = { words: string; advance: Paise; all: Paise };

/** The same of an order; null for one that does not wait for its advance. */
export function advanceAsked(order: AdvanceMoney): AdvanceAsked | null {
  if (!waitsForAdvance(order)) return null;
  const [advance, all] = [amountOf(order, "due-now"), amountOf(order, "all")];
  return { words: advanceInWords(advance, dueOnDelivery(order)), advance, all };
}

/** "Pay ₹200 now, ₹729 on delivery". In paise. */
export function advanceInWords(now: Paise, onDelivery: Paise): string {
  return `Pay ${rupees(now)} now, ${onDelivery > 0 ? rupees(onDelivery) : "nothing"} on delivery`;
}

function owedLessReceived({ total, notOwed, received }: Omit<OrderMoney, "status">): Paise {
  return total - notOwed - received;
}

/** What `paymentLabels` reads; without the sums it does not tell whether a part is paid. */
export type PaymentState = Pick<Order, "method" | "paymentStatus" | "status"> &
  Partial<AdvanceMoney & Pick<Order, "refunded">>;

/** Whether an order costs nothing and no money ever came for it, as when an offer takes off the whole price. */
export function isFree({ total, received = 0, refunded = 0 }: Partial<Order>): boolean {
  return total === 0 && received === 0 && refunded === 0;
}

/** The payment status in words (docs/domain.md, "Payment status"). */
export function paymentLabels(order: PaymentState): string {
  const { method, paymentStatus, status, total = 0, notOwed = 0, received = 0, advance = 0 } = order;
  if (isFree(order)) return "Nothing to pay";
  const money = { status, total, notOwed, received, method, advance };
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
      if (waitsForAdvance(money)) return `Advance of ${rupeesExact(dueNow(money))} due`;
      if (isPartPaid(money)) {
        const due = rupeesExact(amountDue(money));
        return `Paid in part, ${due} due${method === "online" ? "" : " on delivery"}`;
      }
      return method === "online" ? "Payment pending" : "Cash on delivery, due on delivery";
  }
}
