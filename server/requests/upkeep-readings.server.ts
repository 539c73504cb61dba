import { setTimeout as delay } from "node:timers/promises";
import { type JobBacklog, jobBacklog } from "../../platform/jobs/backlog.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Reading } from "./metrics.server.ts";

/** How long the backlog is cached, in ms, so that the gauges of one scrape need one query. */
const rememberedMs = 1_000;
/** How long a scrape waits for the database, in ms. The other metrics matter most when all connections are in use. */
const patienceMs = 500;

/**
 * The gauges of background work: backups, when the shop writes them itself, and jobs. A value that cannot be read is
 * NaN, so that a scrape neither fails nor waits while the database is unreachable.
 */
export function upkeepReadings({ backups, db }: Pick<Services, "backups" | "db">): Reading[] {
  let asked = Number.NEGATIVE_INFINITY;
  let backlog: Promise<JobBacklog | null> = Promise.resolve(null);
  const ofBacklog = (figure: (backlog: JobBacklog) => number) => async () => {
    if (performance.now() - asked > rememberedMs) {
      asked = performance.now();
      const answer = jobBacklog({ db }).catch(() => null);
      backlog = Promise.race([answer, delay(patienceMs, null, { ref: false })]);
    }
    const found = await backlog;
    return found ? figure(found) : Number.NaN;
  };
  const jobs: Reading[] = [
    { name: "jobs_waiting", help: "Due and not started, at most 1,000", read: ofBacklog((of) => of.waiting) },
    {
      name: "jobs_oldest_waiting_seconds",
      help: "How long the oldest has been due",
      read: ofBacklog((of) => of.oldestMinutes * 60),
    },
    {
      name: "jobs_failed",
      help: "Given up after all attempts, at most 1,000",
      read: ofBacklog((of) => of.failed),
    },
  ];
  const ofBackups: Reading = {
    name: "backup_last_success_timestamp_seconds",
    help: "When the newest backup in the shop's folder was written, 0 for none",
    read: async () => {
      const [newest] = (await backups?.list().catch(() => null)) ?? [];
      return newest ? newest.at.getTime() / 1_000 : 0;
    },
  };
  return [...(backups ? [ofBackups] : []), ...jobs].map((reading) => ({ ...reading, most: true }));
}
