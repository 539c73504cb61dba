import { type AdvanceMoney, amountDue, waitsForAdvance } from "./amount-due.ts";
import { isUsualTransition, type Order, type OrderStatus } from "./orders.ts";
import type { OrderParcel } from "./parcels.ts";
import { orderHasLeft } from "./posting/required-stock.ts";

/** Why a transition needs a reason. */
export type TransitionPrompt =
  | "unpaid"
  | "no-advance"
  | "untaxed"
  | "coming-back"
  | "refunded"
  | "backwards"
  | "reopen"
  | "cancel-sent";

/** What decides whether a transition is unusual. `untaxed`: no tax invoice could be issued (`cannotBeInvoiced`). */
export type PromptFacts = Pick<
  Order,
  "status" | "method" | "paid" | "paymentStatus" | "total" | "advance" | "received"
> & {
  untaxed: boolean;
  parcels: readonly Pick<OrderParcel, "state">[];
};

/**
 * What makes a transition unusual, or null. 'unpaid': an unpaid online order would be prepared or sent;
 * 'no-advance': the same of one that waits for its advance, which is given up then; 'untaxed':
 * goods would leave without the tax invoice that is due then (CGST Act, section 31 (1)); 'coming-back': it would be
 * delivered, and its cash taken for received, while a parcel of it comes back; 'refunded': its money was refunded;
 * 'backwards'; 'reopen': out of cancelled; 'cancel-sent': cancelling a shipped order. Staff may set any value
 * (specification, section 4), so each asks for a reason and does not refuse.
 */
export function transitionPrompt(order: PromptFacts, to: OrderStatus): TransitionPrompt | null {
  const { status, method, paid, paymentStatus, total, untaxed, parcels } = order;
  if (to === status) return null;
  if (status === "cancelled") return "reopen";
  if (to === "cancelled") return isUsualTransition(status, to) ? null : "cancel-sent";
  if (!isUsualTransition(status, to)) return "backwards";
  if (waitsForAdvance(order)) return "no-advance";
  if (method === "online" && !paid) return "unpaid";
  if (untaxed && (to === "shipped" || to === "delivered")) return "untaxed";
  if (to === "delivered" && parcels.some(({ state }) => state === "returning")) return "coming-back";
  const wentBack = paymentStatus === "refunded" || paymentStatus === "refund_pending";
  return wentBack && total > 0 ? "refunded" : null;
}

/** Why the customer cannot do something with an order; null when they can. */
export type CustomerActions = {
  /** Pay online what is due, or retry. */
  pay: null | "not-payable" | "payment-undecided";
  /** Switch to cash on delivery. Not after shipping: nobody would collect the money. */
  switchToCash: null | "not-payable" | "payment-undecided" | "has-left";
};

type Payable = AdvanceMoney & Pick<Order, "placedAt" | "paymentStatus" | "undecided" | "events" | "parcels">;

/** What a customer can do about an order's payment. Every button and every payment function uses this. */
export function customerActions(order: Payable): CustomerActions {
  const pay = order.method === "online" ? notPayable(order) : "not-payable";
  // Cash on delivery was chosen already, and its advance is what is to be paid.
  const noSwitch = waitsForAdvance(order) ? "not-payable" : orderHasLeft(order) ? "has-left" : null;
  return { pay, switchToCash: pay ?? noSwitch };
}

/**
 * Why what is due of an order cannot be paid by a link; null when it can. Until it is sent that is so of one to be paid
 * on delivery as well: after that the courier collects the cash.
 */
export function linkRefusal(order: Payable): CustomerActions["pay"] {
  return order.method !== "online" && orderHasLeft(order) ? "not-payable" : notPayable(order);
}

function notPayable(order: Payable): CustomerActions["pay"] {
  const waits = order.paymentStatus === "pending" || order.paymentStatus === "failed";
  if (order.placedAt === null || !waits || amountDue(order) === 0) return "not-payable";
  return order.undecided ? "payment-undecided" : null;
}
