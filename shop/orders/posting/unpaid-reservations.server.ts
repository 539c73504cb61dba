import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";

/** How many unpaid orders with reservations one account may have. */
const maxOrders = 5;
/** How many units of a variant they may reserve together, or half of its stock when that is more. */
const maxItems = 3;

const row = z.tuple([z.object({ orders: z.number(), over: z.boolean() })]);

/**
 * Whether an account reserves too much without paying, which would keep others from buying. In: a transaction that
 * has just reserved units for this order and so has locked its variants; only these are checked. Out: the refusal
 * with which the transaction must roll back, or null.
 */
export async function unpaidReservationRefusal(
  tx: Db,
  userId: string,
  orderId: string,
): Promise<"unpaid-orders" | "unpaid-units" | null> {
  // Concurrent orders of one customer for different products are checked one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unpaid ${userId}`}, 0))`);
  const { rows } = await tx.execute(sql`
    with reserved as (
      select h.order_id, h.variant_id, h.quantity from reservation h join orders o on o.id = h.order_id
      where o.user_id = ${userId} and h.state = 'active')
    select (select count(distinct order_id)::integer from reserved) as orders,
      exists (select from reserved join variant v on v.id = reserved.variant_id
        where reserved.variant_id in (select variant_id from reserved where order_id = ${orderId}) group by v.id
        having sum(reserved.quantity) > greatest(${maxItems}::integer, ceil(v.stock / 2.0))) as over`);
  const [{ orders, over }] = row.parse(rows);
  if (orders > maxOrders) return "unpaid-orders";
  return over ? "unpaid-units" : null;
}
