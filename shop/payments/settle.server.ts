import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { GatewayPayment } from "../../platform/payments/payments.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Gateway } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import { amountDue, waitsForAdvance } from "../orders/amount-due.ts";
import { transitionOrder } from "../orders/change-order.server.ts";
import { type MailContext, notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import {
  postPaymentStatus,
  setPaymentMethod,
  setPaymentStatus,
} from "../orders/posting/payment-status.server.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { orderHasLeft } from "../orders/posting/required-stock.ts";
import { lockOrder, withPayments } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { refundOverpaid } from "./refunds.server.ts";
import { gatewayOrder, receivedPayment } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;
export type Effect = (typeof receivedPayment.$inferSelect)["effect"];

/**
 * Applies one successful payment to its order, once (docs/domain.md, "Payment status"). Webhook, browser return and
 * reconciliation all end here, with data from a verified webhook or the gateway's own answer. Amounts in paise. Out:
 * 'applied' (it counts, and the order's units are committed); 'mismatch' for another amount or currency than was asked
 * for, flagged and never counted; 'duplicate' for one of an order of which nothing is due any more and 'late' for an
 * order that is cancelled or out of stock: both are refunded by a job; 'repeated' when it was applied before;
 * 'unknown-order'. What was asked for is counted even if something else is due since: too little pays a part, and what
 * is too much goes back.
 */
export async function applyPayment(
  ports: Ports,
  gateway: Gateway,
  gatewayOrderId: string,
  payment: GatewayPayment,
): Promise<Effect | "repeated" | "unknown-order"> {
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const asked = await readGatewayOrder(tx, gatewayOrderId);
    if (!asked) return "unknown-order";
    const order = await lockOrder(tx, asked.orderId);
    if (!order) throw new Error(`the gateway order ${gatewayOrderId} has no order`);
    const known = await tx.execute(sql`
      select 1 from received_payment where provider = ${gateway.provider} and provider_payment_id = ${payment.id}`);
    if (known.rows.length > 0) return "repeated";
    const effect = await effectOf(tx, gateway, order, asked, payment);
    const { id: providerPaymentId, amount, currency, method } = payment;
    await tx.insert(receivedPayment).values({
      provider: gateway.provider,
      providerPaymentId,
      orderId: order.id,
      gatewayOrderId,
      amount,
      currency,
      method,
      effect,
    });
    await tx.execute(
      sql`update gateway_order set state = 'paid', checked_at = now() where gateway_order_id = ${gatewayOrderId}`,
    );
    await carryOut(ports, tx, mailContext, gateway, order, effect, payment);
    failPoint("in-webhook");
    return effect;
  });
}

async function effectOf(
  tx: Db,
  gateway: Gateway,
  order: Order,
  asked: { amount: Paise; currency: string },
  payment: GatewayPayment,
): Promise<Effect> {
  if (payment.amount !== asked.amount || payment.currency !== asked.currency) return "mismatch";
  if (order.paid) return "duplicate";
  if (order.status === "cancelled") return order.hasPayment ? "duplicate" : "late";
  // Reserved units are committed; when the reservation has expired, units are committed if available. For a shipped
  // order the payment is accepted whatever the stock is.
  const reason = { actor: gateway, code: "order-paid" as const };
  const posted = await postOrder(tx, { ...order, hasPayment: true }, reason);
  return posted.ok || orderHasLeft(order) ? "applied" : "late";
}

async function carryOut(
  ports: Ports,
  tx: Db,
  mailContext: MailContext,
  gateway: Gateway,
  order: Order,
  effect: Effect,
  payment: GatewayPayment,
) {
  const { id, method } = payment;
  const paid = { code: "paid" as const, payment: id, method };
  switch (effect) {
    case "applied":
      await count(ports, tx, mailContext, gateway, order, payment);
      return;
    case "mismatch":
      // Never out of 'completed': the payment is flagged in received_payment and here.
      if (order.paymentStatus === "pending" || order.paymentStatus === "failed")
        await setPaymentStatus(tx, order, "amount_mismatch", gateway, paid);
      else
        await recordEvent(tx, order.id, {
          kind: "note",
          actor: gateway,
          remark: { ...paid, code: "paid-other-amount" },
        });
      return;
    case "duplicate":
      await recordEvent(tx, order.id, {
        kind: "note",
        actor: gateway,
        remark: { ...paid, code: "paid-again" },
      });
      await ports.jobs.send(tx, "return-payment", { paymentId: payment.id, orderId: order.id });
      return;
    case "late":
      await setPaymentStatus(tx, order, "paid_late", gateway, paid);
      if (order.status !== "cancelled")
        await transitionOrder(ports, tx, mailContext, order, {
          to: "cancelled",
          actor: gateway,
          remark: { code: "paid-too-late" },
        });
      await ports.jobs.send(tx, "return-payment", { paymentId: payment.id, orderId: order.id });
  }
}

