import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** What is said when somebody pays for an order, or would like to. */
export const paymentMessages = {
  orderNotPayable: wrong("There is nothing to pay", "This order is paid already, or it was cancelled."),
  paymentUndecided: wrong(
    "Your bank is still deciding",
    "You need not pay again. We check every minute and tell you what came of it.",
  ),
  orderCouponGone: wrong(
    "The coupon of this order is used up",
    "It was set free when the time to pay ran out. Please place the order again.",
  ),
  orderHasLeft: wrong("Your parcel is on its way already", "It can be paid online only."),
  orderSoldOut: wrong("Out of Stock", "What you ordered has been sold out meanwhile. Nothing was taken."),
  onlinePaymentClosed: wrong("We take no online payments right now", "You can pay on delivery instead."),
  paymentSilent: wrong("The bank does not answer", "Nothing was taken. Please try again in a moment."),
  paymentRefused: wrong("The payment could not begin", "Nothing was taken. You can pay on delivery instead."),
  paymentBegins: said("Please pay now"),
  codChosen: said("You pay on delivery", "Please have the money ready when the courier comes."),
  codAmount: wrong("Order Failed", "This order is too large to pay in cash. Please pay online."),
  codPin: wrong("Order Failed", "We take no cash at this PIN code. Please pay online."),
  codNotTaken: wrong("We take no cash on delivery right now", "Please pay online."),
} as const;
