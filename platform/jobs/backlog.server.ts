import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../database/database.server.ts";

/**
 * `waiting`: due and not started; `failed`: given up after all attempts. `oldestMinutes`: how long the oldest has
 * been due.
 */
export type JobBacklog = { waiting: number; failed: number; failedNames: string[]; oldestMinutes: number };

const row = z.tuple([
  z.object({
    waiting: z.coerce.number(),
    failed: z.coerce.number(),
    names: z.array(z.string()),
    oldest: z.coerce.number(),
  }),
]);

/** The state of the job queue, counted up to 1,000; null without a queue. */
export async function jobBacklog({ db }: { db: Db }): Promise<JobBacklog | null> {
  const there = await db.execute(sql`select to_regclass('jobs.job') is not null as there`);
  if (!z.array(z.object({ there: z.boolean() })).parse(there.rows)[0]?.there) return null;
  const { rows } = await db.execute(sql`
    with due as (select start_after from jobs.job where state in ('created', 'retry') and start_after <= now() limit 1000),
      lost as (select name from jobs.job where state = 'failed' limit 1000)
    select (select count(*) from due) as waiting, (select count(*) from lost) as failed,
      array(select distinct name from lost order by 1 limit 5) as names,
      coalesce((select extract(epoch from now() - min(start_after)) / 60 from due), 0) as oldest`);
  const [{ waiting, failed, names, oldest }] = row.parse(rows);
  return { waiting, failed, failedNames: names, oldestMinutes: Math.floor(oldest) };
}
