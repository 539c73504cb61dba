import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { postStock, type StockMovementReason } from "../../catalogue/stock.server.ts";
import { postCouponUse } from "../../coupons/coupons.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import type { Order, OrderEvent } from "../orders.ts";
import { hasSent } from "../parcels.ts";
import { dispositionsOf } from "./dispositions.server.ts";
import { cancelledFrom, isCommitted, type LineDisposition, requiredStock } from "./required-stock.ts";

/** The future state of an order; of its events only the values. */
export type OrderToPost = Omit<Order, "events"> & { events: Pick<OrderEvent, "kind" | "from" | "to">[] };

/**
 * Posts an order's differences in stock and coupon, in the transaction of the change; idempotent. In: the order's
 * future state (the row is locked), and the actor; `reserved`: whether its units are reserved while it waits (unchanged
 * by default); `more`: dispositions about to be recorded. Refused: 'out-of-stock', with the stock unchanged.
 */
export async function postOrder(
  tx: Db,
  order: OrderToPost,
  reason: StockMovementReason,
  { reserved, more = [] }: { reserved?: boolean; more?: LineDisposition[] } = {},
): Promise<Done | Refused<"out-of-stock">> {
  const facts = {
    status: order.status,
    method: order.method,
    placed: order.placedAt !== null,
    paid: order.hasPayment,
    cancelledFrom: cancelledFrom(order.events),
    partSent: hasSent(order.parcels),
    reserved: reserved ?? (await isReserved(tx, order.id)),
    lines: order.lines,
    dispositions: [...(await dispositionsOf(tx, order.id)), ...more],
  };
  if (order.couponCode && order.userId) {
    const waits = facts.placed && order.status !== "cancelled" && facts.reserved;
    const use = { code: order.couponCode, orderId: order.id, userId: order.userId, amount: order.discount };
    await postCouponUse(tx, use, isCommitted(facts) || waits);
  }
  const posted = await postStock(tx, order.id, requiredStock(facts), reason);
  return posted.ok ? done() : refused("out-of-stock");
}

/** Whether units of an order are reserved now. */
export async function isReserved(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from reservation where order_id = ${orderId} and state = 'active' limit 1`,
  );
  return rows.length > 0;
}
