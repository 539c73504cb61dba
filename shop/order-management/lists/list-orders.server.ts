import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Count, countUpTo, maxCounted } from "../../../platform/database/count.server.ts";
import type { Db } from "../../../platform/database/database.server.ts";
import { databaseTime } from "../../../platform/database/database-clock.server.ts";
import { pictureShape } from "../../catalogue/cards/card.ts";
import { waitsForConfirmation } from "../../cod/confirmation.server.ts";
import {
  type OrderStatus,
  orderChannels,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
} from "../../orders/orders.ts";
import { parcelStates } from "../../orders/parcels.ts";
import { cannotBeInvoiced, lineCodesAsJson } from "../../orders/rated-codes.server.ts";
import { refundTodoOf } from "../../payments/refund-todo.ts";
import { needsRetry } from "../../payments/retry-refund.server.ts";
import { shopSettings } from "../../settings/settings.server.ts";
import { stateCounts } from "./counters.server.ts";
import { matches, type Way, waysForSort, waysToFind } from "./find-orders.server.ts";
import { hasFilters, type OrderQuery, type OrderSort, type OrderTab, type OrderWork } from "./order-query.ts";

export type OrderPage = {
  orders: ListedOrder[];
  /** The time of the database, for the age of each. */
  at: Date;
  /** Cursors of the neighbouring pages, null at an end. */
  after: string | null;
  before: string | null;
  /** The number of matches; counting stops at 1,000. */
  count: Count;
  /** What each tab would show for the same search and filters; null when more than 1,000 match. */
  counts: TabCounts | null;
};

type TabCounts = { all: number } & Record<OrderTab, number>;

export const ordersPerPage = 25;

const rowShape = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  city: z.string(),
  itemCount: z.coerce.number(),
  total: z.coerce.number(),
  notOwed: z.coerce.number(),
  received: z.coerce.number(),
  /** What is to be paid in advance of cash on delivery, in paise. */
  advance: z.coerce.number(),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  method: z.enum(paymentMethods),
  channel: z.enum(orderChannels),
  tags: z.array(z.string()),
  /** Whether all that is owed was paid. */
  paid: z.boolean(),
  /** What would be refunded if it were cancelled, in paise. */
  refundable: z.coerce.number(),
  codes: z.array(z.object({ ordered: z.string().nullable(), current: z.string().nullable() })),
  placedAt: z.coerce.date(),
  /** Of at most three lines. */
  pictures: z.array(pictureShape.omit({ alt: true })),
  /** A return or an exchange that waits for staff. */
  openReturn: z.string().nullable(),
  /** The first refund about which staff have to do something. */
  openRefund: z
    .object({
      id: z.string(),
      state: z.enum(["pending", "failed"]),
      pendingReason: z.string().nullable(),
      gatewayOrderId: z.string().nullable(),
    })
    .transform(({ id, state, ...row }) => {
      const todo = refundTodoOf({ ...row, state, needsRetry: state === "failed" });
      return todo && { id, todo };
    })
    .nullable(),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Its parcels, and the number of the one about which staff have to decide (`parcelToDecide`). */
  parcels: z.array(z.object({ state: z.enum(parcelStates) })),
  parcelToDecide: z.number().nullable(),
  /** A part of it has been sent. */
  partSent: z.boolean(),
  /** Its customer was asked to confirm it, and has not. */
  unconfirmed: z.boolean(),
});

/** An order in the back office's list. Money in paise. */
export type ListedOrder = Omit<z.infer<typeof rowShape>, "codes"> & {
  /** Whether no tax invoice could be issued: a line has no GST rate. */
  untaxed: boolean;
};

/**
 * A page of placed orders, sorted as the query asks. Keyset pagination, and counts that are maintained or stop at 1,000,
 * so a million orders cost what a thousand do. In: a query from `readOrderQuery`.
 */
export async function listOrders({ db }: { db: Db }, query: OrderQuery): Promise<OrderPage> {
  const ways = await waysToFind(db, query.q);
  const [at, read, counts, onTab] = await Promise.all([
    databaseTime(db),
    readFound(db, query, ways, ordersPerPage + 1),
    hasFilters(query) ? countNarrowed(db, query, ways) : orderCounts({ db }),
    // Concurrent with the other queries: the number of matches on all tabs is known only afterwards.
    hasFilters(query) && query.status !== null ? countTab(db, query, ways) : null,
  ]);
  const backwards = query.before !== null;
  const further = read.length > ordersPerPage;
  const orders = read.slice(0, ordersPerPage);
  if (backwards) orders.reverse();
  return {
    orders,
    at,
    after: (backwards || further ? orders.at(-1)?.id : null) ?? null,
    before: ((backwards ? further : query.after) ? orders[0]?.id : null) ?? null,
    count: counts
      ? { count: counts[query.status ?? "all"], exact: true }
      : (onTab ?? { count: maxCounted, exact: false }),
    counts,
  };
}

