import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { runningOffers } from "../catalogue/cards/read-cards.server.ts";
import { priceOf } from "../catalogue/pricing.ts";
import type { Order } from "../orders/orders.ts";
import { orderLine } from "../orders/tables.server.ts";
import type { VariantOption } from "./returns.ts";

const l = alias(orderLine, "l");
/** The units of a line that the customer has: neither returned nor refunded, nor in a parcel that came back. */
const unitsLeft = sql<number>`greatest(0, l.quantity
    - coalesce((select sum(rl.quantity) from return_line rl join return_request r on r.id = rl.return_id
        where rl.order_line_id = l.id and r.state not in ('rejected', 'withdrawn')), 0)
    - coalesce((select sum(fl.quantity) from refund_line fl join refund f on f.id = fl.refund_id
        where fl.order_line_id = l.id and f.state <> 'failed'
          and not exists (select from return_request r where r.refund_id = f.id)), 0)
    - coalesce((select sum(u.quantity) from parcel_line u join parcel p on p.id = u.parcel_id
        where u.order_line_id = l.id and p.settled = 'credit'), 0))::integer`;
/**
 * The last day in India of the return window of a row of `orders`, counted from the day of delivery. The window includes
 * the whole of it, since screens name the day.
 */
const lastDay = (returnDays: number) => sql`indian_day(delivered_at) + ${returnDays}::integer`;
/** A shop without returns has no day to return either. */
const isWindowOpen = (returnDays: number) =>
  returnDays === 0 ? sql`false` : sql`indian_day(now()) <= ${lastDay(returnDays)}`;
const wasDelivered = sql`status = 'delivered' and delivered_at is not null`;

const windowShape = z.object({ lastDay: z.string(), open: z.boolean(), daysLeft: z.number() });
export type ReturnWindow = z.infer<typeof windowShape>;

/** What of an order can be returned: units per line. In: an order's id. Out: by line id. */
export async function returnableQuantities(db: Db, orderId: string): Promise<Map<string, number>> {
  const lines = await db.select({ id: l.id, units: unitsLeft }).from(l).where(eq(l.orderId, orderId));
  return new Map(lines.map(({ id, units }) => [id, units]));
}

/**
 * Those of these orders of which something can be returned, by staff at any time after the delivery. `isOpen`: by the
 * customer too, since the return window is open by the database's clock.
 */
export async function returnableOrders(
  db: Db,
  orderIds: readonly string[],
  returnDays: number,
): Promise<Map<string, { isOpen: boolean }>> {
  const { rows } = await db.execute(sql`
    select id, ${isWindowOpen(returnDays)} as "isOpen" from orders o
    where id = any(${sql.param(orderIds)}::uuid[]) and ${wasDelivered}
      and exists (select from order_line l where l.order_id = o.id and ${unitsLeft} > 0)`);
  const shape = z.object({ id: z.string(), isOpen: z.boolean() });
  return new Map(
    z
      .array(shape)
      .parse(rows)
      .map(({ id, isOpen }) => [id, { isOpen }]),
  );
}

/**
 * The last day of an order's return window, "2026-11-21", whether it is open by the database's clock, and the days until
 * the last, on which it is 0. Null for an order that was not delivered.
 */
export async function returnWindow(
  db: Db,
  orderId: string,
  returnDays: number,
): Promise<ReturnWindow | null> {
  const { rows } = await db.execute(sql`
    select (${lastDay(returnDays)})::text as "lastDay", ${isWindowOpen(returnDays)} as open,
      greatest(0, ${lastDay(returnDays)} - indian_day(now())) as "daysLeft"
    from orders where id = ${orderId} and ${wasDelivered}`);
  const [found] = z.array(windowShape).parse(rows);
  return found ?? null;
}

/** A possible replacement for a line, in stock or not. */
export type ExchangeOption = VariantOption & { lineId: string; samePrice: boolean };

const row = z.object({
  lineId: z.string(),
  variantId: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  left: z.number(),
  price: z.coerce.number(),
  boughtPrice: z.coerce.number().nullable(),
  originalPrice: z.coerce.number().nullable(),
  percent: z.number().nullable(),
});

/**
 * The other variants of the same products. `samePrice`: the variant costs what was paid, or what the bought one costs
 * today (an offer that ended since makes no difference).
 */
export async function exchangeOptions(db: Db, now: Date, order: Order): Promise<ExchangeOption[]> {
  const { rows } = await db.execute(sql`
    with running as (${runningOffers(now)})
    select l.id as "lineId", v.id as "variantId", v.size, v.colour, v.stock - v.reserved as left,
      coalesce(v.price, p.price) as price, p.original_price as "originalPrice", r.percent,
      (select coalesce(b.price, p.price) from variant b where b.id = l.variant_id) as "boughtPrice"
    from order_line l join product p on p.id = l.product_id and p.status = 'active'
    join variant v on v.product_id = p.id and v.id is distinct from l.variant_id
    left join running r on r.product_id = p.id
    where l.order_id = ${order.id} order by l.position, v.position, v.sku`);
  const paidFor = new Map(order.lines.map(({ id, unit }) => [id, unit]));
  return z
    .array(row)
    .parse(rows)
    .map(({ price, boughtPrice, originalPrice, percent, ...option }) => {
      const { paid } = priceOf({ price, originalPrice }, percent);
      return { ...option, samePrice: paid === paidFor.get(option.lineId) || price === boughtPrice };
    });
}
