import { z } from "zod";
import { accountMessage } from "../../../shop/accounts/account-messages.ts";
import {
  type OrderNotification,
  orderMessage,
  orderNotificationSubject,
  orderNotificationText,
} from "../../../shop/orders/order-emails.ts";

const accountWords: Record<z.infer<typeof accountMessage>["code"], { title: string; text: string }> = {
  "password-changed": {
    title: "Your password was changed",
    text: "All other devices were signed out. If this was not you, set a new password at once.",
  },
  "two-step-on": { title: "Two-step login was turned on", text: "" },
  "two-step-off": { title: "Two-step login was turned off", text: "" },
  "phone-added": {
    title: "You can log in with your mobile number now",
    text: "A code sent to it logs in. If this was not you, remove it and set a new password.",
  },
  "phone-removed": { title: "Your mobile number was removed", text: "It does not log in any more." },
  "email-added": {
    title: "Your email was added",
    text: "You can log in with it, and set a password under Security.",
  },
  "phone-moved": {
    title: "Your mobile number was moved to another account",
    text: "Somebody proved with a code that it is theirs. It does not log in to this account any more.",
  },
};

/** The area of a notification, for its icon and colour. */
export type NotificationTopic = "order" | "parcel" | "delivered" | "stopped" | "money" | "return" | "account";

const orderTopics: Record<OrderNotification, NotificationTopic> = {
  placed: "order",
  "to-confirm": "order",
  "cod-confirm": "order",
  "cod-code": "order",
  "payment-link": "money",
  "pay-now": "money",
  "rest-due": "money",
  paid: "money",
  "payment-failed": "stopped",
  edited: "order",
  confirmed: "order",
  shipped: "parcel",
  delivered: "delivered",
  cancelled: "stopped",
  "part-lost": "stopped",
  "part-returned": "stopped",
  "refund-started": "money",
  refunded: "money",
  "return-requested": "return",
  "return-approved": "return",
  "return-rejected": "stopped",
  "exchange-shipped": "parcel",
};

/** In: the row of a notification. For a row of an older version, or with an unknown code, its stored area. */
export function notificationTopic({ message, kind }: { message: unknown; kind: string }): NotificationTopic {
  const order = orderMessage.safeParse(message);
  if (order.success) return orderTopics[order.data.code];
  return kind === "order" ? "order" : "account";
}

/**
 * The text of a notification. In: its row. Out: the text of its code; the stored text of an older version's row; for an
 * unknown code, the code.
 */
export function notificationWords(row: { message: unknown; title: string | null; text: string }): {
  title: string;
  text: string;
} {
  const { message } = row;
  if (message === null) return { title: row.title ?? "", text: row.text };
  const order = orderMessage.safeParse(message);
  if (order.success) {
    const { title, text } = orderNotificationText(order.data);
    return { title, text: orderNotificationSubject(order.data) + text };
  }
  const account = accountMessage.safeParse(message);
  if (account.success) return accountWords[account.data.code];
  const other = z.object({ code: z.string() }).safeParse(message);
  return { title: other.data?.code.replaceAll("-", " ") ?? "News about your account", text: "" };
}
