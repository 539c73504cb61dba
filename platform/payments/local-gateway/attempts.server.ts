import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../database/database.server.ts";
import { statusOf } from "./entities.ts";
import { findOrder, type Ports } from "./orders.server.ts";
import { type Choice, type Course, choices } from "./scenarios.ts";
import { type OrderRow, type PaymentRow, payments, unusedPaymentId } from "./tables.server.ts";
import { tellPayment } from "./webhooks.server.ts";

export type By = { orderId: string } | { paymentSessionId: string };

/** `returnTo`: where the customer is sent afterwards. `closed`: paid, ended or run out, so no attempt may begin. */
export type Outcome = { ok: true; returnTo: string | null } | { ok: false; refused: "unknown" | "closed" };

const messages: Record<PaymentRow["status"], string> = {
  SUCCESS: "00::Transaction success",
  FAILED: "ZM::Transaction declined by the bank",
  PENDING: "The bank has not answered yet",
  USER_DROPPED: "User dropped and did not complete the two factor authentication",
  CANCELLED: "The order was paid by another attempt",
};

/** Lets happen what the customer chose on the payment page (choices.ts). */
export async function choose({ db, clock }: Ports, by: By, choice: Choice): Promise<Outcome> {
  return inTransaction(db, async (tx) => {
    const known = await findOrder(tx, by, true);
    if (!known) return { ok: false, refused: "unknown" };
    const { order, attempts } = known;
    if (statusOf(order, attempts, clock.now()) !== "ACTIVE") return { ok: false, refused: "closed" };
    const course: Course = choices[choice];
    const ports = { db: tx, clock };
    const made: PaymentRow[] = [];
    for (const { status, lessPaise = 0 } of course.attempts) {
      const second = made.some((one) => one.status === "SUCCESS");
      const [payment] = await tx
        .insert(payments)
        .values({ ...attemptOf(order, status, clock.now()), amount: order.amount - lessPaise, second })
        .returning();
      if (payment) made.push(payment);
    }
    for (const { attempt, after = 0 } of course.tells) {
      const payment = made[attempt];
      if (payment) await tellPayment(ports, order, payment, { after });
    }
    if (course.forged) await tellPayment(ports, order, await neverMade(ports, order), { forged: true });
    return { ok: true, returnTo: returnTo(order) };
  });
}

/** The bank's late word on an attempt that is pending. An order that was paid meanwhile is not paid again. */
export async function decide(
  { db, clock }: Ports,
  by: By & { paymentId?: string },
  yes: boolean,
): Promise<Outcome> {
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
    if (decided) await tellPayment({ db: tx, clock }, known.order, decided);
    return { ok: true, returnTo: returnTo(known.order) };
  });
}

function attemptOf(order: OrderRow, status: PaymentRow["status"], at: Date) {
  return { orderId: order.orderId, status, amount: order.amount, message: messages[status], at };
}

/** A success that a forger makes up: its id is one that no attempt has. */
async function neverMade({ db, clock }: Ports, order: OrderRow): Promise<PaymentRow> {
  const { rows } = await db.execute(unusedPaymentId);
  const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(rows);
  return { ...attemptOf(order, "SUCCESS", clock.now()), cfPaymentId: Number(id), second: false };
}

/** Where the shop wanted the customer back. */
export function returnTo(order: OrderRow): string | null {
  return order.returnUrl?.replaceAll("{order_id}", order.orderId) ?? null;
}
