import type { Paise } from "../../money.ts";
import type { MessageKind, MessageVariable } from "../../notifications/phone/message-kinds.ts";
import { type FilledVariables, namedIn } from "../../notifications/phone/template-text.ts";
import { type NotificationParameters, type OrderNotification, orderLink } from "../order-emails.ts";
import { type Order, type OrderStatus, shortId } from "../orders.ts";

/** The longest value of an alphanumeric variable (DLT: msg91.com/help, "Variable tagging on DLT SMS templates"). */
const longestValue = 40;

const states: Partial<Record<OrderNotification, string>> = {
  "return-requested": "received",
  "return-approved": "approved",
  "return-rejected": "declined",
  "refund-started": "initiated",
  refunded: "completed",
};

/**
 * The message of a notification about an order, with its variables. In: the origin of links, the order, the
 * notification with its data. Values other than links have letters, digits and spaces only, at most 40: the rule of
 * alphanumeric variables in India.
 */
export function messageOf(
  origin: string,
  order: Order,
  notification: OrderNotification,
  more: NotificationParameters,
): { kind: MessageKind; variables: FilledVariables } {
  const id = shortId(order.id);
  const values: Record<MessageVariable, string> = {
    order: id,
    amount: amountInWords(more.amount ?? order.total),
    goods: notification === "exchange-shipped" ? `exchange for order ${id}` : `order ${id}`,
    parcel: parcelOf(more.by ?? [order.courier, order.trackingNumber].filter(Boolean).join(" ")),
    request: more.kind === "exchange" ? "exchange" : "return",
    state:
      notification === "return-approved" && more.by ? "scheduled for pick up" : (states[notification] ?? ""),
    link: `${origin}${orderLink(order, more)}`,
  };
  const kind = messageKindOf(notification, more);
  return { kind, variables: namedIn(kind).map((name) => [name, values[name]]) };
}

/** "1349", and with paise "1349 and 50 paise": a point or a comma is not allowed in a variable. */
function amountInWords(amount: Paise): string {
  const paise = amount % 100;
  const whole = String(Math.trunc(amount / 100));
  return paise === 0 ? whole : `${whole} and ${paise} paise`;
}

/** "Delhivery 1490812345678". */
function parcelOf(by: string): string {
  const words = by.replaceAll(/[^A-Za-z0-9]+/g, " ").trim();
  return words === "" || words.length > longestValue ? "our courier" : words;
}

/** The message of each notification. */
const kindOfNotification: Record<OrderNotification, MessageKind> = {
  placed: "placed",
  "to-confirm": "placed",
  // The text of "placed" leads to a link and names the amount; another text would be another template to register.
  "cod-confirm": "placed",
  "cod-code": "placed",
  "payment-link": "placed",
  "pay-now": "placed",
  "rest-due": "placed",
  paid: "paid",
  "payment-failed": "payment-failed",
  // As for "payment-link": it names the new amount and leads to the order.
  edited: "placed",
  confirmed: "confirmed",
  shipped: "shipped",
  "exchange-shipped": "shipped",
  delivered: "delivered",
  cancelled: "cancelled",
  "part-lost": "part-lost",
  "part-returned": "part-returned",
  "refund-started": "refund",
  refunded: "refund",
  "return-requested": "return",
  "return-approved": "return",
  "return-rejected": "return",
};

/** The message of a notification: another one when the customer is asked where to send a refund, or by what became of the parcels. */
function messageKindOf(
  notification: OrderNotification,
  { askPayout, deliveryOutcome }: NotificationParameters,
): MessageKind {
  if (askPayout) return "payout";
  return (notification === "cancelled" && deliveryOutcome) || kindOfNotification[notification];
}

/**
 * The statuses in which a message that had to wait is still true; those that are not named always are. In the morning
 * nobody hears that an order is confirmed which was cancelled in between.
 */
const trueWhile: Partial<Record<MessageKind, readonly OrderStatus[]>> = {
  confirmed: ["confirmed", "processing"],
  // A part of an order that is processed may be on its way.
  shipped: ["processing", "shipped", "delivered"],
  delivered: ["delivered"],
  cancelled: ["cancelled"],
  lost: ["cancelled"],
  returned: ["cancelled"],
};

/** Whether a message is still true for an order of this status. */
export function isStillTrue(kind: MessageKind, status: OrderStatus): boolean {
  return trueWhile[kind]?.includes(status) ?? true;
}
