import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";

/** Any number, the same in every process: one folds at a time. */
const foldingLock = 7_270_070;

/** Sums up what the triggers of migration 0071 have written since. Readers see the same before and after. A job. */
export async function foldFigures({ db }: { db: Db }): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${foldingLock})`);
    await tx.execute(sql`
      with gone as (delete from figure_delta returning facet, day, value, count, amount)
      insert into figure_day as f (facet, day, value, count, amount)
        select facet, day, value, sum(count), sum(amount) from gone group by 1, 2, 3
      on conflict (facet, day, value) do update
        set count = f.count + excluded.count, amount = f.amount + excluded.amount`);
  });
}
