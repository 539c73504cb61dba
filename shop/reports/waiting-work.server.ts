import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { can, type Staff } from "../access/actor.ts";
import { untaxedCondition } from "../catalogue/edit/staff-products.server.ts";
import { orderWorkIs, refundIs } from "../order-management/lists/list-orders.server.ts";
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

const refunded = (which: SQL) => sql`
  select min(r.created_at) as at from refund r join orders o on o.id = r.order_id
  where o.placed_at is not null and ${which} group by r.order_id`;
const ordered = (which: SQL) => sql`
  select o.placed_at as at from orders o where o.placed_at is not null and ${which}`;

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
  "approve-refund": refunded(refundIs["approve-refund"]),
  "refund-waits": refunded(refundIs["refund-waits"]),
  "refund-failed": refunded(refundIs["refund-failed"]),
  return: sql`select created_at as at from return_request where state = 'requested'`,
  message: sql`select last_at as at from conversation where state = 'open' and waiting`,
  invoice: sql`select since as at from waiting_invoice`,
  webhook: sql`select received_at as at from payment_webhook where processed_at is null`,
};

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
