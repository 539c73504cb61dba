import { sql } from "drizzle-orm";
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
  const open = await ports.db
    .select({ gatewayOrderId: gatewayOrder.gatewayOrderId, provider: gatewayOrder.provider })
    .from(gatewayOrder)
    .where(sql`order_id = ${orderId} and state in ('asked', 'open')`);
  for (const { gatewayOrderId, provider } of open) {
    // A payment in progress may still succeed; reconciliation sees and refunds it.
    await ports.payments.provider(provider)?.terminate(gatewayOrderId);
    // Not to be used again if the order is reopened.
    await ports.db.execute(sql`
      update gateway_order set expires_at = least(expires_at, now()) where gateway_order_id = ${gatewayOrderId}`);
  }
  await refundRemaining(ports, actor, orderId, { needsApproval });
}
