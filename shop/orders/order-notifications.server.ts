import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { notify } from "../accounts/customer/notifications.server.ts";
import type { MailContent } from "../mail.ts";
import { queuePush } from "../push/send-push.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import {
  type NotificationParameters,
  type OrderNotification,
  orderEmail,
  orderLink,
  orderMessageOf,
  orderPush,
} from "./order-emails.ts";
import type { Order } from "./orders.ts";

/** The sender name and the origin of links in emails about orders. */
export type MailContext = Pick<MailContent, "shopName" | "origin">;

/** Read before a transaction begins, so that no transaction waits for another connection. */
export async function readMailContext({ db, site }: Pick<Services, "db" | "site">): Promise<MailContext> {
  const { shopName } = await shopSettings({ db });
  return { shopName, origin: site.publicUrl ?? site.localUrl ?? "http://localhost:3000" };
}

/**
 * Notifies the customer by email, in the profile, and on the devices that asked for it, in the caller's transaction. `more`: what it says besides the
 * order, for refunds and returns. Does nothing when the account is deleted.
 */
export async function notifyCustomer(
  { mail, jobs }: Pick<Services, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  notification: OrderNotification,
  more: NotificationParameters = {},
): Promise<void> {
  if (order.email)
    await mail.queue(tx, { to: order.email, ...orderEmail(mailContext, notification, order, more) });
  if (order.userId) {
    const message = orderMessageOf(notification, order, more);
    const link = orderLink(order, more);
    await notify({ db: tx }, order.userId, { kind: "order", message, link });
    await queuePush({ jobs }, tx, order.userId, { ...orderPush(order, message), path: link });
  }
}
