import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/database/database.server.ts";
import type { JobHandlers, Jobs } from "../../../platform/jobs/jobs.server.ts";

const due = z.array(
  z.object({
    name: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
);

/** Unlogged: no part of the shop, so no backup holds it. */
export const jobTable = `create unlogged table test_job (
  number bigint generated always as identity, name text not null, data jsonb not null, start_after timestamptz not null)`;

/**
 * The jobs port for tests: a table, so that jobs share the deliveryOutcome of the transaction that sends them, and a test's
 * clock says what is due. `runDue` runs everything due, jobs sent meanwhile included, and gives the names run;
 * a handler that throws fails the test.
 */
export function testJobs(ports: { db: Db; clock: Clock }) {
  const jobs: Jobs = {
    async send(db, name, data, options) {
      const startAfter = (options?.startAfter ?? ports.clock.now()).toISOString();
      await db.execute(
        sql`insert into test_job (name, data, start_after) values (${name}, ${JSON.stringify(data)}, ${startAfter})`,
      );
    },
  };
  async function runDue(handlers: JobHandlers): Promise<string[]> {
    const ran: string[] = [];
    for (;;) {
      const found = await ports.db.execute(
        sql`delete from test_job where number in (select number from test_job
          where start_after <= ${ports.clock.now().toISOString()} order by start_after, number limit 1)
          returning name, data`,
      );
      const [job] = due.parse(found.rows);
      if (!job) return ran;
      const handler = handlers[job.name];
      if (!handler) throw new Error(`No handler for the job '${job.name}'`);
      await handler(job.data);
      ran.push(job.name);
    }
  }
  return { jobs, runDue };
}
