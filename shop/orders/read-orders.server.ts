import { desc, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { jsonRows } from "../../platform/database/rows.server.ts";
import { withAddress } from "./order-fields.ts";
import type { Order } from "./orders.ts";
import { currentParcel, type OrderParcel } from "./parcels.ts";
import {
  type EventRow,
  eventColumns,
  lineColumns,
  type OrderRow,
  orders,
  type ParcelLineRow,
  type ParcelRow,
  parcelColumns,
  parcelLineColumns,
} from "./tables.server.ts";

const uuid = z.uuid();

/** A customer's placed orders, newest first, at most `limit`. */
export async function ordersOf({ db }: { db: Db }, userId: string, limit = 200): Promise<Order[]> {
  const mine = selectOrders(db, sql`o.user_id = ${userId} and o.placed_at is not null`, limit);
  return (await mine.prepare("orders_of_customer").execute()).map(toOrder);
}

/**
 * One order. In: its id from an address, and the id of the customer it must belong to (undefined: any, for staff and
 * guest tracking). Out: null for a malformed, unknown or somebody else's id alike.
 */
export async function orderOf({ db }: { db: Db }, id: string, userId?: string): Promise<Order | null> {
  if (!uuid.safeParse(id).success) return null;
  const whose = userId === undefined ? sql`true` : sql`o.user_id = ${userId}`;
  const [found] = await readOrders(db, sql`o.id = ${id} and ${whose}`, 1);
  return found ?? null;
}

/** The number of orders that a customer has placed. */
export async function orderCount({ db }: { db: Db }, userId: string): Promise<number> {
  return db.$count(orders, sql`user_id = ${userId} and placed_at is not null`);
}

/** How a customer paid for the newest order; null without any, and for one placed on WhatsApp. */
export async function lastPaymentMethod(
  { db }: { db: Db },
  userId: string,
): Promise<"cod" | "online" | null> {
  const [last] = await db
    .select({ method: orders.method })
    .from(orders)
    .where(sql`user_id = ${userId} and placed_at is not null`)
    .orderBy(desc(orders.placedAt))
    .limit(1);
  return last && last.method !== "whatsapp" ? last.method : null;
}

/** Locks an order until the transaction ends, then reads it. Lock order: orders, variants, payments. */
export async function lockOrder(tx: Db, id: string, userId?: string): Promise<Order | null> {
  if (!uuid.safeParse(id).success) return null;
  await tx.execute(sql`select 1 from orders where id = ${id} for no key update`);
  return orderOf({ db: tx }, id, userId);
}

const o = alias(orders, "o");

/** Orders that match a condition on `o`, newest first. */
export async function readOrders(db: Db, where: SQL, limit: number): Promise<Order[]> {
  return (await selectOrders(db, where, limit)).map(toOrder);
}

function selectOrders(db: Db, where: SQL, limit: number) {
  return db
    .select({
      row: getTableColumns(o),
      refunded: sql`(select coalesce(sum(r.amount), 0) from refund r
        where r.order_id = o.id and r.state <> 'failed'
          and r.cause ->> 'code' is distinct from 'order-edited')`.mapWith(Number),
      // As the function `order_received`, which is not inlined.
      received: sql`(select coalesce(sum(p.amount), 0) from received_payment p
          where p.order_id = o.id and p.effect = 'applied')
        - (select coalesce(sum(r.amount), 0) from refund r where r.order_id = o.id and r.state <> 'failed'
          and r.cause ->> 'code' = 'order-edited')`.mapWith(Number),
      hasPayment: sql<boolean>`exists (select from received_payment p where p.order_id = o.id and p.effect = 'applied')`,
      undecided: sql<boolean>`exists (select from gateway_order g
        where g.order_id = o.id and g.state = 'open' and g.undecided)`,
      lines: jsonRows(lineColumns, {
        alias: "l",
        from: sql`order_line l where l.order_id = o.id`,
        order: sql`l.position`,
      }),
      events: jsonRows(eventColumns, {
        alias: "e",
        from: sql`order_event e where e.order_id = o.id`,
        order: sql`e.id`,
      }),
      parcels: jsonRows(parcelColumns, {
        alias: "c",
        from: sql`parcel c where c.order_id = o.id`,
        order: sql`c.number`,
      }),
      parcelLines: jsonRows(parcelLineColumns, {
        alias: "u",
        from: sql`parcel c join parcel_line u on u.parcel_id = c.id join order_line l on l.id = u.order_line_id
          where c.order_id = o.id`,
        order: sql`l.position`,
      }),
    })
    .from(o)
    .where(where)
    .orderBy(sql`o.created_at desc, o.id`)
    .limit(limit);
}

function toOrder({ row, events, ...more }: Awaited<ReturnType<typeof selectOrders>>[number]): Order {
  return orderOfRow(row, { ...more, events: events.map(eventOfRow) });
}

/** An order from its row and its related rows. */
export function orderOfRow(
  { updatedAt, refundedTotal, ...row }: OrderRow,
  {
    parcels: parcelRows,
    parcelLines,
    ...more
  }: Pick<Order, "lines" | "events" | "refunded" | "received" | "hasPayment" | "undecided"> & {
    parcels: ParcelRow[];
    parcelLines: ParcelLineRow[];
  },
): Order {
  const packed = withParcels(more.lines, parcelsOfRows(parcelRows, parcelLines));
  return withPayments({ ...withAddress(row), ...more, ...packed });
}

/** An order with what follows from what was received for it. */
export function withPayments<Unpaid extends Pick<Order, "total" | "notOwed" | "received" | "hasPayment">>(
  order: Unpaid,
): Unpaid & Pick<Order, "paid"> {
  const { hasPayment, total, notOwed, received } = order;
  return { ...order, paid: hasPayment && received >= total - notOwed };
}

function parcelsOfRows(rows: ParcelRow[], lines: ParcelLineRow[]): OrderParcel[] {
  return rows.map((row) => ({
    ...row,
    lines: lines
      .filter(({ parcelId }) => parcelId === row.id)
      .map(({ lineId, quantity, credited }) => ({ lineId, quantity, credited })),
  }));
}

/** An order's parcels, with what follows from them. */
function withParcels(
  lines: Order["lines"],
  parcels: OrderParcel[],
): Pick<Order, "parcels" | "courier" | "trackingNumber" | "trackingLink" | "notOwed"> {
  const {
    courier = null,
    trackingNumber = null,
    trackingLink = null,
  } = currentParcel({ lines, parcels }) ?? {};
  const notOwed = parcels.flatMap((one) => one.lines).reduce((sum, { credited }) => sum + credited, 0);
  return { parcels, courier, trackingNumber, trackingLink, notOwed };
}

function eventOfRow({ actorKind, actorId, actorName, ...event }: EventRow) {
  return { ...event, actor: { kind: actorKind, id: actorId, name: actorName } };
}
