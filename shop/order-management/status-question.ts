import type { Paise } from "../money.ts";
import { type PromptFacts, type TransitionPrompt, transitionPrompt } from "../orders/order-steps.ts";
import type { OrderStatus } from "../orders/orders.ts";

/** An order whose status is to be set. `refundable`: what would be refunded if it were cancelled, in paise. */
export type AskedOrder = PromptFacts & { refundable: Paise };

/** What staff confirm before they set the status of one or many orders. */
export type StatusQuestion = {
  to: OrderStatus;
  /** How many of the chosen ones have another status. */
  chosen: number;
  /** How many of these would change. */
  orders: number;
  /** When they are cancelled: for how many money goes back, and how much, in paise. */
  refund: { orders: number; amount: Paise };
  /** How many are unusual, by why. */
  prompts: Partial<Record<TransitionPrompt, number>>;
};

/** Among many, one reason is for all of these; orders that are unusual for another are left, to be decided one by one. */
const sharedReasons: readonly TransitionPrompt[] = ["refunded", "backwards", "reopen"];

/**
 * What is asked before orders get a status, in the list, in bulk and on an order's page; null when nothing is. A
 * cancellation is always confirmed: it refunds, restocks and tells the customer. A step that is unusual needs a reason
 * (`transitionPrompt`).
 */
export function statusQuestion(orders: readonly AskedOrder[], to: OrderStatus): StatusQuestion | null {
  const changing = orders.filter(({ status }) => status !== to);
  const prompts: StatusQuestion["prompts"] = {};
  for (const order of changing) {
    const prompt = transitionPrompt(order, to);
    if (prompt) prompts[prompt] = (prompts[prompt] ?? 0) + 1;
  }
  if (to !== "cancelled" && Object.keys(prompts).length === 0) return null;
  const left = changing.filter((order) => {
    const prompt = transitionPrompt(order, to);
    return orders.length > 1 && prompt !== null && !sharedReasons.includes(prompt);
  });
  if (changing.length === left.length) return null;
  const refunded =
    to === "cancelled" ? changing.filter((order) => order.refundable > 0 && !left.includes(order)) : [];
  return {
    to,
    chosen: changing.length,
    orders: changing.length - left.length,
    refund: {
      orders: refunded.length,
      amount: refunded.reduce((sum, { refundable }) => sum + refundable, 0),
    },
    prompts,
  };
}

/** Whether a question needs a reason, and not only a confirmation. */
export function needsReason({ chosen, prompts }: StatusQuestion): boolean {
  if (chosen === 1) return Object.keys(prompts).length > 0;
  return sharedReasons.some((prompt) => prompts[prompt] !== undefined);
}
