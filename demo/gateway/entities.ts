import { type Json, Rupees } from "../../platform/payments/exact-json.ts";
import type { GatewayOrderRow, GatewayPaymentRow, GatewayRefundRow } from "./tables.server.ts";

/** A response: a status, and a body in Cashfree's format. */
export type ApiResponse = { status: number; body: Json };

export type GatewayOrderStatus = "ACTIVE" | "PAID" | "EXPIRED" | "TERMINATED" | "TERMINATION_REQUESTED";

/** A pending attempt may succeed after the order was terminated or expired. */
export function gatewayOrderStatus(
  order: GatewayOrderRow,
  attempts: GatewayPaymentRow[],
  now: Date,
): GatewayOrderStatus {
  if (attempts.some(({ status }) => status === "SUCCESS")) return "PAID";
  const underWay = attempts.some(({ status }) => status === "PENDING");
  if (order.status === "TERMINATED") return underWay ? "TERMINATION_REQUESTED" : "TERMINATED";
  return order.expiresAt <= now ? "EXPIRED" : "ACTIVE";
}

/** The order in Cashfree's format. In: the row and all its attempts. */
export function orderEntity(order: GatewayOrderRow, attempts: GatewayPaymentRow[], now: Date): Json {
  return {
    cf_order_id: String(order.cfOrderId),
    order_id: order.orderId,
    entity: "order",
    order_currency: "INR",
    order_amount: new Rupees(order.amount),
    order_status: gatewayOrderStatus(order, attempts, now),
    payment_session_id: order.paymentSessionId,
    order_expiry_time: indianTime(order.expiresAt),
    created_at: indianTime(order.createdAt),
    order_meta: { return_url: order.returnUrl, notify_url: order.notifyUrl },
  };
}

/** An attempt in Cashfree's format, also inside a webhook. */
export function paymentEntity(payment: GatewayPaymentRow): { [key: string]: Json } {
  return {
    cf_payment_id: String(payment.cfPaymentId),
    entity: "payment",
    order_id: payment.orderId,
    payment_status: payment.status,
    payment_amount: new Rupees(payment.amount),
    payment_currency: "INR",
    payment_message: payment.message,
    payment_time: indianTime(payment.at),
    payment_group: "upi",
    bank_reference: null,
  };
}

/** A refund in Cashfree's format, also inside a webhook. `now` is when it was decided. */
export function refundEntity(refund: GatewayRefundRow, now: Date): { [key: string]: Json } {
  return {
    cf_refund_id: String(refund.cfRefundId),
    entity: "refund",
    order_id: refund.orderId,
    refund_id: refund.refundId,
    refund_amount: new Rupees(refund.amount),
    refund_currency: "INR",
    refund_note: refund.note,
    refund_status: refund.status,
    refund_type: "MERCHANT_INITIATED",
    created_at: indianTime(refund.createdAt),
    processed_at: refund.status === "SUCCESS" ? indianTime(now) : null,
  };
}

/** An error in Cashfree's format. In: the HTTP status, the error code, the message. */
export function problem(status: number, code: string, message: string): ApiResponse {
  const type =
    status === 401 ? "authentication_error" : status >= 500 ? "api_error" : "invalid_request_error";
  return { status, body: { message, code, type } };
}

/** "2026-11-21T11:30:00+05:30": India has no daylight saving time. */
export function indianTime(time: Date): string {
  const ahead = 5.5 * 60 * 60_000;
  return new Date(time.getTime() + ahead).toISOString().replace(/\.\d+Z$/, "+05:30");
}
