import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { bestSellersFrom } from "./periods.ts";
import { productSalesWindow } from "./tables.server.ts";

/** An advisory lock key: one roll-up at a time. */
const rollUpLock = 7_270_070;

/**
 * Rolls up the metrics that triggers wrote as deltas: by day, in total, and by product for the best-seller period.
 * Readers see the same before and after. A job.
 */
export async function rollUpMetrics({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${rollUpLock})`);
    await tx.execute(sql`
      with gone as (delete from metric_change returning facet, day, value, count, amount),
      days as (
        insert into metric_by_day as m (facet, day, value, count, amount)
          select facet, day, value, sum(count), sum(amount) from gone group by 1, 2, 3
        on conflict (facet, day, value) do update
          set count = m.count + excluded.count, amount = m.amount + excluded.amount),
      totals as (
        insert into metric_total as m (facet, value, count, amount)
          select facet, value, sum(count), sum(amount) from gone where facet <> 'product' group by 1, 2
        on conflict (facet, value) do update
          set count = m.count + excluded.count, amount = m.amount + excluded.amount)
      insert into product_sales as s (product_id, units, revenue)
        select value::uuid, sum(count), sum(amount) from gone
          where facet = 'product' and day >= (select first_day from product_sales_window) group by 1
      on conflict (product_id) do update
        set units = s.units + excluded.units, revenue = s.revenue + excluded.revenue`);
    await moveWindow(tx, bestSellersFrom(clock.now()));
  });
}

/** Subtracts the days before `first` from the product sums. */
async function moveWindow(tx: Db, first: string): Promise<void> {
  const [window] = await tx.select({ firstDay: productSalesWindow.firstDay }).from(productSalesWindow);
  const before = window?.firstDay;
  if (before === first) return;
  const sold = sql`select value::uuid as product_id, sum(count) as units, sum(amount) as revenue from metric_by_day
    where facet = 'product'`;
  if (before !== undefined && before < first) {
    await tx.execute(sql`
      update product_sales s set units = s.units - gone.units, revenue = s.revenue - gone.revenue
        from (${sold} and day >= ${before} and day < ${first} group by 1) gone where gone.product_id = s.product_id`);
    await tx.execute(sql`delete from product_sales where units = 0 and revenue = 0`);
  } else {
    await tx.execute(sql`delete from product_sales`);
    await tx.execute(sql`
      insert into product_sales (product_id, units, revenue) ${sold} and day >= ${first} group by 1`);
  }
  await tx.execute(sql`
    insert into product_sales_window (first_day) values (${first})
    on conflict (one_row) do update set first_day = excluded.first_day`);
}
