import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";

const problem = z.object({ row: z.number(), column: z.string(), message: z.string(), grave: z.boolean() });
const runShape = z.object({
  id: z.string(),
  file_name: z.string(),
  format: z.enum(["own", "shopify"]),
  mode: z.enum(["create", "update", "both"]),
  status: z.enum(["checked", "running", "done"]),
  admin_name: z.string(),
  created_at: z.coerce.date().transform((at) => at.toISOString()),
});
export type ImportRun = z.infer<typeof runShape>;

const fullShape = runShape.extend({
  rows_read: z.number(),
  problems: z.array(problem),
  problem_count: z.number(),
});
const counted = z.array(z.object({ state: z.string(), count: z.number() }));
const left = z.array(z.object({ slug: z.string(), message: z.string() }));

/** The newest twenty imports. */
export async function listRuns({ db }: { db: Db }): Promise<ImportRun[]> {
  const { rows } = await db.execute(sql`
    select id, file_name, format, mode, status, admin_name, created_at from import_run
    order by created_at desc limit 20`);
  return z.array(runShape).parse(rows);
}

/** One import: what was read, what is wrong with the file, how far it is, and the first hundred that were left out. */
export async function importRun({ db }: { db: Db }, id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const { rows } = await db.execute(sql`
    select id, file_name, format, mode, status, admin_name, created_at, rows_read, problems, problem_count
    from import_run where id = ${id}`);
  const [run] = z.array(fullShape).parse(rows);
  if (!run) return null;
  const states = await db.execute(sql`
    select state, count(*)::integer as count from import_product where run_id = ${id} group by state`);
  const outside = await db.execute(sql`
    select slug, message from import_product where run_id = ${id} and message is not null order by position limit 100`);
  const counts = new Map(counted.parse(states.rows).map(({ state, count }) => [state, count]));
  const of = (state: string) => counts.get(state) ?? 0;
  return {
    ...run,
    counts: {
      waiting: of("waiting"),
      created: of("created"),
      updated: of("updated"),
      skipped: of("skipped"),
      failed: of("failed"),
    },
    leftOut: left.parse(outside.rows),
  };
}