/** The number of placed orders in each status, and of those to send. */
async function orderCounts({ db }: { db: Db }): Promise<TabCounts> {
  const [counts, waiting] = await Promise.all([
    stateCounts({ db }, "order"),
    countUpTo(db, matches(sql`o.placed_at is not null and ${toSend}`, null, maxCounted)),
  ]);
  const of = (status: OrderStatus) => counts.get(status) ?? 0;
  return {
    all: orderStatuses.reduce((sum, status) => sum + of(status), 0),
    "to-send": waiting.count,
    pending: of("pending"),
    confirmed: of("confirmed"),
    processing: of("processing"),
    shipped: of("shipped"),
    delivered: of("delivered"),
    cancelled: of("cancelled"),
  };
}

/** Matching rows from the query's cursor on, at most `limit`; backwards when the query asks for the page before. */
export async function readRows(db: Db, query: OrderQuery, limit: number): Promise<ListedOrder[]> {
  return readFound(db, query, await waysToFind(db, query.q), limit);
}

async function readFound(
  db: Db,
  query: OrderQuery,
  ways: Way[] | null,
  limit: number,
): Promise<ListedOrder[]> {
  const order = sortOrder(query);
  const among = sql`${fitting(query)} and ${within(query)}`;
  const isByDate = query.sort === "date" || query.sort === "-date";
  const sorted = ways && !isByDate ? await waysForSort(db, among, ways) : ways;
  return readOrders(db, matches(among, sorted, limit, order), limit, order);
}

/** In: a subquery with the ids. */
async function readOrders(
  db: Db,
  found: SQL,
  limit: number,
  order: SQL = sql`o.placed_at desc, o.id desc`,
): Promise<ListedOrder[]> {
  const { rows } = await db.execute(sql`
    select o.id, o.name, o.phone, o.email, o.city, o.total, o.advance, order_received(o.id) as received,
      (select coalesce(sum(u.credited), 0) from parcel p join parcel_line u on u.parcel_id = p.id
        where p.order_id = o.id) as "notOwed", o.status, o.payment_status as "paymentStatus", o.method,
      o.channel, o.tags, o.placed_at as "placedAt", c.courier, c.tracking_number as "trackingNumber",
      (o.status in ('pending', 'confirmed', 'processing') and exists (
        select from parcel where order_id = o.id and state <> 'prepared')) as "partSent", ${waitsForConfirmation} as unconfirmed, ${paid} as paid, ${refundable} as refundable, ${lineCodesAsJson} as codes,
      (select coalesce(sum(l.quantity), 0) from order_line l where l.order_id = o.id) as "itemCount",
      (select coalesce(json_agg(l.picture order by l.position), '[]') from (select picture, position from order_line
        where order_id = o.id and jsonb_typeof(picture) = 'object' order by position limit 3) l) as pictures,
      (select coalesce(json_agg(json_build_object('state', state)), '[]') from parcel where order_id = o.id) as parcels,
      ${firstToDecide} as "parcelToDecide",
      (select r.id from return_request r where r.order_id = o.id and r.state in ('requested', 'approved', 'received')
        order by r.created_at limit 1) as "openReturn",
      (select json_build_object('id', r.id, 'state', r.state, 'pendingReason', r.pending_reason,
          'gatewayOrderId', r.gateway_order_id) from refund r
        where r.order_id = o.id and (${refundIs["approve-refund"]} or ${toPayOut} or ${needsRetry})
        order by r.created_at limit 1) as "openRefund"
    from (${found}) found join orders o on o.id = found.id left join lateral (
      select courier, tracking_number from parcel where order_id = o.id
        and (state = 'prepared' or o.status in ('shipped', 'delivered', 'cancelled'))
        order by state = 'prepared' desc, number desc limit 1) c on true
    order by ${order} limit ${limit}`);
  const [settings, at] = await Promise.all([shopSettings({ db }), databaseTime(db)]);
  return z
    .array(rowShape)
    .parse(rows)
    .map(({ codes, ...row }) => ({ ...row, untaxed: cannotBeInvoiced(codes, { ...settings, at }) }));
}

/** The first matching orders, sorted as the query asks, on any page, at most `most`. */
export async function matchingOrders({ db }: { db: Db }, query: OrderQuery, most: number) {
  return readRows(db, { ...query, after: null, before: null }, most);
}

const countRows = z.array(
  z.object({ status: z.enum(orderStatuses), n: z.number(), to_send: z.number(), all: z.number() }),
);

