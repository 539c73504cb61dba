import { payoutMessages } from "../account/payout-messages.ts";
import { phoneMessages } from "../account/phone-messages.ts";
import * as accountMessages from "./account-messages.ts";
import * as contactMessages from "./contact-messages.ts";
import * as messages from "./messages.ts";
import { contentMessages } from "./office/content-messages.ts";
import * as officeMessages from "./office/office-messages.ts";
import { productMessages } from "./office/product-messages.ts";
import * as offlineMessages from "./offline-messages.ts";
import * as paymentMessages from "./payment-messages.ts";
import * as returnMessages from "./return-messages.ts";

/** Every message by its name, for the server. A screen imports only its own file. */
export const allMessages = {
  ...messages,
  ...accountMessages,
  ...contactMessages,
  ...offlineMessages,
  ...paymentMessages,
  ...returnMessages,
  ...officeMessages,
  ...productMessages,
  ...contentMessages,
  ...phoneMessages,
  ...payoutMessages,
} as const;
