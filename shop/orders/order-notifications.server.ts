import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { notify } from "../accounts/customer/notifications.server.ts";
import { letterhead } from "../brand/brand.server.ts";
import type { MailSender } from "../mail.ts";
import type { NotificationKind } from "../notifications/kinds.ts";
import { queueEmail } from "../notifications/queue-email.server.ts";
import { queuePush } from "../push/send-push.server.ts";
import { queueMessage } from "./messages/queue-message.server.ts";
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
export type MailContext = MailSender;

/** The kind of each notification: the customer can turn it off if the kind allows it. */
export const kindOfOrderNotification: Record<OrderNotification, NotificationKind> = {
  placed: "orders",
  "to-confirm": "orders",
  "cod-confirm": "orders",
  "cod-code": "orders",
  "payment-link": "payments",
  "pay-now": "payments",
  "rest-due": "payments",
  cancelled: "orders",
  "part-lost": "orders",
  "part-returned": "orders",
  edited: "orders",
  confirmed: "delivery",
  shipped: "delivery",
  delivered: "delivery",
  "exchange-shipped": "delivery",
  paid: "payments",
  "payment-failed": "payments",
  "refund-started": "payments",
  refunded: "payments",
  "return-requested": "payments",
  "return-approved": "payments",
  "return-rejected": "payments",
};

/** Read before a transaction begins, so that no transaction waits for another connection. */
export async function readMailContext({ db, site }: Pick<Services, "db" | "site">): Promise<MailContext> {
  const origin = site.publicUrl ?? site.localUrl ?? "http://localhost:3000";
  return { ...(await letterhead({ db })), origin };
}

/**
 * Notifies the customer by email, by SMS or WhatsApp (`queueMessage`), in the profile, and on subscribed devices, in
 * the caller's transaction; kinds that are turned off are dropped when sent. `more`: further data for refunds and
 * returns. Does nothing when the account is deleted.
 */
export async function notifyCustomer(
  { mail, jobs }: Pick<Services, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  notification: OrderNotification,
  more: NotificationParameters = {},
): Promise<void> {
  const kind = kindOfOrderNotification[notification];
  const { email, userId } = order;
  const message = orderMessageOf(notification, order, more);
  const link = orderLink(order, more);
  await Promise.all([
    email &&
      queueEmail(
        { mail },
        tx,
        { kind, to: email, origin: mailContext.origin, about: order.id },
        (unsubscribe) => orderEmail({ ...mailContext, unsubscribe }, notification, order, more),
      ),
    queueMessage({ jobs }, tx, mailContext.origin, order, notification, more),
    userId && notify({ db: tx }, userId, { kind: "order", message, link }),
    userId && queuePush({ jobs }, tx, userId, kind, { ...orderPush(order, message), path: link }),
  ]);
}
