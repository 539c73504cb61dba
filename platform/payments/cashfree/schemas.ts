import { z } from "zod";
import { paiseOf } from "../exact-json.ts";
import type { GatewayOrder, GatewayPayment, GatewayRefund, WebhookEvent } from "../payments.server.ts";

/**
 * Cashfree's answers, parsed into the port's types. Numbers come as text (exact-json.ts), so ids are text already.
 */
const amount = z.string().transform((text, context) => {
  const paise = paiseOf(text);
  if (paise === null) context.addIssue({ code: "custom", message: "no amount" });
  return paise ?? 0;
});
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const id = z.string().min(1).max(100);
const currency = z.string().min(1).max(10);

const orderStatuses: Record<string, GatewayOrder["status"]> = {
  ACTIVE: "open",
  PAID: "paid",
  EXPIRED: "expired",
  TERMINATED: "terminated",
  TERMINATION_REQUESTED: "terminating",
};
const paymentStatuses: Record<string, GatewayPayment["status"]> = {
  SUCCESS: "succeeded",
  FAILED: "failed",
  PENDING: "pending",
  NOT_ATTEMPTED: "not-attempted",
  USER_DROPPED: "abandoned",
  CANCELLED: "cancelled",
  VOID: "void",
  FLAGGED: "flagged",
};
const refundStatuses: Record<string, GatewayRefund["status"]> = {
  SUCCESS: "succeeded",
  PENDING: "pending",
  CANCELLED: "cancelled",
  ONHOLD: "on-hold",
  FAILED: "failed",
};

/** A Cashfree state, mapped to ours. */
function oneOf<Ours>(words: Record<string, Ours>) {
  return z.string().transform((word, context): Ours => {
    const ours = Object.hasOwn(words, word) ? words[word] : undefined;
    if (ours !== undefined) return ours;
    context.addIssue({ code: "custom", message: "an unknown state" });
    return z.NEVER;
  });
}

export const orderAnswer = z
  .object({
    order_id: id,
    cf_order_id: id,
    payment_session_id: z.string().min(1).max(2_000),
    order_status: oneOf(orderStatuses),
    order_amount: amount,
    order_currency: currency,
  })
  .transform(
    (answer): GatewayOrder => ({
      orderId: answer.order_id,
      providerOrderId: answer.cf_order_id,
      sessionId: answer.payment_session_id,
      status: answer.order_status,
      amount: answer.order_amount,
      currency: answer.order_currency,
    }),
  );

const payment = z
  .object({
    cf_payment_id: id,
    payment_status: oneOf(paymentStatuses),
    payment_amount: amount,
    payment_currency: currency,
    payment_time: time.nullish(),
    payment_group: z.string().nullish(),
    payment_message: z.string().nullish(),
  })
  .transform(
    (answer): GatewayPayment => ({
      id: answer.cf_payment_id,
      status: answer.payment_status,
      amount: answer.payment_amount,
      currency: answer.payment_currency,
      time: answer.payment_time ?? null,
      method: answer.payment_group ?? null,
      message: answer.payment_message ?? null,
    }),
  );

export const paymentsAnswer = z.array(payment);

const refundFields = z.object({
  order_id: id,
  refund_id: id,
  refund_status: oneOf(refundStatuses),
  refund_amount: amount,
  refund_currency: currency,
});

export const refundAnswer = refundFields.transform(refundOf);

function refundOf(answer: z.infer<typeof refundFields>): GatewayRefund & { orderId: string } {
  return {
    orderId: answer.order_id,
    refundId: answer.refund_id,
    status: answer.refund_status,
    amount: answer.refund_amount,
  };
}

export const problemAnswer = z.object({ code: z.string().max(100), type: z.string().max(100) });

const anyWebhook = z.object({ type: z.string().min(1).max(100), event_time: time });
const paymentWebhook = z.object({
  data: z.object({
    order: z.object({ order_id: id, order_amount: amount, order_currency: currency }),
    payment,
  }),
});
const refundWebhook = z.object({ data: z.object({ refund: refundFields }) });

const aboutPayments = ["PAYMENT_SUCCESS_WEBHOOK", "PAYMENT_FAILED_WEBHOOK", "PAYMENT_USER_DROPPED_WEBHOOK"];

/** In: a webhook's body, parsed exactly. Out: null for an unknown format. New types come as `other`. */
export function webhookEventOf(body: unknown): WebhookEvent | null {
  const any = anyWebhook.safeParse(body);
  if (!any.success) return null;
  const { type: event, event_time: eventTime } = any.data;
  if (aboutPayments.includes(event)) {
    const answer = paymentWebhook.safeParse(body);
    if (!answer.success) return null;
    const { order, payment } = answer.data.data;
    return {
      type: "payment",
      event,
      eventTime,
      orderId: order.order_id,
      orderAmount: order.order_amount,
      currency: order.order_currency,
      payment,
    };
  }
  if (event !== "REFUND_STATUS_WEBHOOK") return { type: "other", event, eventTime };
  const answer = refundWebhook.safeParse(body);
  if (!answer.success) return null;
  const { orderId, ...refund } = refundOf(answer.data.data.refund);
  return {
    type: "refund",
    event,
    eventTime,
    orderId,
    currency: answer.data.data.refund.refund_currency,
    refund,
  };
}
