import { eq, sql, sum } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { stateCounter } from "../tables.server.ts";

/** The number of orders or returns in each state, from counters; no row of an order or a return is read. */
export async function stateCounts(
  { db }: { db: Db },
  kind: "order" | "return",
): Promise<Map<string, number>> {
  const counted = await db
    .select({ state: stateCounter.state, n: sum(stateCounter.n).mapWith(Number) })
    .from(stateCounter)
    .where(eq(stateCounter.kind, kind))
    .groupBy(stateCounter.state);
  return new Map(counted.map(({ state, n }) => [state, n]));
}

/** Rolls the counter deltas up into one row per state. A job; concurrent runs count each row once. */
export async function rollUpCounters({ db }: { db: Db }): Promise<void> {
  await db.execute(sql`
    with gone as (delete from state_counter returning kind, state, n)
    insert into state_counter select kind, state, sum(n) from gone group by kind, state having sum(n) <> 0`);
}
