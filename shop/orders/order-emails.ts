import { z } from "zod";
import { reservationMinutes } from "../catalogue/inventory/inventory.ts";
import { dayAndMonth } from "../dates.ts";
import { type MailBlock, type MailContent, type MailSender, shopMail } from "../mail.ts";
import { rupeesExact } from "../money.ts";
import { streetLines, wordsFor } from "./order-fields.ts";
import { customerActions } from "./order-steps.ts";
import { estimatedArrival, type Order, shortId } from "./orders.ts";

const orderNotifications = [
  "placed",
  "to-confirm",
  "paid",
  "payment-failed",
  "confirmed",
  "shipped",
  "delivered",
  "cancelled",
  "refund-started",
  "refunded",
  "return-requested",
  "return-approved",
  "return-rejected",
  "exchange-shipped",
] as const;
export type OrderNotification = (typeof orderNotifications)[number];

/** The data of a notification besides its order: of a refund or a return. */
const parameters = z.object({
  /** In paise: the refunded amount, when it is not the order's total. */
  amount: z.number(),
  /** A key of `returnKinds`. */
  kind: z.string(),
  /** "1 × Plain Tee (size M)". */
  items: z.string(),
  /** The message from staff to the customer. */
  answer: z.string(),
  /** Courier and tracking number of an exchange. */
  by: z.string(),
  /** Whether the customer is asked for payout details. */
  askPayout: z.boolean(),
  /** A short list of the items; absent in notifications of older versions. */
  products: z.string(),
});
export type NotificationParameters = Partial<z.infer<typeof parameters>>;

/** A stored notification about an order: a code with the parameters of its text. */
export const orderMessage = parameters.partial().extend({
  code: z.enum(orderNotifications),
  order: z.string(),
  amount: z.number(),
  /** Whether the order is to be paid online. */
  online: z.boolean(),
  /** Whether money was received or refunded. */
  paid: z.boolean(),
});
export type OrderMessage = z.infer<typeof orderMessage>;

/** The message of a notification. In: the type, the order, further data. */
export function orderMessageOf(
  code: OrderNotification,
  order: Order,
  more: NotificationParameters = {},
): OrderMessage {
  const paid = order.refunded > 0 || order.paid;
  const products = productsOf(order);
  return {
    code,
    order: order.id,
    amount: order.total,
    online: order.method === "online",
    paid,
    ...(products && { products }),
    ...more,
  };
}

/** "Maroon Festive Kurta and 2 more". */
function productsOf({ lines: [first, ...others] }: Pick<Order, "lines">): string {
  return [first?.name ?? "", ...(others.length > 0 ? [`and ${others.length} more`] : [])].join(" ");
}

/** The order of a notification, as text: "Order 3f2a9c1e, Maroon Festive Kurta and 2 more. " Empty for older ones. */
export function orderNotificationSubject({ order, products }: OrderMessage): string {
  return products ? `Order ${shortId(order)}, ${products}. ` : "";
}

type NotificationText = { subject: string; title: string; text: string };

/** The text of a notification about an order, for the email and the profile. */
export function orderNotificationText(message: OrderMessage): NotificationText {
  const id = shortId(message.order);
  const sum = rupeesExact(message.amount);
  const { items = "", answer = "", by = "" } = message;
  switch (message.code) {
    case "placed":
      return {
        subject: `Order ${id} has been placed`,
        title: "Thank you for your order.",
        text: message.online
          ? `We have received your order of ${sum} and are waiting for your payment. We hold your items for ${reservationMinutes} minutes; after that you can still pay while they are in stock.`
          : `We have received your order of ${sum}. Please keep the amount ready for the courier.`,
      };
    case "to-confirm":
      return {
        subject: `Order ${id} is saved`,
        title: "Your order is saved.",
        text: `We have received your order of ${sum}. Please send us the WhatsApp message and we will confirm it there.`,
      };
    case "paid":
      return {
        subject: `Payment for order ${id} received`,
        title: "We have received your payment.",
        text: `We have received ${sum} and are now packing your order.`,
      };
    case "payment-failed":
      return {
        subject: `Payment for order ${id} failed`,
        title: "Your payment did not go through.",
        text: `You have not been charged. You can try again, or choose to pay on delivery. We hold your items for ${reservationMinutes} minutes after you order.`,
      };
    case "confirmed":
      return {
        subject: `Order ${id} is confirmed`,
        title: "Your order is confirmed.",
        text: "We are packing it now and will tell you when it is on its way.",
      };
    case "shipped":
      return {
        subject: `Order ${id} is on its way`,
        title: "Your order is on its way.",
        text: "You can track it below.",
      };
    case "delivered":
      return {
        subject: `Order ${id} was delivered`,
        title: "Your order has arrived.",
        text: "We hope everything fits. You can return or exchange items and write a review from My Orders.",
      };
    case "cancelled":
      return {
        subject: `Order ${id} has been cancelled`,
        title: "Your order has been cancelled.",
        text: message.paid
          ? "Nothing will be sent. We are refunding what you paid."
          : "Nothing will be sent, and you do not have to pay anything.",
      };
    case "refund-started":
      return {
        subject: `Refund for order ${id}`,
        title: "Your money is on its way back.",
        text: message.askPayout
          ? `We have initiated a refund of ${sum}. You paid in cash: please tell us the UPI id or bank account to send it to.`
          : `We have initiated a refund of ${sum}. Banks usually take a few business days.`,
      };
    case "refunded":
      return {
        subject: `Refund for order ${id} completed`,
        title: "Your refund is complete.",
        // Cash goes to a UPI id or account. Notifications of older versions do not name their products, and their text
        // is unchanged.
        text:
          message.online || message.products === undefined
            ? `${sum} has been refunded to your original payment method.`
            : `${sum} has been refunded.`,
      };
    case "return-requested":
      return {
        subject: `We have received your request for order ${id}`,
        title: "We have received your request.",
        text: `${message.kind === "return" ? "Return" : "Exchange"} of ${items}. We will review it and write to you. Until then, please keep the item unused and with its tags.`,
      };
    case "return-approved":
      return {
        subject: `Your request for order ${id} has been approved`,
        title: "Please send it back.",
        text: `We take back ${items}. Please pack it with its labels. ${answer}`.trim(),
      };
    case "return-rejected":
      return {
        subject: `Your request for order ${id}`,
        title: "We cannot accept your request.",
        text: answer,
      };
    case "exchange-shipped":
      return {
        subject: `Your exchange for order ${id} is on its way`,
        title: "Your exchange is on its way.",
        text: `We have sent ${items}.${by && ` It comes with ${by}.`}`,
      };
  }
}

