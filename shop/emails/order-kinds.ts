import type { MailText } from "../mail.ts";

/** Placeholders with what they stand for, as the editor explains them. */
type Placeholders = Readonly<Record<string, string>>;

export type EmailArea = "Orders" | "Returns and refunds" | "Accounts" | "Newsletter and notices" | "The shop";

export type EmailKind = {
  name: string;
  area: EmailArea;
  when: string;
  /** Stand for words, anywhere in the text. */
  words: Placeholders;
  /** Stand for a part that the program draws, in a paragraph of their own. A text without one of them is refused. */
  blocks: Placeholders;
  /**
   * Words without which nobody could use the email, such as a code. They never stand in the subject, which phones show.
   */
  required: readonly string[];
  text: MailText;
};

const orderWords = {
  order: "The number of the order, short",
  name: "The name in the delivery address",
  amount: "The amount: of the order, or of the refund",
} as const;
const orderBlocks = {
  orderDetails: "Items, coupon, shipping, total, address",
  button: "The button to the order, to pay for it, or to say where a refund goes",
} as const;
const items = { items: "What is returned, exchanged or sent" } as const;
const answer = { answer: "What staff wrote to the customer" } as const;
const parcel = { parcel: "Courier, tracking number and the button to track it, as far as known" } as const;
export const none: Record<never, string> = {};

type Said = Pick<MailText, "subject" | "heading"> & { text: string };

/** An email about an order: its text, and the parts that each of them has. */
function ofOrder<const W extends Placeholders, const B extends Placeholders>(
  [area, name, when]: [EmailArea, string, string],
  { subject, heading, text }: Said,
  { words, blocks, required = [] }: { words: W; blocks: B; required?: readonly (keyof W & string)[] },
) {
  const parts = [text, ...Object.keys({ ...blocks, ...orderBlocks }).map((block) => `{{${block}}}`)];
  return {
    name,
    area,
    when,
    words: { ...orderWords, ...words },
    blocks: { ...blocks, ...orderBlocks },
    required,
    text: {
      subject,
      heading,
      body: parts.join("\n\n"),
      button: "",
      closing: "You are receiving this email because you placed an order at {{shop}}.",
    },
  };
}
const plain = { words: none, blocks: none };
const order = (name: string, when: string): [EmailArea, string, string] => ["Orders", name, when];
const refund = (name: string, when: string): [EmailArea, string, string] => [
  "Returns and refunds",
  name,
  when,
];

