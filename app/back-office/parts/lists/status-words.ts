import { plural, rupeesExact } from "../../../../shop/money.ts";
import type { StatusQuestion } from "../../../../shop/order-management/status-question.ts";
import type { TransitionPrompt } from "../../../../shop/orders/order-steps.ts";

/** Why a step is unusual, said to staff about one order. */
export const promptWords: Record<TransitionPrompt, string> = {
  unpaid: "This order has not been paid for yet. Why should it be prepared or sent anyway?",
  "no-advance":
    "Its advance has not been paid yet. Why should it be prepared or sent anyway? The courier then collects all of it.",
  untaxed:
    "No tax invoice can be issued, because an item has no GST rate: its HSN code is missing or not known. Why should it be sent without one?",
  "coming-back": "A parcel of this order is recorded as coming back. Why is it delivered after all?",
  refunded: "The money for this order has been refunded. Why should it continue?",
  backwards: "This is not the usual next step. What is the reason?",
  reopen: "This order was cancelled. Why should it continue?",
  "cancel-sent": "The parcel has already been shipped.",
};

/** The same about several orders, after their number: what is said of one of them, and of more. */
const countedWords: Record<TransitionPrompt, [one: string, more: string]> = {
  unpaid: ["not paid for yet: left as it is", "not paid for yet: left as they are"],
  "no-advance": [
    "whose advance is not paid yet: left as it is",
    "whose advances are not paid yet: left as they are",
  ],
  untaxed: [
    "with an item without a GST rate, so without a tax invoice: left as it is",
    "with an item without a GST rate, so without a tax invoice: left as they are",
  ],
  "coming-back": [
    "of which a parcel is coming back: left as it is",
    "of which a parcel is coming back: left as they are",
  ],
  refunded: ["whose money has been refunded", "whose money has been refunded"],
  backwards: ["for which this step goes backwards", "for which this step goes backwards"],
  reopen: ["that was cancelled", "that were cancelled"],
  "cancel-sent": [
    "already shipped: left as it is, because it asks what happened to its items",
    "already shipped: left as they are, because each asks what happened to its items",
  ],
};

/** What a status does to the orders, in sentences. `approval`: `useApprovalWords`. */
export function questionSentences(
  { to, chosen, orders, refund, prompts }: StatusQuestion,
  approval: string,
): string[] {
  const [only] = Object.keys(prompts) as TransitionPrompt[];
  if (chosen === 1 && only && only !== "cancel-sent") return [promptWords[only]];
  const sentences: string[] = [];
  if (to === "cancelled") {
    sentences.push(
      refund.amount === 0
        ? "Nothing is to be refunded."
        : orders === 1
          ? `${rupeesExact(refund.amount)} will be refunded${approval}.`
          : `${rupeesExact(refund.amount)} will be refunded for ${plural(refund.orders, "order")}${approval}.`,
      prompts["cancel-sent"] === chosen
        ? "The customer is told."
        : `The items go back into stock, and ${orders === 1 ? "the customer is" : "each customer is"} told.`,
    );
  }
  for (const [prompt, count] of Object.entries(prompts) as [TransitionPrompt, number][])
    sentences.push(
      chosen === 1
        ? promptWords[prompt]
        : `${plural(count, "order")} ${countedWords[prompt][count === 1 ? 0 : 1]}.`,
    );
  return sentences;
}

/** "Cancel 3 orders?" */
export function questionTitle({ to, orders }: StatusQuestion, label: string): string {
  const which = plural(orders, "order");
  return to === "cancelled" ? `Cancel ${which}?` : `Set ${which} to ${label}?`;
}
