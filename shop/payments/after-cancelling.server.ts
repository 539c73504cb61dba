import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { System } from "../access/actor.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { refundRemaining } from "./refunds.server.ts";

const openTries = z.array(z.object({ gateway_order_id: z.string(), provider: z.string() }));

/**
 * What is left to do when an order was cancelled: nobody may pay it any more, and what was paid goes back. A job; it
 * may run again. An order that came back from 'cancelled' meanwhile is left alone.
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
    // A payment under way may still succeed; the reconciling job sees it and sends it back.
    await ports.payments.provider(provider)?.terminate(gateway_order_id);
    // Not to be offered again, should the order be reopened.
    await ports.db.execute(sql`
      update gateway_order set expires_at = least(expires_at, now()) where gateway_order_id = ${gateway_order_id}`);
  }
  await refundRemaining(ports, actor, orderId);
}