/**
 * The text of a push message: the order's number and its first product. A later message about the order replaces it.
 */
export function orderPush(order: Order, message: OrderMessage): { title: string; body: string; tag: string } {
  return {
    title: orderNotificationText(message).subject,
    body: productsOf(order),
    tag: `order-${order.id}`,
  };
}

/** Whether an order can be paid online now. */
function waitsForPayment(order: Order): boolean {
  return customerActions(order).pay === null;
}

/**
 * The link of a notification: the form that the customer should fill in, the payment page while the order can be paid,
 * else its tracking page.
 */
export function orderLink(order: Order, { askPayout = false }: NotificationParameters = {}): string {
  if (askPayout) return `/orders/${order.id}/payout`;
  return waitsForPayment(order) ? `/order-confirmation/${order.id}` : `/track/${order.id}`;
}

/** The email of a notification. Everything the customer typed is escaped by `shopMail`. */
export function orderEmail(
  shop: MailSender & Pick<MailContent, "unsubscribe">,
  notification: OrderNotification,
  order: Order,
  more: NotificationParameters = {},
) {
  const { subject, title, text } = orderNotificationText(orderMessageOf(notification, order, more));
  const blocks: MailBlock[] = [
    { kind: "text", text },
    ...(notification === "shipped" || notification === "exchange-shipped" ? parcelBlocks(order) : []),
    { kind: "facts", facts: orderFacts(order) },
    {
      kind: "button",
      label: buttonLabel(order, more),
      address: `${shop.origin}${orderLink(order, more)}`,
    },
  ];
  const closing = `You are receiving this email because you placed an order at ${shop.shopName}.`;
  return { subject, ...shopMail({ ...shop, title, blocks, closing }) };
}

function buttonLabel(order: Order, { askPayout }: NotificationParameters): string {
  if (askPayout) return "Say where to send it";
  return waitsForPayment(order) ? "Pay for your order" : "View your order";
}

function parcelBlocks({ courier, trackingNumber, trackingLink }: Order): MailBlock[] {
  const facts = [
    ...(courier ? [{ label: "Courier", value: courier }] : []),
    ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
  ];
  return [
    ...(facts.length > 0 ? [{ kind: "facts" as const, facts }] : []),
    ...(trackingLink ? [{ kind: "button" as const, label: "Track the parcel", address: trackingLink }] : []),
  ];
}

function orderFacts(order: Order) {
  const { address } = order;
  const expected = estimatedArrival(order);
  return [
    { label: "Order", value: order.id },
    ...order.lines.map(({ name, size, colour, quantity, total }) => ({
      label: `${quantity} ×`,
      value: `${[name, colour, size && `Size ${size}`].filter(Boolean).join(", ")}: ${rupeesExact(total)}`,
    })),
    ...(order.discount > 0
      ? [{ label: `Coupon ${order.couponCode ?? ""}`.trim(), value: `−${rupeesExact(order.discount)}` }]
      : []),
    { label: "Shipping", value: order.shipping === 0 ? "Free" : rupeesExact(order.shipping) },
    { label: "Total", value: rupeesExact(order.total) },
    ...(expected ? [{ label: "Estimated delivery", value: dayAndMonth(expected) }] : []),
    {
      label: "Delivery to",
      value: [
        address.name,
        ...streetLines(address),
        `${address.city}, ${address.state} ${address.postalCode}`,
      ]
        .filter(Boolean)
        .join("\n"),
    },
    ...wordsFor(order, "email").map(({ label, text }) => ({ label, value: text })),
  ];
}
