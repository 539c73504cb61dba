import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { can, type Staff } from "../access/actor.ts";
import { untaxedCondition } from "../catalogue/edit/staff-products.server.ts";
import { lowStock } from "../catalogue/inventory/inventory.ts";
import { orderWorkIs, refundIs, refundWaitsSince } from "../order-management/lists/list-orders.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { codesWithoutRate } from "./untaxed-products.server.ts";
import {
  maxWaiting,
  menuWork,
  type Waiting,
  type WaitingKind,
  waitingKinds,
  waitingWords,
} from "./waiting-work.ts";

type Ports = Pick<Services, "db" | "clock" | "live" | "site">;

const refunded = (which: keyof typeof refundIs) => sql`
  select min(${refundWaitsSince[which]}) as at from refund r join orders o on o.id = r.order_id
  where o.placed_at is not null and ${refundIs[which]} group by r.order_id`;
const ordered = (which: SQL) => sql`
  select o.placed_at as at from orders o where o.placed_at is not null and ${which}`;

/** Conversations `c` and returns `q` that wait for staff. */
const messageWaits = sql`c.state = 'open' and c.waiting`;
const returnWaits = sql`q.state = 'requested'`;

/** The rows of each kind, each with the time since when it waits: what the list of its link shows. */
const rowsOf: Record<Exclude<WaitingKind, "untaxed" | "low-stock">, SQL> = {
  "confirm-cod": ordered(orderWorkIs["confirm-cod"]),
  "customer-confirms": ordered(orderWorkIs["customer-confirms"]),
  "email-returned": ordered(orderWorkIs["email-returned"]),
  confirm: ordered(orderWorkIs.confirm),
  ship: ordered(orderWorkIs.ship),
  courier: ordered(orderWorkIs.courier),
  "payment-failed": ordered(orderWorkIs["payment-failed"]),
  "rest-due": ordered(orderWorkIs["rest-due"]),
  "approve-refund": refunded("approve-refund"),
  "refund-waits": refunded("refund-waits"),
  "refund-failed": refunded("refund-failed"),
  return: sql`select q.created_at as at from return_request q where ${returnWaits}`,
  message: sql`select c.last_at as at from conversation c where ${messageWaits}`,
  invoice: sql`select since as at from waiting_invoice`,
  webhook: sql`select received_at as at from payment_webhook where processed_at is null`,
};

/** What began to wait in a time, named as a notice to the team names it; amounts in paise. */
type Beginning = (from: SQL, to: SQL) => SQL;

const refundBegan =
  (which: keyof typeof refundIs): Beginning =>
  (from, to) =>
    sql`
    select left(r.order_id::text, 8) as name, sum(r.amount) as amount
    from refund r join orders o on o.id = r.order_id
    where o.placed_at is not null and ${refundIs[which]}
      and ${refundWaitsSince[which]} > ${from} and ${refundWaitsSince[which]} <= ${to}
    group by r.order_id order by min(${refundWaitsSince[which]})`;

/**
 * The work that the team is told of when it begins: with the conditions by which it is counted, so that what has ended
 * meanwhile is told to nobody. From (exclusive) to (inclusive).
 */
export const beganToWait = {
  "payment-failed": (from, to) => sql`
    select distinct left(o.id::text, 8) as name, null::bigint as amount
    from order_event e join orders o on o.id = e.order_id
    where e.kind = 'payment' and e.to_value = 'failed' and e.at > ${from} and e.at <= ${to}
      and o.placed_at is not null and ${orderWorkIs["payment-failed"]}`,
  "approve-refund": refundBegan("approve-refund"),
  "refund-waits": refundBegan("refund-waits"),
  "refund-failed": refundBegan("refund-failed"),
  return: (from, to) => sql`
    select left(q.order_id::text, 8) as name, null::bigint as amount from return_request q
    where ${returnWaits} and q.created_at > ${from} and q.created_at <= ${to} order by q.created_at`,
  message: (from, to) => sql`
    select name, null::bigint as amount from (
      select distinct on (c.id) m.name, m.created_at from contact_message m join conversation c on c.id = m.conversation_id
      where ${messageWaits} and not m.automatic and m.created_at > ${from} and m.created_at <= ${to}
      order by c.id, m.created_at) written
    order by created_at`,
  // Sold down to it by the orders of this time.
  "low-stock": (from, to) =>
    soldTo(from, to, sql`left_now between 1 and ${lowStock} and left_before > ${lowStock}`),
  invoice: (from, to) => sql`
    select left(order_id::text, 8) as name, null::bigint as amount from waiting_invoice
    where since > ${from} and since <= ${to} order by since`,
} satisfies Partial<Record<WaitingKind, Beginning>>;

