import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { System } from "../access/actor.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { refundRemaining } from "./refunds.server.ts";
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
