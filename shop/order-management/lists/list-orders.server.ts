import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Paise } from "../../money.ts";
import {
  type OrderStatus,
  orderStatuses,
  type PaymentMethod,
  type PaymentStatus,
  paymentStatuses,
} from "../../orders/orders.ts";
import { stateCounts } from "./counters.server.ts";
import {
  hasFilters,
  idPrefixRange,
  minWordLength,
  type OrderQuery,
  type OrderTab,
  paymentMethods,
  readCursor,
} from "./order-query.ts";

/** An order as a row of the desk's list. Money in paise. */
export type OrderRow = {
  id: string;
  name: string;
  phone: string;
  email: string;
  city: string;
  itemCount: number;
  total: Paise;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  method: PaymentMethod;
  /** A payment counts for it. */
  paid: boolean;
  placedAt: Date;
  /** Where it stands in the list, for the address of the next page. */
  place: string;
};

export type OrderPage = {
  orders: OrderRow[];
  /** Addresses of the neighbouring pages, null at an end. */
  after: string | null;
  before: string | null;
  /** How many fit; `more` when counting stopped there, at a thousand. */
  count: { n: number; more: boolean };
  /** How many each tab would show of the same search and filters; null where there are more than a thousand in all. */
  counts: TabCounts | null;
};

export type TabCounts = { all: number } & Record<OrderTab, number>;

export const ordersPerPage = 25;
const maxCounted = 1_000;

const rowShape = z
  .object({
    id: z.string(),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    city: z.string(),
    itemCount: z.coerce.number(),
    total: z.coerce.number(),
    status: z.enum(orderStatuses),
    payment_status: z.enum(paymentStatuses),
    method: z.enum(paymentMethods),
    paid: z.boolean(),
    placed_at: z.coerce.date(),
    place: z.string(),
  })
  .transform(
    ({ payment_status: paymentStatus, placed_at: placedAt, ...row }): OrderRow => ({
      ...row,
      paymentStatus,
      placedAt,
    }),
  );

/**
 * One page of the placed orders, newest first. Pages are walked by places in the index and counts are kept or stop at
 * a thousand, so a million orders cost what a thousand do. In: what `readOrderQuery` read.
 */
export async function listOrders({ db }: { db: Db }, query: OrderQuery): Promise<OrderPage> {
  const [read, counts] = await Promise.all([
    readRows(db, query, ordersPerPage + 1),
    hasFilters(query) ? countNarrowed(db, query) : orderCounts({ db }),
  ]);
  const backwards = query.before !== null;
  const further = read.length > ordersPerPage;
  const orders = read.slice(0, ordersPerPage);
  if (backwards) orders.reverse();
  return {
    orders,
    after: (backwards || further ? orders.at(-1)?.place : null) ?? null,
    before: ((backwards ? further : query.after) ? orders[0]?.place : null) ?? null,
    count: counts ? { n: counts[query.status ?? "all"], more: false } : await countTab(db, query),
    counts,
  };
}

/** How many placed orders have each status, and how many are to be sent. */
export async function orderCounts({ db }: { db: Db }): Promise<TabCounts> {
  const [counts, toSend] = await Promise.all([stateCounts({ db }, "order"), countToSend({ db })]);
  const of = (status: OrderStatus) => counts.get(status) ?? 0;
  return {
    all: orderStatuses.reduce((sum, status) => sum + of(status), 0),
    "to-send": toSend,
    pending: of("pending"),
    confirmed: of("confirmed"),
    processing: of("processing"),
    shipped: of("shipped"),
    delivered: of("delivered"),
    cancelled: of("cancelled"),
  };
}

