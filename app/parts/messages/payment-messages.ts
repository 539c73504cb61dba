import { error, info } from "./message.ts";

// About paying for an order.

export const orderNotPayable = error(
  "There is nothing to pay",
  "This order has already been paid or was cancelled.",
);
export const paymentUndecided = error(
  "Your bank is still deciding",
  "You do not need to pay again. We check every minute and will let you know.",
);
export const orderCouponGone = error(
  "The coupon of this order is used up",
  "It was set free when the time to pay ran out. Please place the order again.",
);
export const orderHasLeft = error("Your parcel is already on its way", "It can only be paid for online.");
export const orderSoldOut = error(
  "Out of Stock",
  "What you ordered has sold out in the meantime. You have not been charged.",
);
export const onlinePaymentClosed = error(
  "Online payment is not available right now",
  "Your order is saved. Please try again later, or contact us.",
);
export const onlinePaymentClosedOrCash = error(
  "Online payment is not available right now",
  "Your order is saved. You can pay on delivery instead.",
);
export const paymentSilent = error(
  "The bank is not responding",
  "You have not been charged. Please try again in a moment.",
);
export const paymentRefused = error(
  "The payment could not be started",
  "You have not been charged, and your order is saved. Please try again later, or contact us.",
);
export const paymentRefusedOrCash = error(
  "The payment could not be started",
  "You have not been charged, and your order is saved. Please try again, or choose to pay on delivery.",
);
export const paymentBegins = info("Please pay now");
export const codChosen = info("You pay on delivery", "Please keep the amount ready for the courier.");
export const codAmount = error(
  "Order Failed",
  "This order is too large for cash on delivery. Please pay online.",
);
export const codPin = error(
  "Order Failed",
  "Cash on delivery is not available at this PIN code. Please pay online.",
);
export const codRuled = error(
  "Order Failed",
  "Cash on delivery is not available for this order. Please pay online, or write to us.",
);
export const codAdvance = error(
  "A part of this order is paid in advance",
  "The rest is paid on delivery. If that suits you, place the order once more.",
);
export const advanceAsked = info(
  "A part of this order is paid in advance",
  "Please pay it now. The rest is paid on delivery.",
);
export const codNotTaken = error("Cash on delivery is not available right now", "Please pay online.");

// The code that confirms a cash order.

export const orderConfirmed = info("Your order is confirmed", "We are getting it ready.");
export const nothingToConfirm = error("Nothing to confirm", "This order needs no confirmation any more.");
export const orderCodeNotSent = error(
  "The code could not be sent",
  "Please try again in a minute, or write to us.",
);

// The answers to a coupon code.

export const couponEmpty = error("Coupon not used", "Please enter a code.");
export const couponUnknown = error("Coupon not used", "This code does not exist.");
export const couponOver = error("Coupon not used", "This coupon is not valid today.");
export const couponUsedUp = error("Coupon not used", "This coupon has been used up.");
export const couponUsedByYou = error("Coupon not used", "You have used this coupon already.");
export const couponFirstOrder = error("Coupon not used", "This coupon is for your first order.");
export const couponMinimum = error("Coupon not used", "Your order is below the minimum for this coupon.");
export const couponApplied = info("Coupon applied");