/**
 * Counts a payment that is written: all that was due is paid online then, a part leaves the rest due as before. What is
 * more than due goes back. With its advance paid, an order is a cash order.
 */
async function count(
  ports: Ports,
  tx: Db,
  mailContext: MailContext,
  gateway: Gateway,
  before: Order,
  payment: GatewayPayment,
): Promise<void> {
  const now = withPayments({ ...before, hasPayment: true, received: before.received + payment.amount });
  const order = {
    ...now,
    method: now.paid ? "online" : waitsForAdvance(before) ? "cod" : now.method,
  } as const;
  const paid = { code: "paid" as const, payment: payment.id, method: payment.method };
  // Also written when it stays, for the order's version.
  await setPaymentMethod(tx, order, order.method);
  const isNoted = !order.paid && order.paymentStatus === "pending";
  if (isNoted) await recordEvent(tx, order.id, { kind: "note", actor: gateway, remark: paid });
  else await postPaymentStatus(tx, order, gateway, paid);
  // What is still due of an online order keeps it from being packed.
  if (order.paid || order.method !== "online")
    await notifyCustomer(ports, tx, mailContext, order, "paid", { amount: payment.amount });
  else await notifyCustomer(ports, tx, mailContext, order, "rest-due", { due: amountDue(order) });
  await refundOverpaid(ports, tx, order, gateway);
}

/** A failed payment, or (without an id) the expiry of a payment attempt. */
export type PaymentFailure = {
  paymentId: string | null;
  why: "bank-refused" | "payment-abandoned" | "payment-expired";
};

/** The failure that a payment is, in a webhook as in the provider's answer; null for any other. */
export function failureOf({ id, status }: Pick<GatewayPayment, "id" | "status">): PaymentFailure | null {
  if (status === "failed") return { paymentId: id, why: "bank-refused" };
  const left = status === "abandoned" || status === "cancelled";
  return left ? { paymentId: id, why: "payment-abandoned" } : null;
}

/**
 * Records that a payment failed or was abandoned. Each failed payment is recorded once, so that an earlier failure
 * does not fail a retry; so is the expiry of an older attempt. Only a waiting order changes; a paid one stays paid,
 * in whatever order messages arrive. Who left the payment page knows it and gets no email. Out: whether something
 * changed.
 */
export async function recordPaymentFailure(
  ports: Ports,
  gateway: Gateway,
  gatewayOrderId: string,
  { paymentId, why }: PaymentFailure,
): Promise<boolean> {
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const asked = await readGatewayOrder(tx, gatewayOrderId);
    const order = asked && (await lockOrder(tx, asked.orderId));
    if (!order) return false;
    const isFirstReport =
      paymentId === null
        ? await isLatestTry(tx, order.id, gatewayOrderId)
        : await noteOnce(tx, gateway, gatewayOrderId, paymentId);
    if (!isFirstReport || order.paymentStatus !== "pending" || order.method !== "online") return false;
    // Of an order that is paid in part the rest stays due: a failed try takes nothing away.
    if (order.status === "cancelled" || order.hasPayment) return false;
    await setPaymentStatus(tx, order, "failed", gateway, { code: why });
    if (why !== "payment-abandoned") await notifyCustomer(ports, tx, mailContext, order, "payment-failed");
    return true;
  });
}

async function noteOnce(
  tx: Db,
  { provider }: Gateway,
  gatewayOrderId: string,
  paymentId: string,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into failed_payment (provider, provider_payment_id, gateway_order_id)
    values (${provider}, ${paymentId}, ${gatewayOrderId}) on conflict do nothing returning 1`);
  return rows.length > 0;
}

async function isLatestTry(tx: Db, orderId: string, gatewayOrderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from gateway_order mine where mine.gateway_order_id = ${gatewayOrderId} and not exists (
      select from gateway_order later where later.order_id = ${orderId} and later.created_at > mine.created_at)`);
  return rows.length > 0;
}

async function readGatewayOrder(tx: Db, gatewayOrderId: string) {
  const { orderId, amount, currency } = gatewayOrder;
  const [found] = await tx
    .select({ orderId, amount, currency })
    .from(gatewayOrder)
    .where(eq(gatewayOrder.gatewayOrderId, gatewayOrderId));
  return found;
}
