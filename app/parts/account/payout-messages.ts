import { error, info } from "../messages/message.ts";

/** Messages about where a cash refund is sent to. Only their own page has them, so that no other grows by them. */
export const payoutMessages = {
  payoutDetailsSaved: info("Thank you", "We will send your refund there."),
  payoutNothingDue: error("Nothing to send", "No cash refund is waiting to be sent for this order."),
} as const;
