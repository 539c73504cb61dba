import { z } from "zod";
import { reservationMinutes } from "../catalogue/inventory/inventory.ts";
import { clockTime, dayAndMonth, shortDate, timeField } from "../dates.ts";
import type { OrderEmailKey } from "../emails/order-kinds.ts";
import { wordsOf, writeEmail } from "../emails/write-email.ts";
import type { MailBlock, MailContent, MailSender } from "../mail.ts";
import { rupeesExact } from "../money.ts";
import { amountDue, dueNow, dueOnDelivery, isFree, isPartPaid, waitsForAdvance } from "./amount-due.ts";
import { streetLines, wordsFor } from "./order-fields.ts";
import { customerActions } from "./order-steps.ts";
import { estimatedArrival, type Order, shortId } from "./orders.ts";
import { deliveryOutcomes, isUnderway, parcelContents } from "./parcels.ts";

const orderNotifications = [
  "placed",
  "to-confirm",
  "cod-confirm",
  "cod-code",
  "payment-link",
  "pay-now",
  "rest-due",
  "paid",
  "payment-failed",
  "edited",
  "confirmed",
  "shipped",
  "part-lost",
  "part-returned",
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
  /** In paise: the amount that was refunded or paid, when it is not the order's total. */
  amount: z.number(),
  /** In paise: what is still to be paid. */
  due: z.number(),
  /** In paise: what is paid on delivery of an order that waits for its advance, which is `due`. */
  onDelivery: z.number(),
  /** Whether money comes and goes by a payment provider, when it does not follow from the order's method. */
  online: z.boolean(),
  /** A key of `returnKinds`. */
  kind: z.string(),
  /** "1 × Plain Tee (size M)". */
  items: z.string(),
  /** The message from staff to the customer. */
  answer: z.string(),
  /** Courier and tracking number of an exchange, or of who fetches a return. */
  by: z.string(),
  /** What became of the parcels of a cancelled order. */
  deliveryOutcome: z.enum(deliveryOutcomes),
  /** Whether the customer is asked for payout details. */
  askPayout: z.boolean(),
  /** The path of a link to pay, which needs no sign-in. */
  payPath: z.string(),
  /** When it expires; its items are kept until then. */
  payUntil: z.iso.datetime(),
  /** The same of a link to confirm a cash order. */
  confirmPath: z.string(),
  /** A short list of the items; absent in notifications of older versions. */
  products: z.string(),
});
export type NotificationParameters = Partial<z.infer<typeof parameters>>;
/** What a notification leads to, where it is not the order. */
type LinkParameters = {
  [Name in "askPayout" | "payPath" | "confirmPath"]?: NotificationParameters[Name] | undefined;
};

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
  const paid = order.refunded > 0 || order.received > 0 || (order.paid && !isFree(order));
  const products = productsOf(order);
  return {
    code,
    order: order.id,
    amount: order.total,
    online: order.method === "online",
    paid,
    ...(products && { products }),
    ...(waitsForAdvance(order) && { due: dueNow(order), onDelivery: dueOnDelivery(order) }),
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

/** The emails that notifications are; a document is sent by staff only. */
type NotificationEmail = Exclude<OrderEmailKey, "order-document">;

/** Which email a notification is: some have another text by how the order was or is paid. */
function orderEmailKey({
  code,
  amount,
  online,
  paid,
  askPayout,
  products,
  onDelivery,
  deliveryOutcome,
}: OrderMessage): NotificationEmail {
  switch (code) {
    case "placed":
      if (amount === 0) return "order-placed-free";
      if (onDelivery !== undefined) return "order-placed-advance";
      return online ? "order-placed-online" : "order-placed";
    case "cancelled":
      if (deliveryOutcome) return paid ? `order-${deliveryOutcome}-paid` : `order-${deliveryOutcome}`;
      return paid ? "order-cancelled-paid" : "order-cancelled";
    case "refund-started":
      return askPayout ? "order-refund-started-cash" : "order-refund-started";
    case "refunded":
      // Cash goes to a UPI id or account. Notifications of older versions do not name their products, and their text
      // is unchanged.
      return online || products === undefined ? "order-refunded" : "order-refunded-cash";
    default:
      return `order-${code}`;
  }
}

/** The words of a notification, by placeholder. In: the message; the name in the delivery address. */
function orderWords(
  { order, amount, due = amount, onDelivery = 0, kind, items = "", answer = "", by, payUntil }: OrderMessage,
  name: string,
) {
  return {
    order: shortId(order),
    name,
    amount: rupeesExact(amount),
    due: rupeesExact(due),
    onDelivery: rupeesExact(onDelivery),
    holdMinutes: String(reservationMinutes),
    request: kind === "return" ? "Return" : "Exchange",
    items,
    answer,
    until: payUntil
      ? `${clockTime(timeField(payUntil).slice(11))} on ${shortDate(payUntil)}`
      : "the link expires",
    carrier: by ? `It comes with ${by}.` : "",
  };
}

/** The default text of a notification about an order, for the profile and for devices. */
export function orderNotificationText(message: OrderMessage): {
  subject: string;
  title: string;
  text: string;
} {
  return wordsOf(orderEmailKey(message), orderWords(message, ""));
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
 * The link of a notification: the link to pay or to confirm, the form that the customer should fill in, the payment
 * page while the order can be paid, else its tracking page.
 */
export function orderLink(
  order: Order,
  { askPayout = false, payPath, confirmPath }: LinkParameters = {},
): string {
  if (payPath) return payPath;
  if (confirmPath) return confirmPath;
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
  const message = orderMessageOf(notification, order, more);
  return writeEmail(shop, orderEmailKey(message), orderEmailFacts(shop, order, message));
}

/**
 * What the placeholders of an email about an order stand for. In: the shop, the order, the message of its notification.
 */
export function orderEmailFacts({ origin }: Pick<MailSender, "origin">, order: Order, message: OrderMessage) {
  return {
    ...orderWords(message, order.address.name),
    parcel: parcelBlocks(order),
    orderDetails: [{ kind: "facts", facts: orderFacts(order) }] satisfies MailBlock[],
    button: [
      {
        kind: "button",
        label: buttonLabel(order, message),
        address: `${origin}${orderLink(order, message)}`,
      },
    ] satisfies MailBlock[],
  };
}

function buttonLabel(order: Order, { askPayout, payPath, confirmPath }: LinkParameters): string {
  if (payPath) return "Pay for your order";
  if (confirmPath) return "Confirm your order";
  if (askPayout) return "Say where to send it";
  return waitsForPayment(order) ? "Pay for your order" : "View your order";
}

/** The parcels that are on their way, or of an order without any what it says itself (as that of an exchange does). */
function parcelBlocks(order: Order): MailBlock[] {
  const sent = order.parcels.filter(isUnderway);
  return (sent.length > 0 ? sent : [{ ...order, lines: null }]).flatMap(
    ({ courier, trackingNumber, trackingLink, lines }) => {
      const contents = lines && parcelContents(order, lines);
      const facts = [
        ...(contents ? [{ label: "In this parcel", value: contents }] : []),
        ...(courier ? [{ label: "Courier", value: courier }] : []),
        ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
      ];
      return [
        ...(facts.length > 0 ? [{ kind: "facts" as const, facts }] : []),
        ...(trackingLink
          ? [{ kind: "button" as const, label: "Track the parcel", address: trackingLink }]
          : []),
      ];
    },
  );
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
      ? [
          {
            label: order.couponCode ? `Coupon ${order.couponCode}` : "Discount",
            value: `−${rupeesExact(order.discount)}`,
          },
        ]
      : []),
    { label: "Shipping", value: order.shipping === 0 ? "Free" : rupeesExact(order.shipping) },
    { label: "Total", value: rupeesExact(order.total) },
    ...(waitsForAdvance(order)
      ? [
          { label: "To be paid now", value: rupeesExact(dueNow(order)) },
          { label: "To be paid on delivery", value: rupeesExact(dueOnDelivery(order)) },
        ]
      : []),
    ...(isPartPaid(order)
      ? [
          { label: "Paid", value: rupeesExact(order.received) },
          {
            label: order.method === "online" ? "To be paid" : "To be paid on delivery",
            value: rupeesExact(amountDue(order)),
          },
        ]
      : []),
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
