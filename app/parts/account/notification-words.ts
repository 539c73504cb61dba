import { z } from "zod";
import { accountMessage } from "../../../shop/accounts/account-messages.ts";
import { orderMessage, orderNotificationText } from "../../../shop/orders/order-emails.ts";

const accountWords: Record<z.infer<typeof accountMessage>["code"], { title: string; text: string }> = {
  "password-changed": {
    title: "Your password was changed",
    text: "All other devices were signed out. If this was not you, set a new password at once.",
  },
  "two-step-on": { title: "Two-step login was turned on", text: "" },
  "two-step-off": { title: "Two-step login was turned off", text: "" },
};

/**
 * The words of a notification. In: its row. Out: those of its code; the text of a row that an older version wrote; for
 * a code that this version does not know, the code.
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
    return { title, text };
  }
  const account = accountMessage.safeParse(message);
  if (account.success) return accountWords[account.data.code];
  const other = z.object({ code: z.string() }).safeParse(message);
  return { title: other.data?.code.replaceAll("-", " ") ?? "News about your account", text: "" };
}
