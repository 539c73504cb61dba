import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import { gatewayOrderStatus } from "./entities.ts";
import { findOrder, type GatewayPorts } from "./orders.server.ts";
import { type PaymentScenario, type PaymentScenarioName, paymentScenarios } from "./scenarios.ts";
import { type GatewayOrderRow, type GatewayPaymentRow, payments, unusedPaymentId } from "./tables.server.ts";
import { queuePaymentWebhook } from "./webhooks.server.ts";

export type OrderKey = { orderId: string } | { paymentSessionId: string };

/**
 * `returnTo`: where the customer is sent afterwards. `closed`: paid, terminated or expired, so no attempt may start.
 */
export type AttemptResult =
  | { ok: true; returnTo: string | null }
  | { ok: false; refused: "unknown" | "closed" };

const messages: Record<GatewayPaymentRow["status"], string> = {
  SUCCESS: "00::Transaction success",
  FAILED: "ZM::Transaction declined by the bank",
  PENDING: "The bank has not answered yet",
  FLAGGED: "The transaction is on hold for a review",
  USER_DROPPED: "User dropped and did not complete the two factor authentication",
  CANCELLED: "The order was paid by another attempt",
};

/** Runs the scenario that the customer chose on the payment page (scenarios.ts). */
export async function runScenario(
  { db, clock }: GatewayPorts,
  by: OrderKey,
  choice: PaymentScenarioName,
): Promise<AttemptResult> {
  return inTransaction(db, async (tx) => {
    const known = await findOrder(tx, by, true);
    if (!known) return { ok: false, refused: "unknown" };
    const { order, attempts } = known;
    if (gatewayOrderStatus(order, attempts, clock.now()) !== "ACTIVE")
      return { ok: false, refused: "closed" };
    const course: PaymentScenario = paymentScenarios[choice];
    const ports = { db: tx, clock };
    const made: GatewayPaymentRow[] = [];
    for (const { status, lessPaise = 0 } of course.attempts) {
      const duplicate = made.some((one) => one.status === "SUCCESS");
      const [payment] = await tx
        .insert(payments)
        .values({ ...newAttempt(order, status, clock.now()), amount: order.amount - lessPaise, duplicate })
        .returning();
      if (payment) made.push(payment);
    }
    for (const { attempt, after = 0 } of course.webhooks) {
      const payment = made[attempt];
      if (payment) await queuePaymentWebhook(ports, order, payment, { after });
    }
    if (course.forged)
      await queuePaymentWebhook(ports, order, await forgedPayment(ports, order), { forged: true });
    return { ok: true, returnTo: returnTo(order) };
  });
}

/** The bank's late decision on a pending attempt. An order that was paid in between is not paid again. */
export async function decidePayment(
  { db, clock }: GatewayPorts,
  by: OrderKey & { paymentId?: string },
  yes: boolean,
): Promise<AttemptResult> {
  return inTransaction(db, async (tx) => {
    const known = await findOrder(tx, by, true);
    const pending = known?.attempts.find(
      ({ cfPaymentId, status }) =>
        status === "PENDING" && (by.paymentId === undefined || by.paymentId === String(cfPaymentId)),
    );
    if (!known || !pending) return { ok: false, refused: "unknown" };
    const paid = known.attempts.some(({ status }) => status === "SUCCESS");
    const status = !yes ? "FAILED" : paid ? "CANCELLED" : "SUCCESS";
    const [decided] = await tx
      .update(payments)
      .set({ status, message: messages[status], at: clock.now() })
      .where(and(eq(payments.cfPaymentId, pending.cfPaymentId), eq(payments.status, "PENDING")))
      .returning();
    if (decided) await queuePaymentWebhook({ db: tx, clock }, known.order, decided);
    return { ok: true, returnTo: returnTo(known.order) };
  });
}

function newAttempt(order: GatewayOrderRow, status: GatewayPaymentRow["status"], at: Date) {
  return { orderId: order.orderId, status, amount: order.amount, message: messages[status], at };
}

/** A forged success: its id belongs to no attempt. */
async function forgedPayment(
  { db, clock }: GatewayPorts,
  order: GatewayOrderRow,
): Promise<GatewayPaymentRow> {
  const { rows } = await db.execute(unusedPaymentId);
  const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(rows);
  return { ...newAttempt(order, "SUCCESS", clock.now()), cfPaymentId: Number(id), duplicate: false };
}

/** The return URL of the order. */
export function returnTo(order: GatewayOrderRow): string | null {
  return order.returnUrl?.replaceAll("{order_id}", order.orderId) ?? null;
}
