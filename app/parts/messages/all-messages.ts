import { contentMessages } from "./content-messages.ts";
import { messages } from "./messages.ts";
import { productMessages } from "./product-messages.ts";

/** What the next page can be told to say. The back office's words stand apart, so that no shopper loads them. */
export const allMessages = { ...messages, ...productMessages, ...contentMessages } as const;
