import type { NotificationKind } from "../kinds.ts";

export const messageKinds = [
  "placed",
  "paid",
  "payment-failed",
  "confirmed",
  "shipped",
  "delivered",
  "cancelled",
  "lost",
  "returned",
  "part-lost",
  "part-returned",
  "return",
  "refund",
  "payout",
] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageVariables = ["order", "amount", "goods", "parcel", "request", "state", "link"] as const;
export type MessageVariable = (typeof messageVariables)[number];

type PhoneMessage = {
  label: string;
  /**
   * The text, with its variables in braces and the shop's name. "Rs." and no other character outside of the SMS
   * alphabet: one of them would halve the length of each part. It must not end with a variable (Meta's rule).
   */
  text: string;
  /** The kind under which the customer can turn it off. */
  preference: NotificationKind;
  /** Sent at night as well. */
  urgent: boolean;
  /** The message with the same variables that is sent while this one has no template. */
  instead?: MessageKind;
};

/**
 * The messages about orders to phones. Each text is registered with the operators and with Meta, so a change of one
 * needs new templates. Urgent are only the answers to what the customer has just done and waits for: the order, the
 * payment, and a failed payment, whose goods are reserved for half an hour. Everything else can wait for the morning,
 * also a cancellation: there is nothing to do about it at night.
 */
export const phoneMessages: Record<MessageKind, PhoneMessage> = {
  placed: {
    label: "Order received",
    text: "We have received your order {order} of Rs. {amount}. See it here: {link} - {shop}",
    preference: "orders",
    urgent: true,
  },
  paid: {
    label: "Payment received",
    text: "We have received your payment of Rs. {amount} for order {order} and are packing it. See it here: {link} - {shop}",
    preference: "payments",
    urgent: true,
  },
  "payment-failed": {
    label: "Payment failed",
    text: "The payment for your order {order} did not go through. You have not been charged. Try again here: {link} - {shop}",
    preference: "payments",
    urgent: true,
  },
  confirmed: {
    label: "Order confirmed",
    text: "Your order {order} is confirmed and we are packing it. See it here: {link} - {shop}",
    preference: "delivery",
    urgent: false,
  },
  shipped: {
    label: "Shipped",
    text: "Your {goods} is on its way with {parcel}. Track it here: {link} - {shop}",
    preference: "delivery",
    urgent: false,
  },
  delivered: {
    label: "Delivered",
    text: "Your order {order} has been delivered. To return, exchange or review it: {link} - {shop}",
    preference: "delivery",
    urgent: false,
  },
  cancelled: {
    label: "Cancelled",
    text: "Your order {order} has been cancelled. Anything you paid will be refunded. See it here: {link} - {shop}",
    preference: "orders",
    urgent: false,
  },
  lost: {
    label: "Parcel lost",
    text: "Your order {order} was lost on its way to you, so we have cancelled it. Anything you paid will be refunded. See it here: {link} - {shop}",
    preference: "orders",
    urgent: false,
    instead: "cancelled",
  },
  returned: {
    label: "Came back undelivered",
    text: "Your order {order} could not be delivered and came back to us, so we have cancelled it. Anything you paid will be refunded. See it here: {link} - {shop}",
    preference: "orders",
    urgent: false,
    instead: "cancelled",
  },
  "part-lost": {
    label: "One of several parcels lost",
    text: "A parcel of your order {order} was lost on its way to you. Anything you paid for it will be refunded. See it here: {link} - {shop}",
    preference: "orders",
    urgent: false,
  },
  "part-returned": {
    label: "One of several parcels came back",
    text: "A parcel of your order {order} could not be delivered and came back to us. Anything you paid for it will be refunded. See it here: {link} - {shop}",
    preference: "orders",
    urgent: false,
  },
  return: {
    label: "Return or exchange",
    text: "Your {request} request for order {order} has been {state}. See it here: {link} - {shop}",
    preference: "payments",
    urgent: false,
  },
  refund: {
    label: "Refund",
    text: "Your refund of Rs. {amount} for order {order} has been {state}. See it here: {link} - {shop}",
    preference: "payments",
    urgent: false,
  },
  payout: {
    label: "Refund by hand: where to send it",
    text: "Your refund of Rs. {amount} for order {order} is ready. Tell us your UPI id or bank account here: {link} - {shop}",
    preference: "payments",
    urgent: false,
  },
};
