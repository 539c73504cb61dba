import { and, desc, eq, sql } from "drizzle-orm";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { orders } from "../orders/tables.server.ts";
import { gatewayOf } from "./providers.ts";
import { applyPayment, failureOf, recordPaymentFailure } from "./settle.server.ts";
import { gatewayOrder } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

/**
 * Queries the provider for one payment attempt and applies its answer. For the browser's return and the reconciliation
 * job. Out: whether it answered; false when it is no longer configured.
 */
export async function reconcile(ports: Ports, gatewayOrderId: string): Promise<boolean> {
  const [asked] = await ports.db
    .select({ provider: gatewayOrder.provider })
    .from(gatewayOrder)
    .where(eq(gatewayOrder.gatewayOrderId, gatewayOrderId));
  const provider = asked?.provider ?? "";
  const online = ports.payments.provider(provider);
  if (!online) return false;
  const gateway = gatewayOf(provider);
  const [order, payments] = await Promise.all([
    online.getOrder(gatewayOrderId),
    online.paymentsOf(gatewayOrderId),
  ]);
  if (!order.ok && order.refused === "unknown") return closeUnknownOrder(ports, gatewayOrderId);
  if (!order.ok || !payments.ok) return false;
  for (const payment of payments.value) {
    if (payment.status === "succeeded") await applyPayment(ports, gateway, gatewayOrderId, payment);
  }
  const { status, sessionId } = order.value;
  // The provider looks at a flagged payment before it decides; its customer has paid as far as they know.
  const undecided = payments.value.some((payment) => ["pending", "flagged"].includes(payment.status));
  const over = (status === "expired" || status === "terminated") && !undecided;
  if (over)
    await recordPaymentFailure(ports, gateway, gatewayOrderId, { paymentId: null, why: "payment-expired" });
  else if (!undecided) {
    for (const payment of payments.value) {
      const failure = failureOf(payment);
      if (failure) await recordPaymentFailure(ports, gateway, gatewayOrderId, failure);
    }
  }
  await ports.db.execute(sql`
    update gateway_order set checked_at = now(), undecided = ${undecided}, session_id = coalesce(session_id, ${sessionId}),
      state = case when state = 'paid' then state when ${over} then 'closed' else 'open' end
    where gateway_order_id = ${gatewayOrderId}`);
  return true;
}

/**
 * The same for the attempts of an order that may have been paid, at most the newest three: for somebody whom the
 * provider has just led back.
 */
export async function reconcileOrder(ports: Ports, orderId: string): Promise<void> {
  const open = await ports.db
    .select({ id: gatewayOrder.gatewayOrderId })
    .from(gatewayOrder)
    .where(sql`order_id = ${orderId} and state in ('asked', 'open')`)
    .orderBy(desc(gatewayOrder.createdAt))
    .limit(3);
  for (const { id } of open) await reconcile(ports, id);
}

/** The gateway does not know it: after its expiry it cannot be paid any more. */
async function closeUnknownOrder({ db }: Ports, gatewayOrderId: string): Promise<boolean> {
  await db.execute(sql`
    update gateway_order set checked_at = now(), state = case when expires_at < now() then 'closed' else state end
    where gateway_order_id = ${gatewayOrderId} and state in ('asked', 'open')`);
  return true;
}

/**
 * The reconciliation job: polls every open payment until it is final, the least recently polled first, newer ones more
 * often. Out: how many were polled.
 */
export async function reconcileOpen(ports: Ports): Promise<number> {
  const open = await ports.db
    .select({ id: gatewayOrder.gatewayOrderId })
    .from(gatewayOrder)
    .where(sql`state in ('asked', 'open') and created_at < now() - interval '30 seconds'
      and (checked_at is null or checked_at < now() - least(interval '1 hour', (now() - created_at) / 10))`)
    .orderBy(sql`checked_at nulls first, created_at`)
    .limit(100);
  await inBatch(open, {
    what: "reconciling payments",
    log: ports.log,
    nameOf: ({ id }) => `gateway order ${id}`,
    mark: ({ id }) =>
      ports.db.update(gatewayOrder).set({ checkedAt: sql`now()` }).where(eq(gatewayOrder.gatewayOrderId, id)),
    work: ({ id }) => reconcile(ports, id),
  });
  return open.length;
}

/**
 * The payment's current state for the browser: the gateway is queried when it is not known yet. In: the gateway's order
 * id and the customer it must belong to. Out: our order's id, or null for an unknown one and for somebody else's.
 */
export async function verifyPayment(
  ports: Ports,
  gatewayOrderId: string,
  customer: Customer,
): Promise<string | null> {
  const [found] = await ports.db
    .select({ state: gatewayOrder.state, orderId: gatewayOrder.orderId })
    .from(gatewayOrder)
    .innerJoin(orders, eq(orders.id, gatewayOrder.orderId))
    .where(and(eq(gatewayOrder.gatewayOrderId, gatewayOrderId), eq(orders.userId, customer.id)));
  if (!found) return null;
  if (found.state === "asked" || found.state === "open") await reconcile(ports, gatewayOrderId);
  return found.orderId;
}
