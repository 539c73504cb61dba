import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { postStock, type StockMovementReason } from "../../catalogue/stock.server.ts";
import { postCouponUse } from "../../coupons/coupons.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import type { Order, OrderEvent } from "../orders.ts";
import { dispositionsOf } from "./dispositions.server.ts";
import { cancelledFrom, isCommitted, type LineDisposition, requiredStock } from "./required-stock.ts";

/** An order as it will be: of its events only what they led to. */
export type OrderToPost = Omit<Order, "events"> & { events: Pick<OrderEvent, "kind" | "from" | "to">[] };

/**
 * Posts what an order's stock and coupon differ from what they should be, in the transaction of the change; posting twice
 * posts nothing. In: the order as it will be, locked, and who changes it; `reserved`: whether its pieces are set aside
 * while it waits (as it is, when not said); `more`: dispositions that are about to be written.
 * Refused: 'out-of-stock', and then the stock is as it was.
 */
export async function postOrder(
  tx: Db,
  order: OrderToPost,
  reason: StockMovementReason,
  { reserved, more = [] }: { reserved?: boolean; more?: LineDisposition[] } = {},
): Promise<Done | Refused<"out-of-stock">> {
  const facts = {
    ...{ status: order.status, method: order.method, placed: order.placedAt !== null, paid: order.paid },
    cancelledFrom: cancelledFrom(order.events),
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

/** Whether pieces of an order are set aside now. */
export async function isReserved(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from hold where order_id = ${orderId} and state = 'active' limit 1`,
  );
  return rows.length > 0;
}
