import type { Services } from "../../../platform/services.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { paymentChoices } from "../../../shop/payments/pay-on-delivery.server.ts";
import { mayPayOnDelivery } from "../../../shop/payments/payment-choices.ts";
import type { PaymentRefusal } from "../../../shop/payments/start-payment.server.ts";
import type { MessageName } from "../../http/toast.server.ts";

/** Why an online payment cannot start, to somebody who can only pay online. */
const paymentRefusals: Record<PaymentRefusal, MessageName> = {
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

/** The same to somebody who can pay on delivery instead. */
const orOnDelivery: Partial<Record<PaymentRefusal, MessageName>> = {
  "no-online-payment": "onlinePaymentClosedOrCash",
  "gateway-refused": "paymentRefusedOrCash",
};

/**
 * The message about an online payment that could not start. In: why, and the order with its customer's id; null for
 * somebody who cannot change it to cash on delivery, such as a guest with a link or the number of the order.
 */
export async function whyNotPaid(
  services: Services,
  refusal: PaymentRefusal,
  own: { id: string; of: string } | null,
): Promise<MessageName> {
  const other = orOnDelivery[refusal];
  if (other === undefined || own === null) return paymentRefusals[refusal];
  const order = await orderOf(services, own.id, own.of);
  const cash = order !== null && mayPayOnDelivery(await paymentChoices(services, order));
  return cash ? other : paymentRefusals[refusal];
}
