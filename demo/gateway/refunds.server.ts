import { and, eq, notInArray } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import { paiseOf } from "../../platform/payments/exact-json.ts";
import { type ApiResponse, problem, refundEntity } from "./entities.ts";
import { findOrder, type GatewayPorts, noSuchOrder } from "./orders.server.ts";
import { type GatewayRefundRow, refunds } from "./tables.server.ts";
import { queueRefundWebhook } from "./webhooks.server.ts";

const newRefund = z.object({
  refund_id: z.string().regex(/^[A-Za-z0-9_-]{3,40}$/),
  refund_amount: z.string(),
  refund_note: z.string().min(3).max(100).optional(),
});

/** As in Cashfree's sandbox the note decides; other notes succeed. */
const byNote: Record<string, GatewayRefundRow["status"]> = { FAILED: "FAILED", PENDING: "PENDING" };

/** Creates a refund, never more than was paid. */
export async function createRefund(
  { db, clock }: GatewayPorts,
  orderId: string,
  body: unknown,
): Promise<ApiResponse> {
  const read = newRefund.safeParse(body);
  const amount = read.success ? paiseOf(read.data.refund_amount) : null;
  if (!read.success || amount === null || amount < 1) {
    return problem(400, "refund_invalid", "The refund is not complete.");
  }
  const known = await findOrder(db, { orderId }, true);
  if (!known) return noSuchOrder;
  if (await refundRow(db, orderId, read.data.refund_id)) {
    return problem(409, "refund_already_exists", "Refund with same id is already present");
  }
  const paid = sum(known.attempts.filter(({ status }) => status === "SUCCESS"));
  if (paid === 0) return problem(400, "order_not_paid", "Refund is only possible on a paid order");
  const before = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), notInArray(refunds.status, ["FAILED", "CANCELLED"])));
  if (sum(before) + amount > paid) {
    return problem(
      400,
      "refund_amount_invalid",
      "Refund amount cannot be greater than what is left of the payment",
    );
  }
  const note = read.data.refund_note ?? "";
  const [inserted] = await db
    .insert(refunds)
    .values({
      orderId,
      refundId: read.data.refund_id,
      amount,
      note,
      status: byNote[note.trim().toUpperCase()] ?? "SUCCESS",
      createdAt: clock.now(),
    })
    .returning();
  if (!inserted) throw new Error("A refund was not kept.");
  if (inserted.status !== "PENDING") await queueRefundWebhook({ db, clock }, inserted);
  return { status: 200, body: refundEntity(inserted, clock.now()) };
}

/** A refund, or 404. */
export async function readRefund(
  { db, clock }: GatewayPorts,
  orderId: string,
  refundId: string,
): Promise<ApiResponse> {
  const found = await refundRow(db, orderId, refundId);
  return found
    ? { status: 200, body: refundEntity(found, clock.now()) }
    : problem(404, "refund_not_found", "Refund not found");
}

/** The bank's late decision on a pending refund; false when there is none. */
export async function decideRefund(
  { db, clock }: GatewayPorts,
  { orderId, refundId }: { orderId: string; refundId: string },
  status: GatewayRefundRow["status"],
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [decided] = await tx
      .update(refunds)
      .set({ status })
      .where(and(eq(refunds.orderId, orderId), eq(refunds.refundId, refundId), eq(refunds.status, "PENDING")))
      .returning();
    if (decided) await queueRefundWebhook({ db: tx, clock }, decided);
    return decided !== undefined;
  });
}

async function refundRow(db: GatewayPorts["db"], orderId: string, refundId: string) {
  const [found] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.refundId, refundId)));
  return found;
}

function sum(rows: { amount: number }[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0);
}
