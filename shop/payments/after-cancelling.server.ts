import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { System } from "../access/actor.ts";
import { postPaymentStatus } from "../orders/posting/payment-status.server.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { refundable, refundRemaining } from "./refunds.server.ts";
import { gatewayOrder } from "./tables.server.ts";

/**
 * Finishes a cancellation: closes open payments and refunds what was paid. An idempotent job. An order reopened in
 * between is left alone. `needsApproval`: who cancelled it may not refund.
 */
export async function settleCancelledOrder(
  ports: Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">,
  actor: System,
  orderId: string,
  needsApproval = false,
): Promise<void> {
  const order = await orderOf(ports, orderId);
  if (order?.status !== "cancelled") return;
  await terminateAttempts(ports, await expireAttempts(ports.db, orderId));
  await refundRemaining(ports, actor, orderId, { needsApproval });
  // Everything may have gone back before, with parcels that came back.
  await inTransaction(ports.db, async (tx) => {
    const now = await lockOrder(tx, orderId);
    const isOver = now?.status === "cancelled" && now.hasPayment;
    if (isOver && (await refundable({ db: tx }, orderId)) === 0) await postPaymentStatus(tx, now, actor);
  });
}

type Attempt = { gatewayOrderId: string; provider: string };

/**
 * Keeps the open payment attempts of an order from being used again: it is cancelled, or costs another amount. Out: the
 * attempts, for `terminateAttempts` after the commit.
 */
export async function expireAttempts(db: Db, orderId: string): Promise<Attempt[]> {
  return db
    .update(gatewayOrder)
    .set({ expiresAt: sql`least(expires_at, now())` })
    .where(sql`order_id = ${orderId} and state in ('asked', 'open')`)
    .returning({ gatewayOrderId: gatewayOrder.gatewayOrderId, provider: gatewayOrder.provider });
}

/**
 * Ends attempts at their providers. A payment in progress may still succeed; reconciliation sees and refunds it.
 */
export async function terminateAttempts(
  ports: Pick<Services, "payments">,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const { gatewayOrderId, provider } of attempts)
    await ports.payments.provider(provider)?.terminate(gatewayOrderId);
}
