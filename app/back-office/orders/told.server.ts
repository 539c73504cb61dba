import type { Services } from "../../../platform/services.server.ts";
import { sendsMail } from "../../../shop/emails/sends-mail.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import type { MessageName } from "../../http/toast.server.ts";

/** What is said instead when no email went out: that nobody may have been told. */
const withoutEmail: Partial<Record<MessageName, MessageName>> = {
  orderEntered: "orderEnteredUntold",
  orderEdited: "orderEditedUntold",
  paymentLinkSent: "paymentLinkMade",
  outsidePaymentSaved: "outsidePaymentUntold",
  returnEntered: "returnEnteredUntold",
  pickupBooked: "pickupBookedUntold",
  refundStarted: "refundStartedUntold",
  returnDecided: "returnDecidedUntold",
};

/**
 * The message after an act on an order. One says that the customer was told only when the order has an email and the
 * shop sends mail.
 */
export async function toldMessage(
  services: Pick<Services, "db" | "site">,
  orderId: string,
  message: MessageName,
): Promise<MessageName> {
  const untold = withoutEmail[message];
  if (!untold) return message;
  if (!sendsMail(services.site)) return untold;
  const order = await orderOf(services, orderId);
  return order?.email === "" ? untold : message;
}
