import { sql } from "drizzle-orm";
import { boolean, integer, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

const gateway = pgSchema("local_gateway");
const paise = (name: string) => wholeNumber(name).notNull();
const number = (name: string) => wholeNumber(name).notNull().generatedAlwaysAsIdentity();

export const localOrders = gateway.table("orders", {
  orderId: text("order_id").primaryKey(),
  cfOrderId: number("cf_order_id"),
  paymentSessionId: text("payment_session_id").notNull(),
  amount: paise("amount"),
  status: text("status", { enum: ["ACTIVE", "TERMINATED"] })
    .notNull()
    .default("ACTIVE"),
  returnUrl: text("return_url"),
  notifyUrl: text("notify_url"),
  expiresAt: time("expires_at").notNull(),
  createdAt: time("created_at").notNull(),
});
export type GatewayOrderRow = typeof localOrders.$inferSelect;

export const payments = gateway.table("payment", {
  cfPaymentId: number("cf_payment_id").primaryKey(),
  orderId: text("order_id").notNull(),
  status: text("status", {
    enum: ["SUCCESS", "FAILED", "PENDING", "FLAGGED", "USER_DROPPED", "CANCELLED"],
  }).notNull(),
  amount: paise("amount"),
  message: text("message").notNull(),
  at: time("at").notNull(),
  duplicate: boolean("duplicate").notNull().default(false),
});
export type GatewayPaymentRow = typeof payments.$inferSelect;

export const refunds = gateway.table(
  "refund",
  {
    orderId: text("order_id").notNull(),
    refundId: text("refund_id").notNull(),
    cfRefundId: number("cf_refund_id"),
    amount: paise("amount"),
    note: text("note").notNull(),
    status: text("status", { enum: ["SUCCESS", "PENDING", "CANCELLED", "ONHOLD", "FAILED"] }).notNull(),
    createdAt: time("created_at").notNull(),
  },
  (refund) => [primaryKey({ columns: [refund.orderId, refund.refundId] })],
);
export type GatewayRefundRow = typeof refunds.$inferSelect;

export const responses = gateway.table("response", {
  requestKey: text("request_key").primaryKey(),
  requestHash: text("request_hash").notNull(),
  status: integer("status").notNull(),
  body: text("body").notNull(),
  at: time("at").notNull(),
});

export const webhooks = gateway.table("webhook", {
  id: number("id").primaryKey(),
  orderId: text("order_id").notNull(),
  event: text("event").notNull(),
  body: text("body").notNull(),
  forged: boolean("forged").notNull().default(false),
  attempts: integer("attempts").notNull().default(0),
  dueAt: time("due_at"),
  deliveredAt: time("delivered_at"),
});
export type WebhookRow = typeof webhooks.$inferSelect;

/** An id that no attempt has, for a forged webhook. */
export const unusedPaymentId = sql`select nextval(pg_get_serial_sequence('local_gateway.payment', 'cf_payment_id'))::text as id`;
