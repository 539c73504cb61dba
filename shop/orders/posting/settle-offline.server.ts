import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { type Actor, system } from "../../access/actor.ts";
import type { Paise } from "../../money.ts";
import { amountDue } from "../amount-due.ts";
import type { Order } from "../orders.ts";
import { orderOf } from "../read-orders.server.ts";
import { recordEvent } from "../record-event.server.ts";
import { cashProvider, freeProvider, outsideProvider } from "./offline-providers.ts";
import { postPaymentStatus } from "./payment-status.server.ts";

/**
 * Posts the cash of an order that is not paid online: what is still due is collected on delivery, and reversed when the
 * order turns out not to be delivered. Cash of an order cancelled after delivery stays collected and is refunded; so
 * does cash that was partly refunded. Units that came back unpaid are not collected. In: the order, locked. Out: the
 * order afterwards.
 */
export async function postCash(tx: Db, order: Order, actor: Actor): Promise<Order> {
  if (order.method === "online") return order;
  if (order.status === "delivered" && amountDue(order) > 0) {
    await receive(tx, order, amountDue(order), { provider: cashProvider, id: order.id, method: "cash" });
    return postReceived(tx, order, actor);
  }
  if (order.status !== "delivered" && order.status !== "cancelled" && order.hasPayment) {
    const { rows } = await tx.execute(sql`
      delete from received_payment p where order_id = ${order.id} and provider = ${cashProvider} and not exists (
        select from refund r where r.provider = p.provider and r.provider_payment_id = p.provider_payment_id)
      returning order_id`);
    if (rows.length > 0) return postReceived(tx, order, actor);
  }
  return order;
}

/**
 * Marks an order with a total of 0 as paid: no gateway takes an amount of 0. In: a placed order. Out: the order,
 * paid.
 */
export async function settleFree(tx: Db, order: Order): Promise<Order> {
  if (order.total !== 0 || order.hasPayment) return order;
  await receive(tx, order, 0, { provider: freeProvider, id: order.id, method: null });
  const actor = system("settle-free-order");
  const to = "completed";
  await tx.execute(sql`update orders set payment_status = ${to} where id = ${order.id}`);
  const event = await recordEvent(tx, order.id, { kind: "payment", actor, from: order.paymentStatus, to });
  return { ...order, hasPayment: true, paid: true, paymentStatus: to, events: [...order.events, event] };
}

/**
 * Records that the shop has got an amount (paise) outside of it, as staff say. In: how much, how, and the reference of
 * the money ("UTR 4123..."), "" without one. Out: the order afterwards.
 */
export async function settleOutside(
  tx: Db,
  order: Order,
  actor: Actor,
  { amount, way, reference }: { amount: Paise; way: string; reference: string },
): Promise<Order> {
  const method = [way, reference].filter(Boolean).join(", ");
  await receive(tx, order, amount, { provider: outsideProvider, id: randomUUID(), method });
  return postReceived(tx, order, actor);
}

/** Brings an order to what its ledgers say after money was received, or was not after all. Out: the order afterwards. */
async function postReceived(tx: Db, order: Order, actor: Actor): Promise<Order> {
  await postPaymentStatus(tx, order, actor);
  const after = await orderOf({ db: tx }, order.id);
  if (!after) throw new Error("an order vanished while it was locked");
  return after;
}

/** Writes that an amount has been received, in paise, as one payment. */
async function receive(
  tx: Db,
  order: Order,
  amount: Paise,
  { provider, id, method }: { provider: string; id: string; method: string | null },
) {
  await tx.execute(sql`
    insert into received_payment (provider, provider_payment_id, order_id, amount, currency, method, effect)
    values (${provider}, ${id}, ${order.id}, ${amount}, 'INR', ${method}, 'applied')`);
}
