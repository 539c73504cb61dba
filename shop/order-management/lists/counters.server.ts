import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";

const rowsShape = z.array(z.object({ state: z.string(), n: z.coerce.number() }));

/** The number of orders or returns in each state, from counters; no row of an order or a return is read. */
export async function stateCounts(
  { db }: { db: Db },
  kind: "order" | "return",
): Promise<Map<string, number>> {
  const { rows } = await db.execute(
    sql`select state, sum(n) as n from desk_tally where kind = ${kind} group by state`,
  );
  return new Map(rowsShape.parse(rows).map(({ state, n }) => [state, n]));
}

/** Rolls the counter deltas up into one row per state. A job; concurrent runs count each row once. */
export async function rollUpCounters({ db }: { db: Db }): Promise<void> {
  await db.execute(sql`
    with gone as (delete from desk_tally returning kind, state, n)
    insert into desk_tally select kind, state, sum(n) from gone group by kind, state having sum(n) <> 0`);
}
