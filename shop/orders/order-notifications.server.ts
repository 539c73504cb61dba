import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { notify } from "../accounts/customer/notifications.server.ts";
import type { MailContent } from "../mail.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { type OrderNotification, orderEmail, orderLink, orderNotificationText } from "./order-emails.ts";
import type { Order } from "./orders.ts";

/** The sender name and the origin of links in emails about orders. */
export type MailContext = Pick<MailContent, "shopName" | "origin">;

/** Read before a transaction begins, so that no transaction waits for another connection. */
export async function readMailContext({ db, site }: Pick<Services, "db" | "site">): Promise<MailContext> {
  const { shopName } = await shopSettings({ db });
  return { shopName, origin: site.publicUrl ?? site.localUrl ?? "http://localhost:3000" };
}

/**
 * Notifies the customer by email and in the profile, in the caller's transaction. `amount` in paise where it concerns
 * a part of the total, `detail` for returns. Does nothing when the account is deleted.
 */
export async function notifyCustomer(
  { mail }: Pick<Services, "mail">,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  notification: OrderNotification,
  amount?: number,
  detail?: string,
): Promise<void> {
  if (order.email)
    await mail.queue(tx, {
      to: order.email,
      ...orderEmail(mailContext, notification, order, amount, detail),
    });
  if (order.userId) {
    const { title, text } = orderNotificationText(notification, order, amount, detail);
    await notify({ db: tx }, order.userId, { kind: "order", title, text, link: orderLink(order) });
  }
}
