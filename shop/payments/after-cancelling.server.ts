import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { System } from "../access/actor.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { refundRemaining } from "./refunds.server.ts";

const openTries = z.array(z.object({ gateway_order_id: z.string(), provider: z.string() }));

/**
 * Finishes a cancellation: closes open payments and refunds what was paid. An idempotent job. An order reopened in
 * between is left alone.
 */
export async function settleCancelledOrder(
  ports: Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">,
  actor: System,
  orderId: string,
): Promise<void> {
  const order = await orderOf(ports, orderId);
  if (order?.status !== "cancelled") return;
  const { rows } = await ports.db.execute(sql`
    select gateway_order_id, provider from gateway_order where order_id = ${orderId} and state in ('asked', 'open')`);
  for (const { gateway_order_id, provider } of openTries.parse(rows)) {
    // A payment in progress may still succeed; reconciliation sees and refunds it.
    await ports.payments.provider(provider)?.terminate(gateway_order_id);
    // Not to be used again if the order is reopened.
    await ports.db.execute(sql`
      update gateway_order set expires_at = least(expires_at, now()) where gateway_order_id = ${gateway_order_id}`);
  }
  await refundRemaining(ports, actor, orderId);
}