/** What each tab would show for a search with filters; null when more than 1,000 match. */
async function countNarrowed(db: Db, query: OrderQuery, ways: Way[] | null): Promise<TabCounts | null> {
  const { rows } = await db.execute(sql`
    select status, count(*)::integer as n, (count(*) filter (where to_send))::integer as to_send,
      (sum(count(*)) over ())::integer as all
    from (select o.status, ${toSend} as to_send
      from (${matches(fitting({ ...query, status: null }), ways, maxCounted + 1)}) found
      join orders o on o.id = found.id limit ${maxCounted + 1}) fits
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

/** The number of matches on the requested tab; counting stops at 1,000. */
function countTab(db: Db, query: OrderQuery, ways: Way[] | null): Promise<Count> {
  return countUpTo(db, matches(fitting(query), ways, maxCounted + 1));
}

const firstToDecide = sql`(select min(p.number) from parcel p where p.order_id = o.id
  and (p.state in ('undelivered', 'returning') or p.state = 'sent' and (
    select r.outcome from courier_booking b join courier_report r on r.booking_id = b.id
    where b.parcel_id = p.id and b.state = 'booked' and r.outcome <> 'late'
    order by r.at desc, r.id desc limit 1) = 'look'))`;

/**
 * The number of an order's first parcel about which staff have to decide: it could not be delivered, it comes back, or
 * the last that its courier said is for them to look at. Null for none.
 */
export async function parcelToDecide(db: Db, orderId: string): Promise<number | null> {
  const { rows } = await db.execute(
    sql`select ${firstToDecide} as number from orders o where o.id = ${orderId}`,
  );
  return z.tuple([z.object({ number: z.number().nullable() })]).parse(rows)[0].number;
}

/** An online order that is not paid in full is not to be sent. One with a part due waits (`postPaymentStatus`). */
const paid = sql`(o.payment_status not in ('pending', 'failed') and exists (
  select from received_payment p where p.order_id = o.id and p.effect = 'applied'))`;
/** What was paid for an order, less its refunds that have not failed, in paise. */
const refundable = sql`(coalesce((select sum(p.amount) from received_payment p where p.order_id = o.id and p.effect = 'applied'), 0)
  - coalesce((select sum(r.amount) from refund r join received_payment p using (provider, provider_payment_id)
      where r.order_id = o.id and p.effect = 'applied' and r.state <> 'failed'), 0))`;
/** One that still waits for its customer to confirm it is not to be packed either. */
const toSend = sql`(o.status in ('pending', 'confirmed', 'processing') and (o.method <> 'online' or ${paid})
  and not ${waitsForConfirmation})`;

const isPayable = sql`(o.method <> 'online' or ${paid})`;
/** As an array, which is read first: beside an order and a limit the planner would read all orders. */
const withRefund = (which: SQL) =>
  sql`o.id = any(array(select r.order_id from refund r where ${which} limit ${maxCounted}))`;

const toPayOut = sql`(r.state = 'pending' and r.pending_reason is null and r.gateway_order_id is null)`;

/**
 * Refunds `r` that wait for somebody: for approval, for a provider or to be paid out by hand, or that failed and are to
 * be tried again.
 */
export const refundIs = {
  "approve-refund": sql`r.state = 'pending' and r.pending_reason = 'approval'`,
  "refund-waits": sql`(${toPayOut} or (r.state = 'pending' and r.pending_reason in ('provider-missing', 'provider-unreachable')))`,
  "refund-failed": needsRetry,
};
/** Since when each of them waits. */
export const refundWaitsSince: Record<keyof typeof refundIs, SQL> = {
  "approve-refund": sql`r.pending_since`,
  "refund-waits": sql`r.pending_since`,
  "refund-failed": sql`r.settled_at`,
};

/**
 * Orders with a courier's booking that waits for somebody: it was not answered in ten minutes; its order was cancelled, or
 * its return rejected, before it was fetched; the courier does not cancel what it booked late; or the last that it said,
 * of a parcel or of a return that is not received, is for staff to look at (courier-tracking.server.ts).
 */
const courierWaits = sql`o.id = any(array(
  select b.order_id from courier_booking b where b.state = 'asked' and b.created_at < now() - interval '10 minutes'
  union all
  select p.order_id from parcel p
    join courier_booking b on b.parcel_id = p.id and b.state = 'booked'
    join orders c on c.id = p.order_id
    where p.state in ('prepared', 'sent', 'undelivered', 'returning') and (
      (c.status = 'cancelled' and p.state = 'prepared')
      or exists (select from courier_booking late where late.order_id = p.order_id and late.second_error is not null)
      or (select r.outcome from courier_report r where r.booking_id = b.id and r.outcome <> 'late'
        order by r.at desc, r.id desc limit 1) = 'look')
  union all
  select q.order_id from return_request q
    cross join lateral (select id, state, second_error from courier_booking where return_id = q.id
      order by created_at desc, id desc limit 1) b
    where (q.state = 'approved' or (q.state in ('rejected', 'withdrawn') and q.decided_at > now() - interval '14 days'))
      and (b.second_error is not null
        or (q.state <> 'approved' and q.sent_at is null and b.state = 'booked')
        or (select r.outcome from courier_report r where r.booking_id = b.id and r.outcome <> 'late'
          order by r.at desc, r.id desc limit 1) = 'look')
  limit ${maxCounted}))`;

/**
 * Orders that wait for their customer, who has to confirm or to pay, while an email about them came back from the address
 * that they have now. The first id of such a mail's thread is its order's, or that of a conversation.
 */
const emailReturned = sql`(${waitsForConfirmation} or (o.status in ('pending', 'confirmed', 'processing')
    and o.method = 'online' and o.payment_status in ('pending', 'failed')))
  and o.id = any(array(select r.id from mail_outbox m
    join orders r on lower(r.email) = lower(m."to")
      and r.id = case when m.thread[1] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then m.thread[1]::uuid end
    where m.returned_at is not null
    limit ${maxCounted}))`;

/** The condition for orders `o` of each kind of work. */
export const orderWorkIs: Record<OrderWork, SQL> = {
  "confirm-cod": sql`o.status = 'pending' and o.method = 'cod' and not ${waitsForConfirmation}`,
  "customer-confirms": waitsForConfirmation,
  "email-returned": emailReturned,
  confirm: sql`o.status = 'pending' and o.method <> 'cod' and ${isPayable}`,
  ship: sql`o.status in ('confirmed', 'processing') and ${isPayable}`,
  courier: courierWaits,
  "payment-failed": sql`o.payment_status = 'failed' and o.status in ('pending', 'confirmed', 'processing')`,
  "rest-due": sql`o.payment_status = 'pending' and o.method = 'online' and o.status in ('pending', 'confirmed', 'processing')
    and exists (select from received_payment p where p.order_id = o.id and p.effect = 'applied')`,
  "approve-refund": withRefund(refundIs["approve-refund"]),
  "refund-waits": withRefund(refundIs["refund-waits"]),
  "refund-failed": withRefund(refundIs["refund-failed"]),
};

/** What a list is sorted by, of the order `row`; each has an index, with the id for equal ones. */
function sortKey(sort: OrderSort, row: SQL): SQL {
  if (sort === "total" || sort === "-total") return sql`${row}.total`;
  if (sort === "customer" || sort === "-customer") return sql`lower(${row}.name)`;
  return sql`${row}.placed_at`;
}

/** A page before another one is read backwards. */
function isDescending({ sort, before }: Pick<OrderQuery, "sort" | "before">): boolean {
  return sort.startsWith("-") !== (before !== null);
}

function sortOrder(query: Pick<OrderQuery, "sort" | "before">): SQL {
  const way = isDescending(query) ? sql`desc` : sql`asc`;
  return sql`${sortKey(query.sort, sql`o`)} ${way}, o.id ${way}`;
}

/** The orders after the cursor, or before it. */
function within(query: OrderQuery): SQL {
  const cursor = query.before ?? query.after;
  if (cursor === null) return sql`true`;
  const place = sql`(select ${sortKey(query.sort, sql`c`)}, c.id from orders c where c.id = ${cursor})`;
  return sql`(${sortKey(query.sort, sql`o`)}, o.id) ${isDescending(query) ? sql`<` : sql`>`} ${place}`;
}

function fitting({ status, payment, method, channel, invoice, work, customer, from, to }: OrderQuery): SQL {
  const conditions = [
    sql`o.placed_at is not null`,
    ...(status === "to-send" ? [toSend] : status ? [sql`o.status = ${status}`] : []),
    ...(payment ? [sql`o.payment_status = ${payment}`] : []),
    ...(method ? [sql`o.method = ${method}`] : []),
    ...(channel ? [sql`o.channel = ${channel}`] : []),
    ...(invoice ? [sql`exists (select from waiting_invoice w where w.order_id = o.id)`] : []),
    ...(work ? [orderWorkIs[work]] : []),
    ...(customer ? [sql`o.user_id = ${customer}`] : []),
    ...(from ? [sql`o.placed_at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'`] : []),
    ...(to ? [sql`o.placed_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** These orders, as in the list; unknown and prepared ones are left out. In: at most 1,000 ids. */
export async function listedOrders({ db }: { db: Db }, ids: readonly string[]): Promise<ListedOrder[]> {
  const known = ids.filter((id) => z.uuid().safeParse(id).success);
  if (known.length === 0) return [];
  const these = sql`o.placed_at is not null and o.id = any(${sql.param(known)}::uuid[])`;
  return readOrders(db, matches(these, null, known.length), known.length);
}
