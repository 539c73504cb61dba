import { error, info } from "./message.ts";

/** Messages about paying for an order. */
export const paymentMessages = {
  orderNotPayable: error("There is nothing to pay", "This order has already been paid or was cancelled."),
  paymentUndecided: error(
    "Your bank is still deciding",
    "You do not need to pay again. We check every minute and will let you know.",
  ),
  orderCouponGone: error(
    "The coupon of this order is used up",
    "It was set free when the time to pay ran out. Please place the order again.",
  ),
  orderHasLeft: error("Your parcel is already on its way", "It can only be paid for online."),
  orderSoldOut: error(
    "Out of Stock",
    "What you ordered has sold out in the meantime. You have not been charged.",
  ),
  onlinePaymentClosed: error("Online payment is not available right now", "You can pay on delivery instead."),
  paymentSilent: error(
    "The bank is not responding",
    "You have not been charged. Please try again in a moment.",
  ),
  paymentRefused: error(
    "The payment could not be started",
    "You have not been charged. You can pay on delivery instead.",
  ),
  paymentBegins: info("Please pay now"),
  codChosen: info("You pay on delivery", "Please keep the amount ready for the courier."),
  codAmount: error("Order Failed", "This order is too large for cash on delivery. Please pay online."),
  codPin: error("Order Failed", "Cash on delivery is not available at this PIN code. Please pay online."),
  codNotTaken: error("Cash on delivery is not available right now", "Please pay online."),
} as const;

/** What a coupon's code is answered with. */
export const couponMessages = {
  couponUnknown: error("Coupon not used", "This code does not exist."),
  couponOver: error("Coupon not used", "This coupon is not valid today."),
  couponUsedUp: error("Coupon not used", "This coupon has been used up."),
  couponUsedByYou: error("Coupon not used", "You have used this coupon already."),
  couponFirstOrder: error("Coupon not used", "This coupon is for your first order."),
  couponMinimum: error("Coupon not used", "Your order is below the minimum for this coupon."),
  couponApplied: info("Coupon applied"),
} as const;
