import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { actorShape } from "../access/actor-columns.server.ts";

/** Why a refund is still pending: what is missing before it can be sent to its provider (again). */
export const refundPendingReasons = ["provider-missing", "provider-unreachable", "approval"] as const;
export type RefundPendingReason = (typeof refundPendingReasons)[number];

/** One attempt to collect an order's total at a provider. */
export const gatewayOrder = pgTable("gateway_order", {
  gatewayOrderId: text("gateway_order_id").primaryKey(),
  orderId: uuid("order_id").notNull(),
  provider: text("provider").notNull(),
  amount: wholeNumber("amount").notNull(),
  currency: text("currency").notNull().default("INR"),
  sessionId: text("session_id"),
  state: text("state", { enum: ["asked", "open", "paid", "closed"] })
    .notNull()
    .default("asked"),
  expiresAt: time("expires_at").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  checkedAt: time("checked_at"),
  undecided: boolean("undecided").notNull().default(false),
});

/** An address at which an order is paid without signing in (payment-links.server.ts). */
export const paymentLink = pgTable("payment_link", {
  token: text("token").primaryKey(),
  orderId: uuid("order_id").notNull(),
  expiresAt: time("expires_at").notNull(),
  revokedAt: time("revoked_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  ...actorShape(),
});

/** Received payments, by the provider's payment id. */
export const receivedPayment = pgTable(
  "received_payment",
  {
    provider: text("provider").notNull(),
    providerPaymentId: text("provider_payment_id").notNull(),
    orderId: uuid("order_id").notNull(),
    gatewayOrderId: text("gateway_order_id"),
    amount: wholeNumber("amount").notNull(),
    currency: text("currency").notNull(),
    method: text("method"),
    effect: text("effect", { enum: ["applied", "late", "mismatch", "duplicate"] }).notNull(),
    at: time("at").notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.provider, row.providerPaymentId] })],
);

/** Payments that the provider reported as failed. */
export const failedPayment = pgTable(
  "failed_payment",
  {
    provider: text("provider").notNull(),
    providerPaymentId: text("provider_payment_id").notNull(),
    gatewayOrderId: text("gateway_order_id").notNull(),
    at: time("at").notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.provider, row.providerPaymentId] })],
);

/** Refunds, in paise. */
export const refund = pgTable("refund", {
  id: uuid("id").primaryKey().defaultRandom(),
  orderId: uuid("order_id").notNull(),
  provider: text("provider").notNull(),
  gatewayOrderId: text("gateway_order_id"),
  providerPaymentId: text("provider_payment_id").notNull(),
  amount: wholeNumber("amount").notNull(),
  /** Text typed by staff; else the cause gives the reason (`refundCause`, shop/orders/remarks/remark.ts). */
  reason: text("reason"),
  cause: jsonb("cause"),
  state: text("state", { enum: ["pending", "succeeded", "failed"] })
    .notNull()
    .default("pending"),
  /** The provider's message when it refused. */
  lastError: text("last_error"),
  pendingReason: text("pending_reason", { enum: refundPendingReasons }),
  /** Since when it is pending for this reason, or for none. */
  pendingSince: time("pending_since").notNull().defaultNow(),
  createdAt: time("created_at").notNull().defaultNow(),
  settledAt: time("settled_at"),
  cancellation: boolean("cancellation").notNull().default(false),
  /** When the reconciliation last looked at it. */
  checkedAt: time("checked_at"),
  /** The refund that failed and that this one tries again. */
  retryOf: uuid("retry_of"),
  ...actorShape(),
});

/** Payout details of an order's cash refund; deleted when it is paid out. */
export const payoutDetails = pgTable("payout_details", {
  orderId: uuid("order_id").primaryKey(),
  userId: uuid("user_id").notNull(),
  /** `payoutDetailsShape` (payout/payout-form.ts); backups have null instead. */
  details: jsonb("details"),
  givenAt: time("given_at").notNull().defaultNow(),
});

/** The units of a refund. */
export const refundLine = pgTable(
  "refund_line",
  {
    refundId: uuid("refund_id").notNull(),
    orderLineId: uuid("order_line_id").notNull(),
    quantity: integer("quantity").notNull(),
    amount: wholeNumber("amount").notNull(),
  },
  (row) => [primaryKey({ columns: [row.refundId, row.orderLineId] })],
);

/** The outcome of a webhook: the effect of its payment or refund, or nothing. */
export const webhookOutcomes = [
  "applied",
  "late",
  "mismatch",
  "duplicate",
  "repeated",
  "unknown-order",
  "unknown-refund",
  "refund-pending",
  "refund-succeeded",
  "refund-failed",
  "payment-failed",
  "failure-too-late",
  "ignored",
] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/** A provider's webhook as received, stored before it is applied. */
export const paymentWebhook = pgTable("payment_webhook", {
  id: uuid("id").primaryKey().defaultRandom(),
  fingerprint: text("fingerprint").notNull(),
  type: text("type").notNull(),
  gatewayOrderId: text("gateway_order_id"),
  body: text("body").notNull(),
  receivedAt: time("received_at").notNull().defaultNow(),
  processedAt: time("processed_at"),
  outcome: text("outcome", { enum: webhookOutcomes }),
});
