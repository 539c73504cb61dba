import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { commitStock, reserveStock } from "../catalogue/stock.server.ts";
import { transitionOrder } from "../orders/change-order.server.ts";
import type { MailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { unpaidReservationRefusal } from "../orders/posting/unpaid-reservations.server.ts";
import { orderOf, readOrders } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { OutOfStockRefusal } from "./placement-refusal.server.ts";
import { isSameQuote, type PricedLine } from "./priced-lines.server.ts";

/**
 * The steps that both ways of ordering share. They run inside the order's transaction, which their refusals roll back.
 * This one: the lines of a cart at current prices (`pricedLines` of `takeCart` or `lockCart`), to be ordered. Refuses
 * an empty cart, one that differs from the quote (`version`, null for any), and too little stock.
 */
export function orderable(
  all: PricedLine[],
  version: string | null,
): Done<PricedLine[]> | OutOfStockRefusal | Refused<"empty-cart" | "cart-changed"> {
  if (all.length === 0) return refused("empty-cart");
  const lines = all.filter(({ quantity }) => quantity > 0);
  const short = all.filter((line) => line.short);
  const changed = version !== null && !isSameQuote(version, lines);
  if (lines.length === 0 || (short.length > 0 && (changed || version === null))) return outOfStock(short);
  if (changed) return refused("cart-changed");
  return done(lines);
}

/**
 * Reserves or commits what the lines need. Last in the transaction, because concurrent orders of the same variants wait
 * from here on. Refused: too little stock, and as `unpaidReservationRefusal`.
 */
export async function reserve(
  tx: Db,
  orderId: string,
  lines: PricedLine[],
  how: "reserve" | "take",
  customer: Customer,
): Promise<Done | OutOfStockRefusal | Refused<"unpaid-orders" | "unpaid-units">> {
  const wanted = lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
  const reserved =
    how === "reserve"
      ? await reserveStock(tx, orderId, wanted)
      : await commitStock(tx, orderId, wanted, { actor: customer, code: "order" });
  const refusal =
    reserved.ok && how === "reserve" ? await unpaidReservationRefusal(tx, customer.id, orderId) : null;
  if (refusal) return refused(refusal);
  if (reserved.ok) return done();
  const short = new Set(reserved.short.map(({ variantId }) => variantId));
  return outOfStock(lines.filter(({ variantId }) => short.has(variantId)));
}

/**
 * The first statement of a placement: claims the key of its submission (`keyClaim`, null without one), and locks the
 * prepared orders that the buyer never confirmed. Out: whether the key was claimed, how many orders are locked, and the
 * transaction's time.
 */
export async function beginPlacement(
  tx: Db,
  userId: string,
  claim: SQL | null,
): Promise<{ claimed: boolean; prepared: number; at: Date }> {
  const { rows } = await hot(tx).execute(sql`
    with claimed as (${claim ?? sql`select true`})
    select (select count(*) from claimed) = 1 as claimed, now() as at, (select count(*)::integer from (
      select from orders where user_id = ${userId} and placed_at is null and status <> 'cancelled'
      order by id for no key update) locked) as prepared`);
  return begunRows.parse(rows)[0];
}

const begunRows = z.tuple([z.object({ claimed: z.boolean(), at: z.coerce.date(), prepared: z.number() })]);

/** Cancels prepared orders (`beginPlacement`) without notifying anybody. */
export async function cancelPreparedOrders(
  ports: Pick<Services, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  customer: Customer,
) {
  const open = await readOrders(
    tx,
    sql`o.user_id = ${customer.id} and o.placed_at is null and o.status <> 'cancelled'`,
    20,
  );
  for (const order of open) {
    await transitionOrder(ports, tx, mailContext, order, {
      to: "cancelled",
      actor: customer,
      remark: { code: "prepared-anew" },
    });
  }
}

/** An order that this transaction, or one before it, has written. */
export async function readWrittenOrder(tx: Db, id: string): Promise<Order> {
  const order = await orderOf({ db: tx }, id);
  if (!order) throw new Error(`order ${id} was written and cannot be read`);
  return order;
}

function outOfStock(lines: PricedLine[]): OutOfStockRefusal {
  return { ok: false, refused: "out-of-stock", names: [...new Set(lines.map(({ name }) => name))] };
}