/** The emails about orders, by their keys. */
export const orderEmailKinds = {
  "order-placed": ofOrder(
    order("Order placed", "When an order is placed that is paid on delivery."),
    {
      subject: "Order {{order}} has been placed",
      heading: "Thank you for your order.",
      text: "We have received your order of {{amount}}. Please keep the amount ready for the courier.",
    },
    plain,
  ),
  "order-cod-confirm": ofOrder(
    order("Order to be confirmed", "When a rule asks the customer to confirm a cash order by a link."),
    {
      subject: "Please confirm order {{order}}",
      heading: "One more step: please confirm your order.",
      text: "We have received your order of {{amount}}, to be paid on delivery. We pack it once you have confirmed it with the button below; you need not log in.",
    },
    plain,
  ),
  "order-cod-code": ofOrder(
    order(
      "Order to be confirmed by a code",
      "When a rule asks the customer to confirm a cash order by a code to the phone.",
    ),
    {
      subject: "Please confirm order {{order}}",
      heading: "One more step: please confirm your order.",
      text: "We have received your order of {{amount}}, to be paid on delivery. We pack it once you have confirmed it: open it with the button below and type the code that we send to its phone.",
    },
    plain,
  ),
  "order-payment-link": ofOrder(
    order("Link to pay", "When staff send a customer the link to pay for an order."),
    {
      subject: "Please pay for order {{order}}",
      heading: "Your order is ready to be paid.",
      text: "We have entered your order of {{amount}} and keep its items for you until {{until}}. Please pay with the button below; you need not log in.",
    },
    { words: { until: "Until when its items are kept" }, blocks: none },
  ),
  "order-pay-now": ofOrder(
    order("Link to pay before delivery", "When staff send the link to pay online for a cash order."),
    {
      subject: "You can pay for order {{order}} now",
      heading: "Pay online, and keep no cash ready.",
      text: "Your order of {{amount}} is to be paid on delivery. If you like, pay the {{due}} now with the button below; you need not log in. Else the courier collects it.",
    },
    { words: { due: "What is still to be paid" }, blocks: none },
  ),
  "order-rest-due": ofOrder(
    order("Rest to pay", "When a part of an order is paid and the rest is to be paid, as after a change."),
    {
      subject: "Please pay the rest of order {{order}}",
      heading: "A part of your order is still to be paid.",
      text: "Your order is now {{amount}}, of which {{due}} is still to be paid. Please pay with the button below. If you did not ask for a change, please write to us.",
    },
    { words: { due: "What is still to be paid" }, blocks: none },
  ),
  "order-document": ofOrder(
    order("A document again", "When staff send an invoice, a credit note or a receipt again."),
    {
      subject: "{{document}} of order {{order}}",
      heading: "Here is your document.",
      text: "You find it as a PDF behind the button: {{document}}.",
    },
    { words: { document: "Its kind and number" }, blocks: none },
  ),
  "order-edited": ofOrder(
    order("Order changed", "When staff have changed an order before it is sent."),
    {
      subject: "Order {{order}} was changed",
      heading: "Your order was changed.",
      text: "Your order is now {{amount}}. If you have paid more, you get the difference back. If you did not ask for this, please write to us.",
    },
    plain,
  ),
  "order-placed-online": ofOrder(
    order("Order placed, to be paid online", "When an order is placed that is paid online."),
    {
      subject: "Order {{order}} has been placed",
      heading: "Thank you for your order.",
      text: "We have received your order of {{amount}} and are waiting for your payment. We hold your items for {{holdMinutes}} minutes; after that you can still pay while they are in stock.",
    },
    { words: { holdMinutes: "For how many minutes the items are reserved" }, blocks: none },
  ),
  "order-placed-advance": ofOrder(
    order(
      "Order placed, a part to be paid in advance",
      "When a cash order is placed for which a rule asks for an advance.",
    ),
    {
      subject: "Order {{order}} has been placed",
      heading: "Thank you for your order. Please pay the advance.",
      text: "We have received your order of {{amount}}. Please pay {{due}} now with the button below; the other {{onDelivery}} is paid on delivery. We hold your items for {{holdMinutes}} minutes; after that you can still pay while they are in stock.",
    },
    {
      words: {
        due: "The advance, to be paid online",
        onDelivery: "What is paid on delivery",
        holdMinutes: "For how many minutes the items are reserved",
      },
      blocks: none,
    },
  ),
  "order-placed-free": ofOrder(
    order("Order placed, nothing to pay", "When an order is placed that costs nothing."),
    {
      subject: "Order {{order}} has been placed",
      heading: "Thank you for your order.",
      text: "We have received your order. There is nothing to pay, now or on delivery.",
    },
    plain,
  ),
  "order-to-confirm": ofOrder(
    order("Order saved, to be confirmed on WhatsApp", "When an order is placed on WhatsApp."),
    {
      subject: "Order {{order}} is saved",
      heading: "Your order is saved.",
      text: "We have received your order of {{amount}}. Please send us the WhatsApp message and we will confirm it there.",
    },
    plain,
  ),
  "order-paid": ofOrder(
    order("Payment received", "When an online payment has arrived."),
    {
      subject: "Payment for order {{order}} received",
      heading: "We have received your payment.",
      text: "We have received {{amount}} and are now packing your order.",
    },
    plain,
  ),
  "order-payment-failed": ofOrder(
    order("Payment failed", "When an online payment has failed."),
    {
      subject: "Payment for order {{order}} failed",
      heading: "Your payment did not go through.",
      text: "You have not been charged. Open your order to try again, or to see how else you can pay. We hold your items for {{holdMinutes}} minutes after you order.",
    },
    { words: { holdMinutes: "For how many minutes the items are reserved" }, blocks: none },
  ),
  "order-confirmed": ofOrder(
    order("Order confirmed", "When staff confirm the order."),
    {
      subject: "Order {{order}} is confirmed",
      heading: "Your order is confirmed.",
      text: "We are packing it now and will tell you when it is on its way.",
    },
    plain,
  ),
  "order-shipped": ofOrder(
    order("Shipped", "When the order is handed to the courier."),
    {
      subject: "Order {{order}} is on its way",
      heading: "Your order is on its way.",
      text: "You can track it below.",
    },
    { words: none, blocks: parcel },
  ),
  "order-delivered": ofOrder(
    order("Delivered", "When the order has arrived."),
    {
      subject: "Order {{order}} was delivered",
      heading: "Your order has arrived.",
      text: "We hope everything fits. You can return or exchange items and write a review from My Orders.",
    },
    plain,
  ),
  "order-cancelled": ofOrder(
    order("Cancelled, nothing paid", "When an order is cancelled for which nothing was paid."),
    {
      subject: "Order {{order}} has been cancelled",
      heading: "Your order has been cancelled.",
      text: "Nothing will be sent, and you do not have to pay anything.",
    },
    plain,
  ),
  "order-cancelled-paid": ofOrder(
    order("Cancelled, already paid", "When a paid order is cancelled."),
    {
      subject: "Order {{order}} has been cancelled",
      heading: "Your order has been cancelled.",
      text: "Nothing will be sent. We are refunding what you paid.",
    },
    plain,
  ),
  "order-lost": ofOrder(
    order("Parcel lost, nothing paid", "When an unpaid order is cancelled because its parcel was lost."),
    {
      subject: "Order {{order}} was lost on its way",
      heading: "Your parcel was lost.",
      text: "We are sorry: the courier lost your parcel on its way to you. We have cancelled the order, and you do not have to pay anything.",
    },
    plain,
  ),
  "order-lost-paid": ofOrder(
    order("Parcel lost, already paid", "When a paid order is cancelled because its parcel was lost."),
    {
      subject: "Order {{order}} was lost on its way",
      heading: "Your parcel was lost.",
      text: "We are sorry: the courier lost your parcel on its way to you. We have cancelled the order and are refunding what you paid.",
    },
    plain,
  ),
  "order-returned": ofOrder(
    order("Came back, nothing paid", "When an unpaid order is cancelled because it came back undelivered."),
    {
      subject: "Order {{order}} came back to us",
      heading: "Your order came back to us.",
      text: "It could not be delivered, so we have cancelled it. You do not have to pay anything. If you still want it, please order again or write to us.",
    },
    plain,
  ),
  "order-returned-paid": ofOrder(
    order("Came back, already paid", "When a paid order is cancelled because it came back undelivered."),
    {
      subject: "Order {{order}} came back to us",
      heading: "Your order came back to us.",
      text: "It could not be delivered, so we have cancelled it and are refunding what you paid. If you still want it, please order again or write to us.",
    },
    plain,
  ),
  "order-part-lost": ofOrder(
    order("One of several parcels lost", "When a parcel of an order is lost and others are not."),
    {
      subject: "A parcel of order {{order}} was lost on its way",
      heading: "One of your parcels was lost.",
      text: "We are sorry: the courier lost a parcel of your order, with {{items}}. You do not have to pay for what was in it; if you have paid already, we refund it. The rest of your order is not affected.",
    },
    { words: { items: "What was in the parcel" }, blocks: none },
  ),
  "order-part-returned": ofOrder(
    order("One of several parcels came back", "When a parcel of an order comes back and others do not."),
    {
      subject: "A parcel of order {{order}} came back to us",
      heading: "One of your parcels came back to us.",
      text: "The courier could not deliver a parcel of your order, with {{items}}, and has brought it back to us. You do not have to pay for what was in it; if you have paid already, we refund it. The rest of your order is not affected. If you still want these items, please order them again or write to us.",
    },
    { words: { items: "What was in the parcel" }, blocks: none },
  ),
  "order-refund-started": ofOrder(
    refund("Refund started", "When a refund is sent to the payment provider."),
    {
      subject: "Refund for order {{order}}",
      heading: "Your money is on its way back.",
      text: "We have initiated a refund of {{amount}}. Banks usually take a few business days.",
    },
    plain,
  ),
  "order-refund-started-cash": ofOrder(
    refund(
      "Refund by hand: where to send it",
      "When a refund cannot go back the way it was paid, such as for an order paid in cash.",
    ),
    {
      subject: "Refund for order {{order}}",
      heading: "You get money back.",
      text: "We refund {{amount}}. It cannot go back the way it was paid: please tell us the UPI ID or bank account to send it to.",
    },
    plain,
  ),
  "order-refunded": ofOrder(
    refund("Refund completed", "When the refund of an online payment is complete."),
    {
      subject: "Refund for order {{order}} completed",
      heading: "Your refund is complete.",
      text: "{{amount}} has been refunded to your original payment method.",
    },
    plain,
  ),
  "order-refunded-cash": ofOrder(
    refund(
      "Refund by hand completed",
      "When staff have paid a refund out, such as for an order paid in cash.",
    ),
    {
      subject: "Refund for order {{order}} completed",
      heading: "Your refund is complete.",
      text: "{{amount}} has been refunded.",
    },
    plain,
  ),
  "order-return-requested": ofOrder(
    refund("Return or exchange requested", "When a customer asks to return or exchange items."),
    {
      subject: "We have received your request for order {{order}}",
      heading: "We have received your request.",
      text: "{{request}} of {{items}}. We will review it and write to you. Until then, please keep the item unused and with its tags.",
    },
    { words: { request: "“Return” or “Exchange”", ...items }, blocks: none },
  ),
  "order-return-approved": ofOrder(
    refund("Return or exchange approved", "When staff approve the request."),
    {
      subject: "Your request for order {{order}} has been approved",
      heading: "Your request has been approved.",
      text: "We take back {{items}}. Please pack it with its tags. {{answer}}",
    },
    { words: { ...items, ...answer }, blocks: none, required: ["answer"] },
  ),
  "order-return-rejected": ofOrder(
    refund("Return or exchange rejected", "When staff reject the request."),
    {
      subject: "Your request for order {{order}}",
      heading: "We cannot accept your request.",
      text: "{{answer}}",
    },
    { words: answer, blocks: none, required: ["answer"] },
  ),
  "order-exchange-shipped": ofOrder(
    refund("Exchange shipped", "When the items of an exchange are handed to the courier."),
    {
      subject: "Your exchange for order {{order}} is on its way",
      heading: "Your exchange is on its way.",
      text: "We have sent {{items}}. {{carrier}}",
    },
    { words: { ...items, carrier: "“It comes with …”, if the courier is known" }, blocks: parcel },
  ),
} as const satisfies Record<string, EmailKind>;

export type OrderEmailKey = keyof typeof orderEmailKinds;
