import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { giveBack, hasTaken, takeStock } from "../catalogue/stock.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { OrderNews } from "./order-mails.ts";
import { canCancel, isUsualStep, type Order, type OrderStatus } from "./orders.ts";
import { lockOrder } from "./read-orders.server.ts";
import { customer, recordEvent } from "./record-event.server.ts";
import { type OrderDesk, orderDesk, tellCustomer } from "./tell-customer.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;

/** What staff may write down with a step: who carries the parcel, and a word to the customer. */
export type Parcel = {
  courier?: string | null;
  trackingNumber?: string | null;
  trackingLink?: string | null;
  note?: string | null;
};

type Step = { to: OrderStatus; who: string; reason?: string | undefined; parcel?: Parcel };

/**
 * Sets the status of an order (specification, section 4: any value; design/domain.md: effects hang on the edge and
 * run once). Cancelling gives the pieces back and sends the money back; coming back from 'cancelled' takes them
 * anew; 'delivered' completes a payment in cash. The same status again changes nothing but the parcel.
 * Refused: 'not-found', 'reason-needed' for an unusual step without one, 'out-of-stock' when a cancelled order
 * cannot be filled any more, 'not-placed' for what its customer never confirmed.
 */
export async function changeOrderStatus(
  ports: Ports,
  orderId: string,
  step: Step,
): Promise<Done<Order> | Refused<"not-found" | "reason-needed" | "out-of-stock" | "not-placed">> {
  const desk = await orderDesk(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refused("not-found");
    if (!order.placedAt) return refused("not-placed");
    if (step.to !== order.status && !isUsualStep(order.status, step.to) && !step.reason?.trim())
      return refused("reason-needed");
    return moveOrder(ports, tx, desk, order, step);
  });
}

/**
 * The customer's own cancellation, until it ships. Refused: 'not-found' (also for somebody else's),
 * 'too-late' once it has shipped. Cancelling twice is done once.
 */
export async function cancelOrder(
  ports: Ports,
  orderId: string,
  userId: string,
  reason?: string,
): Promise<Done<Order> | Refused<"not-found" | "too-late">> {
  const desk = await orderDesk(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId, userId);
    if (!order) return refused("not-found");
    if (order.status === "cancelled") return done(order);
    if (!canCancel(order)) return refused("too-late");
    const moved = await moveOrder(ports, tx, desk, order, { to: "cancelled", who: customer(userId), reason });
    if (!moved.ok) throw new Error("a cancellation needs no stock");
    return moved;
  });
}

/**
 * Moves a locked order and does what hangs on the edge, in the caller's transaction. For the deeds of this noun and
 * of those above it (a payment that arrives, a hold that runs out). Refused: 'out-of-stock'.
 */
export async function moveOrder(
  ports: Pick<Ports, "mail" | "jobs">,
  tx: Db,
  desk: OrderDesk,
  order: Order,
  { to, who, reason, parcel }: Step,
): Promise<Done<Order> | Refused<"out-of-stock">> {
  if (parcel) await writeParcel(tx, order, who, parcel);
  if (to !== order.status) {
    if (order.status === "cancelled" && !(await hasTaken(tx, order.id))) {
      const taken = await takeStock(tx, order.id, wantedBy(order), { who, why: `order ${order.id} again` });
      if (!taken.ok) return refused("out-of-stock");
    }
    await tx.execute(sql`
      update orders set status = ${to},
        delivered_at = case when ${to} = 'delivered' then now() else null end
      where id = ${order.id}`);
    await recordEvent(tx, order.id, { kind: "status", who, from: order.status, to, note: reason ?? null });
    if (to === "cancelled") await undo(ports, tx, order, who);
    if (to === "delivered") await collectCash(tx, order, who);
    if (to === "shipped" || to === "delivered" || to === "cancelled")
      await ports.jobs.send(tx, "write-documents", { orderId: order.id });
  }
  const moved = await lockOrder(tx, order.id);
  if (!moved) throw new Error("an order vanished while it was locked");
  const news = order.status === to || !moved.placedAt ? undefined : newsOf[to];
  if (news) await tellCustomer(ports, tx, desk, moved, news);
  return done(moved);
}

const newsOf: Partial<Record<OrderStatus, OrderNews>> = {
  confirmed: "confirmed",
  shipped: "shipped",
  delivered: "delivered",
  cancelled: "cancelled",
};

/** What the order's lines need of the stock; lines whose variant is gone need none. */
export function wantedBy({ lines }: Order): { variantId: string; quantity: number }[] {
  return lines.flatMap(({ variantId, quantity }) => (variantId ? [{ variantId, quantity }] : []));
}

/** The pieces come back, the coupon may be used again, and what was paid is sent back by a job. */
async function undo({ jobs }: Pick<Ports, "jobs">, tx: Db, order: Order, who: string) {
  // Rows are locked as in placing an order: the coupon before the variants.
  await tx.execute(sql`
    with freed as (delete from coupon_use where order_id = ${order.id} returning coupon_code)
    update coupon c set used = used - 1 from freed f where c.code = f.coupon_code`);
  // What was delivered is with the customer: it comes back by a return, piece by piece, or not at all.
  if (order.status !== "delivered") await giveBack(tx, order.id, { who, why: `order ${order.id} cancelled` });
  await jobs.send(tx, "settle-cancelled", { orderId: order.id });
}

/** Cash that the courier took: a payment like any other, applied once. */
async function collectCash(tx: Db, order: Order, who: string) {
  if (order.method === "online" || order.paymentStatus !== "pending") return;
  const { rows } = await tx.execute(sql`
    insert into received_payment (provider, provider_payment_id, order_id, amount, currency, method, effect)
    values ('cod', ${order.id}, ${order.id}, ${order.total}, 'INR', 'cash', 'applied')
    on conflict do nothing returning order_id`);
  if (rows.length === 0) return;
  await tx.execute(sql`update orders set payment_status = 'completed' where id = ${order.id}`);
  await recordEvent(tx, order.id, { kind: "payment", who, from: order.paymentStatus, to: "completed" });
}

async function writeParcel(tx: Db, order: Order, who: string, parcel: Parcel) {
  const { courier, trackingNumber, trackingLink, note } = { ...order, ...parcel };
  await tx.execute(sql`
    update orders set courier = ${courier || null}, tracking_number = ${trackingNumber || null},
      tracking_link = ${trackingLink || null}, note = ${note || null}
    where id = ${order.id}`);
  const words = [courier, trackingNumber].filter(Boolean).join(" ");
  await recordEvent(tx, order.id, { kind: "parcel", who, to: words || null, note: note || null });
}
