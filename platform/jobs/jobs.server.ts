import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Db } from "../database/database.server.ts";
import type { Log } from "../log.server.ts";
import { giveWay } from "./polling.server.ts";

/** A job's data: JSON, ids rather than contents. */
export type JobData = Record<string, string | number | boolean | null>;

/** Runs one job. It may run more than once, so it checks what is left to do; throwing retries it later. */
export type JobHandler = (data: JobData) => Promise<void>;

/** Job name -> handler. */
export type JobHandlers = Record<string, JobHandler>;

/** Queues jobs. */
export type Jobs = {
  /**
   * Queues a job in the caller's transaction (pass the plain database when there is none). `startAfter`: not before
   * this time. The name must have a handler.
   */
  send(db: Db, name: string, data: JobData, options?: { startAfter?: Date }): Promise<void>;
};

/** The queue with its workers. */
export type JobQueue = Jobs & {
  /**
   * Starts running jobs in this process. `schedules`: job name -> cron line in UTC, sent with empty data; once for all
   * times at which no process ran. `busy`: whether requests wait for the same resources; jobs then give way, for at most
   * five seconds. Rejects when the database does not answer, and may then be called again.
   */
  work(handlers: JobHandlers, schedules?: Record<string, string>, busy?: () => boolean): Promise<void>;
  /** Takes no new jobs, lets running ones finish for at most 10 s (later ones are retried), and disconnects. */
  close(): Promise<void>;
};

/** A failed job is retried ten times over about an hour and a half, with exponential backoff. */
const retries = { retryLimit: 10, retryDelay: 5, retryBackoff: true, retryDelayMax: 1_200 };

/**
 * A queue in PostgreSQL (pg-boss, in the schema `jobs`, which it creates and upgrades). In: the database's URL, the
 * log, and all job names.
 */
export async function startJobs(options: { url: string; log: Log; names: string[] }): Promise<JobQueue> {
  const { log } = options;
  const connection = {
    connectionString: options.url,
    schema: "jobs",
    application_name: "campus-style jobs",
    max: 4,
    // Passed on to pg: an unreachable machine must not block the queue for the kernel's 15 minutes.
    query_timeout: 60_000,
  };
  const boss = new PgBoss(connection);
  boss.on("error", (error) => log.warn({ err: error }, "the job queue reports an error"));
  await boss.start();
  const made = { ...retries, expireInSeconds: 120 };
  await Promise.all(options.names.map((name) => boss.createQueue(name, made)));

  /** Job names whose worker runs: `work` may be called again after a failure. */
  const begun = new Set<string>();

  return {
    async send(db, name, data, { startAfter } = {}) {
      const sent = await boss.send(name, data, {
        db: fromDrizzle(db, sql),
        ...(startAfter && { startAfter }),
      });
      if (sent === null) throw new Error(`The job '${name}' was not taken by the queue.`);
    },
    async work(handlers, schedules = {}, busy = () => false) {
      for (const [name, handler] of Object.entries(handlers)) {
        if (begun.has(name)) continue;
        const settings = {
          pollingIntervalSeconds: 1,
          batchSize: 10,
          burstWhenBatchFull: true,
        } as const;
        await boss.work<JobData, unknown, typeof settings>(name, settings, async (jobs) => {
          await giveWay(busy);
          await runBatch(boss, handler, jobs, log);
        });
        begun.add(name);
      }
      for (const { name } of await boss.getSchedules()) {
        if (!(name in schedules)) await boss.unschedule(name);
      }
      // A time that passed while nothing ran, or that the clock jumped over, is made up for once.
      for (const [name, cron] of Object.entries(schedules))
        await boss.schedule(name, cron, {}, { missed: "once" });
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

type Job = { id: string; name: string; data: JobData };

/**
 * Runs jobs of one name concurrently. pg-boss completes all when this resolves and fails what is not completed when it
 * throws. Its own way for single results (`perJobResults`) looks for them in all jobs of the last week.
 */
async function runBatch(boss: PgBoss, handler: JobHandler, jobs: Job[], log: Log): Promise<void> {
  const ends = await Promise.allSettled(jobs.map(async ({ data }) => handler(data)));
  const failed = ends.flatMap((end, at) => {
    const job = jobs[at];
    return job && end.status === "rejected" ? [{ job, error: end.reason }] : [];
  });
  for (const { job, error } of failed)
    log.error({ err: error, job: job.name, jobId: job.id }, "a job failed");
  const [first] = failed;
  if (!first) return;
  const done = jobs.filter((_, at) => ends[at]?.status === "fulfilled").map(({ id }) => id);
  if (done.length > 0) await boss.complete(first.job.name, done);
  throw first.error instanceof Error ? first.error : new Error(String(first.error));
}