/**
 * Variants whose stock the orders of a time have brought to a level. In: the condition on the units left now and before.
 */
export function soldTo(from: SQL, to: SQL, level: SQL): SQL {
  return sql`
    with sold as (
      select l.variant_id, sum(l.quantity)::integer as units from orders o join order_line l on l.order_id = o.id
      where o.placed_at > ${from} and o.placed_at <= ${to} and o.status <> 'cancelled' group by 1),
    levels as (
      select p.name || coalesce(' ' || v.size, '') as name, v.stock - v.reserved as left_now,
        v.stock - v.reserved + s.units as left_before
      from sold s join variant v on v.id = s.variant_id join product p on p.id = v.product_id where p.status <> 'archived')
    select name, null::bigint as amount from levels where ${level} order by 1`;
}

const counted = z.array(
  z.object({ kind: z.enum(waitingKinds), count: z.coerce.number(), oldest: z.coerce.date().nullable() }),
);

/**
 * What waits and may be seen by this member of staff, counted in one query, and the time of the database, for its age.
 * Kinds of which nothing waits are left out.
 */
export async function waitingWork(
  ports: Pick<Ports, "db" | "clock">,
  staff: Staff,
): Promise<{ waiting: Waiting[]; at: Date }> {
  const seen = waitingKinds.filter((kind) => can(staff, waitingWords[kind].permission));
  const [all, at] = await Promise.all([countWork(ports, seen), databaseTime(ports.db)]);
  return { waiting: all.filter(({ count }) => count > 0), at };
}

async function countWork(
  { db, clock }: Pick<Ports, "db" | "clock">,
  kinds: readonly WaitingKind[],
): Promise<Waiting[]> {
  if (kinds.length === 0) return [];
  const each = await Promise.all(
    kinds.map(async (kind) => {
      // As the list counts it: from the counters that triggers keep.
      if (kind === "low-stock")
        return sql`select ${kind}::text as kind, coalesce(sum(n), 0) as count, null::timestamptz as oldest
          from catalogue_counter where kind = 'variant' and value = 'low'`;
      const rows = kind === "untaxed" ? await untaxed({ db, clock }) : rowsOf[kind];
      return sql`select ${kind}::text as kind, count(*) as count, min(at) as oldest
        from (select at from (${rows}) waits order by at limit ${maxWaiting}) first`;
    }),
  );
  const { rows } = await db.execute(sql.join(each, sql` union all `));
  const found = counted.parse(rows);
  return kinds.flatMap((kind) => found.filter((one) => one.kind === kind));
}

/** Products wait since they were made: nothing says when a rate ended. */
async function untaxed({ db, clock }: Pick<Ports, "db" | "clock">): Promise<SQL> {
  const settings = await shopSettings({ db });
  return sql`select p.created_at as at from product p
    where ${untaxedCondition(await codesWithoutRate({ db, clock }, settings))}`;
}

const kept = new WeakMap<Db, { counts: Promise<Waiting[]>; at: number }>();
const following = new WeakSet<Db>();
/** In ms. A change drops the counts at once, wherever events arrive. */
const keptFor = 3_000;

/**
 * What the menu counts for a member of staff, by the address of its screen. Every open tab asks when something has
 * changed, so a process counts once for all of them.
 */
export async function menuCounts(ports: Ports, staff: Staff): Promise<Record<string, number>> {
  const all = await sharedCounts(ports);
  const of = (kinds: readonly WaitingKind[]) =>
    all
      .filter(({ kind }) => kinds.includes(kind) && can(staff, waitingWords[kind].permission))
      .reduce((sum, { count }) => sum + count, 0);
  return Object.fromEntries(Object.entries(menuWork).map(([screen, kinds]) => [screen, of(kinds)]));
}

async function sharedCounts(ports: Ports): Promise<Waiting[]> {
  const { db, live, site, clock } = ports;
  const count = () => countWork(ports, Object.values(menuWork).flat());
  if (!site.inMemory || !live.listening()) return count();
  if (!following.has(db)) {
    following.add(db);
    for (const topic of ["orders", "messages"]) live.subscribe(topic, () => kept.delete(db));
  }
  const now = clock.now().getTime();
  const before = kept.get(db);
  if (before && now - before.at < keptFor) return before.counts;
  const counts = count();
  kept.set(db, { counts, at: now });
  counts.catch(() => kept.delete(db));
  return counts;
}
