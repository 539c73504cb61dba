import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { dayInIndia } from "../dates.ts";
import type { Paise } from "../money.ts";
import { type ChartInterval, chartIntervals, type Period } from "./periods.ts";

type SalesTotal = { orders: number; revenue: Paise };
export type SalesBar = ChartInterval & { now: SalesTotal; before: SalesTotal };
/** A share of the period's orders: by payment method, state of India, or order status. */
export type SalesShare = SalesTotal & { value: string };

export type SalesReport = {
  /** Totals. Revenue is what is due: neither cancelled nor failed, less refunds. */
  totals: { products: number; orders: number; users: number; revenue: Paise };
  bars: SalesBar[];
  period: { now: SalesTotal; before: SalesTotal; usersNow: number; usersBefore: number };
  methods: SalesShare[];
  states: SalesShare[];
  /** In total: open orders count however old they are. */
  statuses: SalesShare[];
};

const rowShape = z.array(
  z.object({ facet: z.string(), key: z.string(), count: z.coerce.number(), amount: z.coerce.number() }),
);

/** Sums over both tables: rolled up and not yet rolled up. `key` is a day or a value. */
async function sums(db: Db, key: SQL, where: SQL) {
  const { rows } = await db.execute(sql`
    select facet, ${key} as key, sum(count) as count, sum(amount) as amount from (
      select facet, day, value, count, amount from metric_by_day where ${where}
      union all
      select facet, day, value, count, amount from metric_change where ${where}) both_tables
    group by 1, 2`);
  return rowShape.parse(rows);
}

/** The same in total, from the stored totals. */
async function allTime(db: Db, key: SQL, where: SQL) {
  const { rows } = await db.execute(sql`
    select facet, ${key} as key, sum(count) as count, sum(amount) as amount from (
      select facet, value, count, amount from metric_total where ${where}
      union all
      select facet, value, count, amount from metric_change where ${where}) both_tables
    group by 1, 2`);
  return rowShape.parse(rows);
}

const nothing: SalesTotal = { orders: 0, revenue: 0 };

/** The dashboard's metrics for a period that ends today (India). From daily sums: as fast at 1,000,000 orders. */
export async function salesReport(
  { db, clock }: Pick<Services, "db" | "clock">,
  period: Period,
): Promise<SalesReport> {
  const buckets = chartIntervals(period, dayInIndia(clock.now()));
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) throw new Error(`a period without days: ${period}`);
  const [totals, days, parts, statuses, stock] = await Promise.all([
    allTime(db, sql`''`, sql`facet in ('order', 'user')`),
    sums(
      db,
      sql`day::text`,
      sql`facet in ('order', 'user') and day between ${first.beforeFrom} and ${last.to}`,
    ),
    sums(db, sql`value`, sql`facet in ('method', 'state') and day between ${first.from} and ${last.to}`),
    allTime(db, sql`value`, sql`facet = 'status'`),
    facetTotals({ db }, "stock"),
  ]);
  const total = (facet: string) => totals.find((row) => row.facet === facet);
  const between = (facet: string, from: string, to: string): SalesTotal =>
    days
      .filter((row) => row.facet === facet && row.key >= from && row.key <= to)
      .reduce((sum, row) => ({ orders: sum.orders + row.count, revenue: sum.revenue + row.amount }), nothing);
  const partsOf = (facet: string): SalesShare[] =>
    [...parts, ...statuses]
      .filter((row) => row.facet === facet && row.count > 0)
      .map(({ key, count, amount }) => ({ value: key, orders: count, revenue: amount }))
      .sort((one, other) => other.revenue - one.revenue || other.orders - one.orders);
  return {
    totals: {
      // Archived products exist only for their orders and do not count.
      products: (stock.get("active") ?? 0) + (stock.get("draft") ?? 0),
      orders: total("order")?.count ?? 0,
      users: total("user")?.count ?? 0,
      revenue: total("order")?.amount ?? 0,
    },
    bars: buckets.map((bucket) => ({
      ...bucket,
      now: between("order", bucket.from, bucket.to),
      before: between("order", bucket.beforeFrom, bucket.beforeTo),
    })),
    period: {
      now: between("order", first.from, last.to),
      before: between("order", first.beforeFrom, last.beforeTo),
      usersNow: between("user", first.from, last.to).orders,
      usersBefore: between("user", first.beforeFrom, last.beforeTo).orders,
    },
    methods: partsOf("method"),
    states: partsOf("state"),
    statuses: partsOf("status"),
  };
}

/** The total count of each value of a facet: users by role ("user"), products by status ("stock"). */
export async function facetTotals(
  { db }: Pick<Services, "db">,
  facet: "user" | "stock" | "status",
): Promise<Map<string, number>> {
  const rows = await allTime(db, sql`value`, sql`facet = ${facet}`);
  return new Map(rows.map(({ key, count }) => [key, count]));
}
