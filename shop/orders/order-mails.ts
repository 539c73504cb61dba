import { dayAndMonth } from "../dates.ts";
import { type MailBlock, type MailContent, shopMail } from "../mail.ts";
import { rupeesExact } from "../money.ts";
import { expectedOn, type Order, shortId } from "./orders.ts";

export type OrderNews =
  | "placed"
  | "to-confirm"
  | "paid"
  | "payment-failed"
  | "confirmed"
  | "shipped"
  | "delivered"
  | "cancelled"
  | "refund-started"
  | "refunded"
  | "return-requested"
  | "return-approved"
  | "return-rejected"
  | "exchange-shipped";

type Words = { subject: string; title: string; text: string };

/**
 * What is said about an order, by mail and in the profile. In: what happened and the order. Money in paise. `detail`:
 * what the news about a return is about, or what staff say to the customer.
 */
export function orderWords(
  news: OrderNews,
  order: Order,
  amount: number = order.total,
  detail: string = "",
): Words {
  const id = shortId(order.id);
  const sum = rupeesExact(amount);
  switch (news) {
    case "placed":
      return {
        subject: `Order ${id} is placed`,
        title: "Thank you for your order.",
        text:
          order.method === "online"
            ? `We have your order over ${sum} and wait for the payment.`
            : `We have your order over ${sum}. Please have the money ready when the courier comes.`,
      };
    case "to-confirm":
      return {
        subject: `Order ${id} is saved`,
        title: "Your order is saved.",
        text: `We have your order over ${sum}. Please send us the WhatsApp message; we confirm it there.`,
      };
    case "paid":
      return {
        subject: `Payment for order ${id} received`,
        title: "Your payment has arrived.",
        text: `We have received ${sum}. We now pack your order.`,
      };
    case "payment-failed":
      return {
        subject: `Payment for order ${id} failed`,
        title: "Your payment did not go through.",
        text: "Nothing was taken. You can try again, or pay the courier when the order arrives.",
      };
    case "confirmed":
      return {
        subject: `Order ${id} is confirmed`,
        title: "Your order is confirmed.",
        text: "We pack it now and write again when it is on its way.",
      };
    case "shipped":
      return {
        subject: `Order ${id} is on its way`,
        title: "Your order is on its way.",
        text: "Here is how you can follow it.",
      };
    case "delivered":
      return {
        subject: `Order ${id} was delivered`,
        title: "Your order has arrived.",
        text: "We hope that everything fits. You can return or exchange it in your orders, and write a review.",
      };
    case "cancelled":
      return {
        subject: `Order ${id} is cancelled`,
        title: "Your order is cancelled.",
        text: "Nothing will be sent. What you have paid goes back to you.",
      };
    case "refund-started":
      return {
        subject: `Refund for order ${id}`,
        title: "Your money is on its way back.",
        text: `We have started a refund of ${sum}. Banks take a few business days.`,
      };
    case "refunded":
      return {
        subject: `Refund for order ${id} is done`,
        title: "Your refund is done.",
        text: `${sum} went back to where it was paid from.`,
      };
    case "return-requested":
      return {
        subject: `We have your request for order ${id}`,
        title: "We have your request.",
        text: `${detail}. We look at it and write to you. Please keep the piece as it is until then.`,
      };
    case "return-approved":
      return {
        subject: `Your request for order ${id} is approved`,
        title: "Please send it back.",
        text: detail,
      };
    case "return-rejected":
      return {
        subject: `Your request for order ${id}`,
        title: "We cannot accept your request.",
        text: detail,
      };
    case "exchange-shipped":
      return {
        subject: `Your exchange for order ${id} is on its way`,
        title: "Your exchange is on its way.",
        text: detail,
      };
  }
}

/** The mail about it, in the shop's look. Everything the customer typed is escaped by `shopMail`. */
export function orderMail(
  shop: Pick<MailContent, "shopName" | "origin">,
  news: OrderNews,
  order: Order,
  amount?: number,
  detail?: string,
) {
  const { subject, title, text } = orderWords(news, order, amount, detail);
  const blocks: MailBlock[] = [
    { kind: "text", text },
    ...(news === "shipped" || news === "exchange-shipped" ? parcelBlocks(order) : []),
    { kind: "facts", facts: orderFacts(order) },
    { kind: "button", label: "See your order", address: `${shop.origin}/track/${order.id}` },
  ];
  const closing = `You get this mail because you ordered at ${shop.shopName}.`;
  return { subject, ...shopMail({ ...shop, title, blocks, closing }) };
}

function parcelBlocks({ courier, trackingNumber, trackingLink }: Order): MailBlock[] {
  const facts = [
    ...(courier ? [{ label: "Courier", value: courier }] : []),
    ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
  ];
  return [
    ...(facts.length > 0 ? [{ kind: "facts" as const, facts }] : []),
    ...(trackingLink ? [{ kind: "button" as const, label: "Follow the parcel", address: trackingLink }] : []),
  ];
}

function orderFacts(order: Order) {
  const { address } = order;
  const expected = expectedOn(order);
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
        address.line1,
        address.line2,
        `${address.city}, ${address.state} ${address.postalCode}`,
      ]
        .filter(Boolean)
        .join("\n"),
    },
  ];
}
