import { payoutMessages } from "../account/payout-messages.ts";
import { phoneMessages } from "../account/phone-messages.ts";
import * as accountMessages from "./account-messages.ts";
import * as contactMessages from "./contact-messages.ts";
import { contentMessages } from "./content-messages.ts";
import * as messages from "./messages.ts";
import * as officeMessages from "./office-messages.ts";
import * as offlineMessages from "./offline-messages.ts";
import * as paymentMessages from "./payment-messages.ts";
import { productMessages } from "./product-messages.ts";
import * as returnMessages from "./return-messages.ts";
import * as secondFactorMessages from "./second-factor-messages.ts";

/** Every message by its name, for the server. A screen imports the file of its own. */
export const allMessages = {
  ...messages,
  ...accountMessages,
  ...contactMessages,
  ...offlineMessages,
  ...paymentMessages,
  ...returnMessages,
  ...secondFactorMessages,
  ...officeMessages,
  ...productMessages,
  ...contentMessages,
  ...phoneMessages,
  ...payoutMessages,
} as const;
