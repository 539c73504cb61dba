import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** What is said when somebody pays for an order, or would like to. */
export const paymentMessages = {
  orderNotPayable: wrong("There is nothing to pay", "This order has already been paid or was cancelled."),
  paymentUndecided: wrong(
    "Your bank is still deciding",
    "You do not need to pay again. We check every minute and will let you know.",
  ),
  orderCouponGone: wrong(
    "The coupon of this order is used up",
    "It was set free when the time to pay ran out. Please place the order again.",
  ),
  orderHasLeft: wrong("Your parcel is already on its way", "It can only be paid for online."),
  orderSoldOut: wrong(
    "Out of Stock",
    "What you ordered has sold out in the meantime. You have not been charged.",
  ),
  onlinePaymentClosed: wrong("Online payment is not available right now", "You can pay on delivery instead."),
  paymentSilent: wrong(
    "The bank is not responding",
    "You have not been charged. Please try again in a moment.",
  ),
  paymentRefused: wrong(
    "The payment could not be started",
    "You have not been charged. You can pay on delivery instead.",
  ),
  paymentBegins: said("Please pay now"),
  codChosen: said("You pay on delivery", "Please keep the amount ready for the courier."),
  codAmount: wrong("Order Failed", "This order is too large for cash on delivery. Please pay online."),
  codPin: wrong("Order Failed", "Cash on delivery is not available at this PIN code. Please pay online."),
  codNotTaken: wrong("Cash on delivery is not available right now", "Please pay online."),
} as const;
