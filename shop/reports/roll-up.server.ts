import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { bestSellersFrom } from "./periods.ts";
import { figureWindow } from "./tables.server.ts";

/** An advisory lock key: one roll-up at a time. */
const rollUpLock = 7_270_070;

/**
 * Rolls up what the triggers of migration 0071 wrote: by day, in total, and by product for the best-seller period.
 * Readers see the same before and after. A job.
 */
export async function rollUpSales({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${rollUpLock})`);
    await tx.execute(sql`
      with gone as (delete from figure_delta returning facet, day, value, count, amount),
      days as (
        insert into figure_day as f (facet, day, value, count, amount)
          select facet, day, value, sum(count), sum(amount) from gone group by 1, 2, 3
        on conflict (facet, day, value) do update
          set count = f.count + excluded.count, amount = f.amount + excluded.amount),
      totals as (
        insert into figure_total as f (facet, value, count, amount)
          select facet, value, sum(count), sum(amount) from gone where facet <> 'product' group by 1, 2
        on conflict (facet, value) do update
          set count = f.count + excluded.count, amount = f.amount + excluded.amount)
      insert into figure_sold as f (product_id, pieces, revenue)
        select value::uuid, sum(count), sum(amount) from gone
          where facet = 'product' and day >= (select first_day from figure_window) group by 1
      on conflict (product_id) do update
        set pieces = f.pieces + excluded.pieces, revenue = f.revenue + excluded.revenue`);
    await moveWindow(tx, bestSellersFrom(clock.now()));
  });
}

/** Subtracts the days before `first` from the product sums. */
async function moveWindow(tx: Db, first: string): Promise<void> {
  const [window] = await tx.select({ firstDay: figureWindow.firstDay }).from(figureWindow);
  const before = window?.firstDay;
  if (before === first) return;
  const sold = sql`select value::uuid as product_id, sum(count) as pieces, sum(amount) as revenue from figure_day
    where facet = 'product'`;
  if (before !== undefined && before < first) {
    await tx.execute(sql`
      update figure_sold f set pieces = f.pieces - gone.pieces, revenue = f.revenue - gone.revenue
        from (${sold} and day >= ${before} and day < ${first} group by 1) gone where gone.product_id = f.product_id`);
    await tx.execute(sql`delete from figure_sold where pieces = 0 and revenue = 0`);
  } else {
    await tx.execute(sql`delete from figure_sold`);
    await tx.execute(sql`
      insert into figure_sold (product_id, pieces, revenue) ${sold} and day >= ${first} group by 1`);
  }
  await tx.execute(sql`
    insert into figure_window (first_day) values (${first})
    on conflict (one_row) do update set first_day = excluded.first_day`);
}
