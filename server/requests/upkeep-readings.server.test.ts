import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../db/migrate.server.ts";
import { type JobQueue, startJobs } from "../../platform/jobs/jobs.server.ts";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { upkeepReadings } from "./upkeep-readings.server.ts";

let shop: TestShop;
let jobs: JobQueue;

beforeAll(async () => {
  shop = await testShop();
  jobs = await startJobs({ url: shop.databaseUrl, log: shop.services.log, names: ["note"] });
  await migrate({ url: shop.databaseUrl });
});
afterAll(async () => {
  await jobs.close();
  await shop.dispose();
});

/** The gauges as a scrape reads them. */
async function scraped(of = shop.services): Promise<Record<string, number>> {
  const readings = upkeepReadings(of);
  return Object.fromEntries(await Promise.all(readings.map(async ({ name, read }) => [name, await read()])));
}

test("the gauges say when the last backup was written, and how jobs and emails wait and fail", async () => {
  const { db, backups } = shop.services;
  expect(await scraped()).toEqual({
    backup_last_success_timestamp_seconds: 0,
    jobs_waiting: 0,
    jobs_oldest_waiting_seconds: 0,
    jobs_failed: 0,
    mail_waiting: 0,
    mail_oldest_waiting_seconds: 0,
    mail_failed: 0,
  });
  const backup = await backups?.write();
  if (typeof backup !== "object") throw new Error(`no backup: ${backup}`);
  await jobs.send(db, "note", {}, { startAfter: new Date(Date.now() - 12 * 60_000) });
  await jobs.send(db, "note", {}, { startAfter: new Date(Date.now() + 60_000) });
  await jobs.send(db, "note", { given: "up" });
  await db.execute(sql`update jobs.job set state = 'failed' where data->>'given' = 'up'`);
  await shop.services.mail.queue(db, { to: "asha@example.com", subject: "Hello", text: "Hello" });
  await db.execute(sql`update mail_outbox set created_at = now() - interval '12 minutes'`);
  await shop.services.mail.queue(db, { to: "nobody@example.com", subject: "Given up", text: "Hello" });
  await db.execute(sql`
    update mail_outbox set due_at = null, created_at = now() - interval '3 days' where subject = 'Given up'`);
  expect(await scraped()).toEqual({
    backup_last_success_timestamp_seconds: backup.at.getTime() / 1_000,
    jobs_waiting: 1,
    jobs_oldest_waiting_seconds: 720,
    jobs_failed: 1,
    mail_waiting: 1,
    mail_oldest_waiting_seconds: 720,
    mail_failed: 1,
  });
});

test("a shop that writes no backups has no gauge of them, and a gauge that cannot be read is NaN", async () => {
  await onDatabase(shop.databaseUrl, "alter schema jobs rename to jobs_away");
  const readings = await scraped({ ...shop.services, backups: null });
  await onDatabase(shop.databaseUrl, "alter schema jobs_away rename to jobs");
  expect(readings).toMatchObject({
    jobs_waiting: Number.NaN,
    jobs_oldest_waiting_seconds: Number.NaN,
    jobs_failed: Number.NaN,
  });
  expect(Object.keys(readings)).not.toContain("backup_last_success_timestamp_seconds");
});

test("a scrape does not wait for a database that does not respond", async () => {
  const other = new Client({ connectionString: shop.databaseUrl });
  await other.connect();
  await other.query("begin; lock table jobs.job in access exclusive mode");
  const asked = performance.now();
  const { jobs_waiting } = await scraped();
  const waited = performance.now() - asked;
  await other.query("rollback");
  await other.end();
  expect(jobs_waiting).toBeNaN();
  expect(waited).toBeLessThan(5_000);
});
