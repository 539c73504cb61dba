import type { PaymentRefusal } from "../../../shop/payments/start-payment.server.ts";
import type { MessageName } from "../../http/toast.server.ts";

/** Why an online payment cannot start. */
export const paymentRefusals: Record<PaymentRefusal, MessageName> = {
  "not-found": "orderNotFound",
  "not-payable": "orderNotPayable",
  "payment-undecided": "paymentUndecided",
  "coupon-gone": "orderCouponGone",
  "unpaid-orders": "unpaidOrders",
  "unpaid-units": "unpaidUnits",
  "out-of-stock": "orderSoldOut",
  "no-online-payment": "onlinePaymentClosed",
  "gateway-silent": "paymentSilent",
  "gateway-refused": "paymentRefused",
};
