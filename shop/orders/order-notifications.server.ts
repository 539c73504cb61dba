import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { notify } from "../accounts/customer/notifications.server.ts";
import type { MailContent } from "../mail.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { type OrderNotification, orderEmail, orderLink, orderNotificationText } from "./order-emails.ts";
import type { Order } from "./orders.ts";

/** In whose name mails about orders are written, and where their links lead. */
export type MailContext = Pick<MailContent, "shopName" | "origin">;

/** Read before a transaction begins, so that none waits for another connection. */
export async function readMailContext({ db, site }: Pick<Services, "db" | "site">): Promise<MailContext> {
  const { shopName } = await shopSettings({ db });
  return { shopName, origin: site.publicUrl ?? site.localUrl ?? "http://localhost:3000" };
}

/**
 * Tells the customer what happened to their order, by mail and in their profile, in the caller's transaction: what
 * is rolled back is never told. `amount` in paise where the news is about a part of the total,
 * `detail` what it says about a return. An order whose
 * account was deleted has nobody to tell.
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
