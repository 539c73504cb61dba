import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { holdStock, takeStock, type Wanted } from "../catalogue/stock.server.ts";
import { moveOrder } from "../orders/change-order.server.ts";
import type { OrderDesk } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { unpaidHoldRefusal } from "../orders/posting/unpaid-reservations.server.ts";
import { orderOf, readOrders } from "../orders/read-orders.server.ts";
import { refused } from "../refused.ts";
import { Stop } from "./placement-refusal.server.ts";
import { type PricedLine, pricedLines, showsSameLines } from "./priced-lines.server.ts";

/**
 * The steps that both ways of ordering share. They run inside the order's transaction and throw `Stop` to roll it
 * back. This one: lines of a cart (`lockCart` or `takeCart`), priced now. Stops at an empty cart, at one
 * that is not what was shown (`version`, null for whatever it is), and at too little stock.
 */
export async function cartLines(
  tx: Db,
  now: Date,
  userId: string,
  version: string | null,
  wanted: Wanted[],
): Promise<PricedLine[]> {
  if (wanted.length === 0) throw new Stop(refused("empty-cart"));
  const all = await pricedLines(tx, now, userId, wanted);
  const lines = all.filter(({ quantity }) => quantity > 0);
  const short = all.filter((line) => line.short);
  const changed = version !== null && !showsSameLines(version, lines);
  if (lines.length === 0 || (short.length > 0 && (changed || version === null))) throw nothingLeft(short);
  if (changed) throw new Stop(refused("cart-changed"));
  return lines;
}

/**
 * Reserves or takes what the lines need; stops with what `unpaidHoldRefusal` says. It comes last in a transaction,
 * because from here on everybody else who wants the same waits.
 */
export async function reserve(
  tx: Db,
  orderId: string,
  lines: PricedLine[],
  how: "hold" | "take",
  customer: Customer,
): Promise<void> {
  const wanted = lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
  const reserved =
    how === "hold"
      ? await holdStock(tx, orderId, wanted)
      : await takeStock(tx, orderId, wanted, { actor: customer, why: "order" });
  const refusal = reserved.ok && how === "hold" ? await unpaidHoldRefusal(tx, customer.id, orderId) : null;
  if (refusal) throw new Stop(refused(refusal));
  if (reserved.ok) return;
  const short = new Set(reserved.short.map(({ variantId }) => variantId));
  throw nothingLeft(lines.filter(({ variantId }) => short.has(variantId)));
}

/** An order that its buyer prepared and never confirmed is cancelled, in silence: nobody was told of it either. */
export async function giveUpPrepared(
  ports: Pick<Services, "mail" | "jobs">,
  tx: Db,
  desk: OrderDesk,
  customer: Customer,
) {
  const { rows } = await tx.execute(sql`/* hot */
    select 1 from orders where user_id = ${customer.id} and placed_at is null and status <> 'cancelled'
    order by id for no key update`);
  if (rows.length === 0) return;
  const open = await readOrders(
    tx,
    sql`o.user_id = ${customer.id} and o.placed_at is null and o.status <> 'cancelled'`,
    20,
  );
  for (const order of open) {
    await moveOrder(ports, tx, desk, order, {
      to: "cancelled",
      actor: customer,
      reason: "prepared anew",
    });
  }
}

/** The order that this transaction has just written. */
export async function mustRead(tx: Db, id: string): Promise<Order> {
  const order = await orderOf({ db: tx }, id);
  if (!order) throw new Error(`order ${id} was written and cannot be read`);
  return order;
}

function nothingLeft(lines: PricedLine[]): Stop {
  return new Stop({ ok: false, refused: "out-of-stock", names: [...new Set(lines.map(({ name }) => name))] });
}
