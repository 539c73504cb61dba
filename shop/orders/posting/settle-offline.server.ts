import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { type Actor, system } from "../../access/actor.ts";
import type { Order } from "../orders.ts";
import { recordEvent } from "../record-event.server.ts";
import { cashProvider, freeProvider, outsideProvider } from "./offline-providers.ts";

/**
 * Posts the cash of an order that is not paid online: collected on delivery, and reversed when the order turns out
 * not to be delivered. Cash of an order cancelled after delivery stays collected and is refunded; so does cash that
 * was partly refunded. Units that came back unpaid are not collected. In: the order, locked. Out: the order afterwards.
 */
export async function postCash(tx: Db, order: Order, actor: Actor): Promise<Order> {
  if (order.method === "online" || order.total === order.notOwed) return order;
  if (order.status === "delivered" && !order.paid) {
    await receive(tx, order, { provider: cashProvider, method: "cash" });
    return setPaid(tx, order, "completed", actor);
  }
  if (order.status !== "delivered" && order.status !== "cancelled" && order.paid) {
    const { rows } = await tx.execute(sql`
      delete from received_payment p where order_id = ${order.id} and provider = ${cashProvider} and not exists (
        select from refund r where r.provider = p.provider and r.provider_payment_id = p.provider_payment_id)
      returning order_id`);
    if (rows.length > 0) return setPaid(tx, order, "pending", actor);
  }
  return order;
}

/**
 * Marks an order with a total of 0 as paid: no gateway takes an amount of 0. In: a placed order. Out: the order,
 * paid.
 */
export async function settleFree(tx: Db, order: Order): Promise<Order> {
  if (order.total !== 0 || order.paid) return order;
  await receive(tx, order, { provider: freeProvider, method: null });
  return setPaid(tx, order, "completed", system("settle-free-order"));
}

/**
 * Records that the shop has got the whole total outside of it, as staff say who enter the order. In: how, and the
 * reference of the money ("UTR 4123..."), "" without one. Out: the order, paid.
 */
export async function settleOutside(
  tx: Db,
  order: Order,
  actor: Actor,
  { way, reference }: { way: string; reference: string },
): Promise<Order> {
  const method = [way, reference].filter(Boolean).join(", ");
  await receive(tx, order, { provider: outsideProvider, method });
  return setPaid(tx, order, "completed", actor);
}

/** Writes whether the amount due was received, with its event. Out: the order afterwards. */
async function setPaid(tx: Db, order: Order, to: "completed" | "pending", actor: Actor): Promise<Order> {
  await tx.execute(sql`update orders set payment_status = ${to} where id = ${order.id}`);
  const event = await recordEvent(tx, order.id, { kind: "payment", actor, from: order.paymentStatus, to });
  return { ...order, paid: to === "completed", paymentStatus: to, events: [...order.events, event] };
}

async function receive(
  tx: Db,
  order: Pick<Order, "id" | "total" | "notOwed">,
  { provider, method }: { provider: string; method: string | null },
) {
  await tx.execute(sql`
    insert into received_payment (provider, provider_payment_id, order_id, amount, currency, method, effect)
    values (${provider}, ${order.id}, ${order.id}, ${order.total - order.notOwed}, 'INR', ${method}, 'applied')`);
}