/** How many orders wait to be sent; counting stops at a thousand. */
export async function countToSend({ db }: { db: Db }): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*)::integer as n from (
      select from orders o where o.placed_at is not null and ${toSend} limit ${maxCounted}) fits`);
  return z.array(z.object({ n: z.number() })).parse(rows)[0]?.n ?? 0;
}

/** Rows that fit, from a query's place on, at most `limit`; backwards when the query asks for what comes before. */
export async function readRows(db: Db, query: OrderQuery, limit: number): Promise<OrderRow[]> {
  const order = query.before === null ? sql`o.placed_at desc, o.id desc` : sql`o.placed_at asc, o.id asc`;
  const { rows } = await db.execute(sql`
    select o.id, o.name, o.phone, o.email, o.city, o.total, o.status, o.payment_status, o.method, o.placed_at,
      ${paid} as paid,
      (extract(epoch from o.placed_at) * 1000000)::bigint || '_' || o.id as place,
      (select coalesce(sum(l.quantity), 0) from order_line l where l.order_id = o.id) as "itemCount"
    from orders o where ${fitting(query)} and ${within(query)} order by ${order} limit ${limit}`);
  return z.array(rowShape).parse(rows);
}

/** The newest orders that fit a query, whatever page it is at: their ids and statuses, at most so many. */
export async function orderIds({ db }: { db: Db }, query: OrderQuery, most: number) {
  const rows = await readRows(db, { ...query, after: null, before: null }, most);
  return rows.map(({ id, status }) => ({ id, seen: status }));
}

const countRows = z.array(
  z.object({ status: z.enum(orderStatuses), n: z.number(), to_send: z.number(), all: z.number() }),
);

/** What each tab would show of a search and its filters; null when there are more than a thousand in all. */
async function countNarrowed(db: Db, query: OrderQuery): Promise<TabCounts | null> {
  const { rows } = await db.execute(sql`
    select status, count(*)::integer as n, (count(*) filter (where to_send))::integer as to_send,
      (sum(count(*)) over ())::integer as all
    from (select o.status, ${toSend} as to_send from orders o
      where ${fitting({ ...query, status: null })} limit ${maxCounted + 1}) fits
    group by status`);
  const counted = countRows.parse(rows);
  const all = counted[0]?.all ?? 0;
  if (all > maxCounted) return null;
  const of = (status: OrderStatus) => counted.find((row) => row.status === status)?.n ?? 0;
  return {
    all,
    "to-send": counted.reduce((sum, row) => sum + row.to_send, 0),
    pending: of("pending"),
    confirmed: of("confirmed"),
    processing: of("processing"),
    shipped: of("shipped"),
    delivered: of("delivered"),
    cancelled: of("cancelled"),
  };
}

async function countTab(db: Db, query: OrderQuery): Promise<OrderPage["count"]> {
  const { rows } = await db.execute(sql`
    select count(*)::integer as n from (select from orders o where ${fitting(query)} limit ${maxCounted + 1}) fits`);
  const n = z.array(z.object({ n: z.number() })).parse(rows)[0]?.n ?? 0;
  return { n: Math.min(n, maxCounted), more: n > maxCounted };
}

/** An online order that nobody has paid is not to be sent. */
const paid = sql`exists (select from received_payment p where p.order_id = o.id and p.effect = 'applied')`;
const toSend = sql`(o.status in ('pending', 'confirmed', 'processing') and (o.method <> 'online' or ${paid}))`;

function within({ after, before }: OrderQuery): SQL {
  const place = readCursor(before ?? after);
  if (!place) return sql`true`;
  const at = sql`(timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond', ${place.id}::uuid)`;
  return before === null ? sql`(o.placed_at, o.id) < ${at}` : sql`(o.placed_at, o.id) > ${at}`;
}

function fitting({ status, payment, method, q, from, to }: OrderQuery): SQL {
  const conditions = [
    sql`o.placed_at is not null`,
    ...(status === "to-send" ? [toSend] : status ? [sql`o.status = ${status}`] : []),
    ...(payment ? [sql`o.payment_status = ${payment}`] : []),
    ...(method ? [sql`o.method = ${method}`] : []),
    ...(from ? [sql`o.placed_at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'`] : []),
    ...(to ? [sql`o.placed_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`] : []),
    ...(q ? [found(q)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** By the beginning of the id, or by a part of the name, the mail or the phone. */
function found(q: string): SQL {
  const ids = idPrefixRange(q);
  const phone = /^[+\d][\d ]{4,}$/.test(q) ? q.replace(/^0|\D/g, "") : null;
  const words = (phone ?? q.toLowerCase()).replace(/[\\%_]/g, "\\$&");
  const ways = [
    ...(ids ? [sql`o.id between ${ids.from}::uuid and ${ids.to}::uuid`] : []),
    ...(words.length >= minWordLength
      ? [sql`lower(o.name || ' ' || o.email || ' ' || o.phone) like ${`%${words}%`}`]
      : []),
  ];
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
}
