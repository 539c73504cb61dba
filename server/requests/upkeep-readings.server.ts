import { setTimeout as delay } from "node:timers/promises";
import { jobBacklog } from "../../platform/jobs/backlog.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Reading } from "./metrics.server.ts";

/** How long an answer is cached, in ms, so that the gauges of one scrape need one query. */
const rememberedMs = 1_000;
/** How long a scrape waits for the database, in ms. The other metrics matter most when all connections are in use. */
const patienceMs = 500;

/**
 * The gauges of background work: backups, when the shop writes them itself, jobs and emails. A value that cannot be read
 * is NaN, so that a scrape neither fails nor waits while the database is unreachable.
 */
export function upkeepReadings({ backups, db, mail }: Pick<Services, "backups" | "db" | "mail">): Reading[] {
  const ofJobs = remembered(() => jobBacklog({ db }));
  const ofMail = remembered(() => mail.backlog(db));
  const background: Reading[] = [
    { name: "jobs_waiting", help: "Due and not started, at most 1,000", read: ofJobs((of) => of.waiting) },
    {
      name: "jobs_oldest_waiting_seconds",
      help: "How long the oldest has been due",
      read: ofJobs((of) => of.oldestMinutes * 60),
    },
    {
      name: "jobs_failed",
      help: "Given up after all attempts, at most 1,000",
      read: ofJobs((of) => of.failed),
    },
    {
      name: "mail_waiting",
      help: "Emails still to be sent, at most 1,000",
      read: ofMail((of) => of.waiting),
    },
    {
      name: "mail_oldest_waiting_seconds",
      help: "The age of the oldest email still to be sent",
      read: ofMail((of) => of.oldestMinutes * 60),
    },
    {
      name: "mail_failed",
      help: "Emails given up after all attempts, at most 1,000",
      read: ofMail((of) => of.failed),
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
  return [...(backups ? [ofBackups] : []), ...background].map((reading) => ({ ...reading, most: true }));
}

/** Readings of one query, whose answer is cached for a moment; NaN when there is none in time. */
function remembered<Found>(ask: () => Promise<Found | null>) {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Found | null> = Promise.resolve(null);
  return (figure: (found: Found) => number) => async () => {
    if (performance.now() - asked > rememberedMs) {
      asked = performance.now();
      answer = Promise.race([ask().catch(() => null), delay(patienceMs, null, { ref: false })]);
    }
    const found = await answer;
    return found ? figure(found) : Number.NaN;
  };
}
