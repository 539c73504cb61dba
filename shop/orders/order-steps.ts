import { isUsualTransition, type Order, type OrderStatus } from "./orders.ts";
import { cancelledFrom, hasLeft } from "./posting/required-stock.ts";

/** Why a step of the status asks for a reason before it is done. */
export type TransitionPrompt = "unpaid" | "refunded" | "backwards" | "reopen" | "cancel-sent";

type PromptFacts = Pick<Order, "status" | "method" | "paid" | "paymentStatus" | "total">;

/**
 * What staff are asked before they set an order's status, or null for a step that asks nothing. 'unpaid': an online order
 * that nobody has paid would be prepared or sent; 'refunded': the money of the order went back already; 'backwards';
 * 'reopen': out of cancelled; 'cancel-sent': cancelling what has left. An admin may set any value (specification,
 * section 4), so each is a question and not a refusal.
 */
export function transitionPrompt(order: PromptFacts, to: OrderStatus): TransitionPrompt | null {
  const { status, method, paid, paymentStatus, total } = order;
  if (to === status) return null;
  if (status === "cancelled") return "reopen";
  if (to === "cancelled") return isUsualTransition(status, to) ? null : "cancel-sent";
  if (!isUsualTransition(status, to)) return "backwards";
  if (method === "online" && !paid) return "unpaid";
  const wentBack = paymentStatus === "refunded" || paymentStatus === "refund_pending";
  return wentBack && total > 0 ? "refunded" : null;
}

/** Why the customer cannot do something with an order; null when it can be done. */
export type CustomerActions = {
  /** Pay online, or try again. */
  pay: null | "not-payable" | "payment-undecided";
  /** Pay in cash instead. Not once the parcel has left: nobody would collect the money. */
  switchToCash: null | "not-payable" | "payment-undecided" | "has-left";
};

/** What an order's customer can do about its payment. Every button and every function of payments asks this. */
export function customerActions(
  order: Pick<Order, "method" | "placedAt" | "status" | "paymentStatus" | "undecided" | "events">,
): CustomerActions {
  const waits = order.paymentStatus === "pending" || order.paymentStatus === "failed";
  if (order.placedAt === null || order.method !== "online" || order.status === "cancelled" || !waits)
    return { pay: "not-payable", switchToCash: "not-payable" };
  if (order.undecided) return { pay: "payment-undecided", switchToCash: "payment-undecided" };
  const left = hasLeft({ status: order.status, cancelledFrom: cancelledFrom(order.events) });
  return { pay: null, switchToCash: left ? "has-left" : null };
}
