import { payoutMessages } from "../account/payout-messages.ts";
import { phoneMessages } from "../account/phone-messages.ts";
import { contentMessages } from "./content-messages.ts";
import * as messages from "./messages.ts";
import { productMessages } from "./product-messages.ts";

/** All flash messages. The back office's are separate, so that shoppers do not download them. */
export const allMessages = {
  ...messages,
  ...productMessages,
  ...contentMessages,
  ...phoneMessages,
  ...payoutMessages,
} as const;
