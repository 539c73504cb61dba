import { eq, sql, sum } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { catalogueCounter } from "../tables.server.ts";

/**
 * The counters of `catalogue_counter`; no product is read. "product": by status, and 'out'; "variant": 'all',
 * 'low' (1 to 5 left) and 'out'. Archived products are neither 'low' nor 'out'.
 */
export async function catalogueCounters(
  { db }: { db: Db },
  kind: "product" | "variant",
): Promise<(value: string) => number> {
  const { value, n } = catalogueCounter;
  const rows = await db
    .select({ value, n: sum(n).mapWith(Number) })
    .from(catalogueCounter)
    .where(eq(catalogueCounter.kind, kind))
    .groupBy(value);
  const counts = new Map(rows.map(({ value, n }) => [value, n]));
  return (value) => counts.get(value) ?? 0;
}

/** Rolls the counter deltas up into one row each. A job; concurrent runs count each row once. */
export async function rollUpCatalogueCounters({ db }: { db: Db }): Promise<void> {
  await db.execute(sql`
    with gone as (delete from catalogue_counter returning kind, value, n)
    insert into catalogue_counter select kind, value, sum(n) from gone group by kind, value having sum(n) <> 0`);
}
