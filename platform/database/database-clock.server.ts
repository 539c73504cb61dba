import { sql } from "drizzle-orm";
import { Client } from "pg";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.server.ts";
import type { Db } from "./database.server.ts";

const askEvery = 60_000;
const answer = z.tuple([z.object({ now: z.date() })]);

/**
 * The database's time, so that all processes share one clock, and a machine with a wrong clock still sells at the right
 * price. Read at the start and every minute; in between the process adds its monotonic clock. In: the database's URL.
 * Rejects when it cannot be read at the start.
 */
export async function databaseClock({
  url,
  log,
}: {
  url: string;
  log: Log;
}): Promise<Clock & { stop(): void }> {
  let ahead = await ask(url);
  const timer = setInterval(() => {
    ask(url).then(
      (found) => {
        ahead = found;
      },
      (error: unknown) => log.debug({ err: error }, "the database's time could not be asked"),
    );
  }, askEvery);
  timer.unref();
  return {
    now: () => new Date(performance.now() + ahead),
    stop: () => clearInterval(timer),
  };
}

/** The difference between the database's time (ms since 1970) and this process's monotonic clock. */
async function ask(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const sent = performance.now();
    const { rows } = await client.query("select clock_timestamp() as now");
    const half = (performance.now() - sent) / 2;
    return answer.parse(rows)[0].now.getTime() - sent - half;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The time of a transaction by the database: a server with a wrong clock must not date an invoice. */
export async function databaseTime(tx: Db): Promise<Date> {
  const { rows } = await tx.execute(sql`select now() as now`);
  const [found] = z.array(z.object({ now: z.coerce.date() })).parse(rows);
  if (!found) throw new Error("the database does not know the time");
  return found.now;
}
