import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";

const rowsShape = z.array(z.object({ value: z.string(), n: z.coerce.number() }));

/**
 * The counters of migration 0098; no product is read. "product": by status, and 'out'; "variant": 'all', 'low' (1 to
 * 5 left) and 'out'.
 */
export async function catalogueCounters(
  { db }: { db: Db },
  kind: "product" | "variant",
): Promise<(value: string) => number> {
  const { rows } = await db.execute(
    sql`select value, sum(n) as n from catalogue_tally where kind = ${kind} group by value`,
  );
  const counts = new Map(rowsShape.parse(rows).map(({ value, n }) => [value, n]));
  return (value) => counts.get(value) ?? 0;
}

/** Rolls the counter deltas up into one row each. A job; concurrent runs count each row once. */
export async function rollUpCatalogueCounters({ db }: { db: Db }): Promise<void> {
  await db.execute(sql`
    with gone as (delete from catalogue_tally returning kind, value, n)
    insert into catalogue_tally select kind, value, sum(n) from gone group by kind, value having sum(n) <> 0`);
}
