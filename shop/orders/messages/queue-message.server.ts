import type { Db } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { NotificationParameters, OrderNotification } from "../order-emails.ts";
import type { Order } from "../orders.ts";
import { messageOf } from "./message-of.ts";
import { orderPhoneMessage } from "./tables.server.ts";

/** The job that sends a message. */
export const sendMessageJob = "send-order-message";

/**
 * Queues the message of a notification in the caller's transaction, when the order is one whose customer hears by
 * phone: without an email, or asked for at the checkout. One event writes one row, so a job that is repeated finds it
 * sent. Channel, template, number, choices and quiet hours are looked up when it is sent. In: the origin of links.
 */
export async function queueMessage(
  { jobs }: Pick<Services, "jobs">,
  tx: Db,
  origin: string,
  order: Order,
  notification: OrderNotification,
  more: NotificationParameters,
): Promise<void> {
  const erased = order.userId === null;
  if (erased || (order.email !== "" && order.updatesBy === null)) return;
  const [queued] = await tx
    .insert(orderPhoneMessage)
    .values({ orderId: order.id, ...messageOf(origin, order, notification, more) })
    .returning({ id: orderPhoneMessage.id });
  if (queued) await jobs.send(tx, sendMessageJob, queued);
}
