import { error, info } from "../messages/message.ts";

/** Messages about payout details. Only their own page loads them, so that other pages do not grow. */
export const payoutMessages = {
  payoutDetailsSaved: info("Thank you", "We will send your refund there."),
  payoutNothingDue: error("Nothing to send", "No cash refund is waiting to be sent for this order."),
} as const;
