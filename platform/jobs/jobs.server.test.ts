import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../db/migrate.server.ts";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { eventually } from "../../test/support/eventually.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { inTransaction } from "../database/database.server.ts";
import { type JobData, type JobQueue, startJobs } from "./jobs.server.ts";

let shop: TestShop;
let jobs: JobQueue;
let busy = false;
const seen: JobData[] = [];

beforeAll(async () => {
  shop = await testShop();
  jobs = await startJobs({ url: shop.databaseUrl, log: shop.services.log, names: ["note", "later"] });
  // As at every start: grants the shop its rights on the queue's new tables.
  await migrate({ url: shop.databaseUrl });
  const handlers = {
    note: async (data: JobData) => {
      if (data.broken === true) throw new Error("this one fails");
      seen.push(data);
    },
    later: async (data: JobData) => {
      seen.push(data);
    },
  };
  await jobs.work(handlers, {}, () => busy);
});
afterAll(async () => {
  await jobs.close();
  await shop.dispose();
});

test("a job sent in a transaction runs after the commit, one rolled back never, one for later not yet", async () => {
  const { db } = shop.services;
  const attempt = inTransaction(db, async (tx) => {
    await jobs.send(tx, "note", { word: "rolled back" });
    throw new Error("no");
  });
  await expect(attempt).rejects.toThrow("no");
  await jobs.send(db, "later", { word: "tomorrow" }, { startAfter: new Date(Date.now() + 86_400_000) });
  await inTransaction(db, async (tx) => {
    await jobs.send(tx, "note", { broken: true });
    await jobs.send(tx, "note", { word: "committed", amount: 3 });
  });
  await eventually(() => expect(seen).toEqual([{ word: "committed", amount: 3 }]));
});

test("of jobs that run together, one that fails is kept for a retry and the others complete", async () => {
  const { db } = shop.services;
  await inTransaction(db, async (tx) => {
    for (const word of ["good", "bad", "fine"])
      await jobs.send(tx, "note", { word, at: "once", broken: word === "bad" });
  });
  const states = async () => {
    const { rows } = await db.execute(sql`
      select data->>'word' as word, state, output->>'message' as said from jobs.job where data->>'at' = 'once' order by 1`);
    return rows;
  };
  await eventually(async () =>
    expect(await states()).toEqual([
      { word: "bad", state: "retry", said: "this one fails" },
      { word: "fine", state: "completed", said: null },
      { word: "good", state: "completed", said: null },
    ]),
  );
});

test("jobs wait while the server is busy with requests, but not forever", async () => {
  const { db } = shop.services;
  busy = true;
  await jobs.send(db, "note", { word: "after the people" });
  await new Promise((later) => setTimeout(later, 2_500));
  expect(seen).not.toContainEqual({ word: "after the people" });
  await eventually(() => expect(seen).toContainEqual({ word: "after the people" }));
  busy = false;
});

test("a job with an unknown name is refused when it is sent", async () => {
  await expect(jobs.send(shop.services.db, "unheard-of", {})).rejects.toThrow();
});

test("starting the workers can be retried after a database failure, and each job still runs once", async () => {
  const { log, db } = shop.services;
  const other = await startJobs({ url: shop.databaseUrl, log, names: ["again"] });
  await migrate({ url: shop.databaseUrl });
  const done: JobData[] = [];
  const handlers = {
    again: async (data: JobData) => {
      done.push(data);
    },
  };
  // Half a year away: it must not come while this runs.
  const farAway = { again: `0 0 1 ${((new Date().getUTCMonth() + 6) % 12) + 1} *` };
  await onDatabase(shop.databaseUrl, "alter table jobs.schedule rename to away");
  await expect(other.work(handlers, farAway)).rejects.toThrow("schedule");
  await onDatabase(shop.databaseUrl, "alter table jobs.away rename to schedule");
  await other.work(handlers, farAway);
  for (const word of ["one", "two", "three"]) await other.send(db, "again", { word });
  await eventually(() => expect(done).toHaveLength(3));
  expect(done.map(({ word }) => word).toSorted()).toEqual(["one", "three", "two"]);
  await other.close();
});

test("a job whose times passed while nothing ran, or the clock jumped over them, is sent once afterwards", async () => {
  const { log } = shop.services;
  let runs = 0;
  const nightly = async () => {
    const queue = await startJobs({ url: shop.databaseUrl, log, names: ["nightly"] });
    await migrate({ url: shop.databaseUrl });
    await queue.work({ nightly: async () => void runs++ }, { nightly: "45 20 * * *" });
    return queue;
  };
  await (await nightly()).close();
  await onDatabase(
    shop.databaseUrl,
    "update jobs.schedule set created_on = now() - interval '9 days' where name = 'nightly'",
  );
  await onDatabase(shop.databaseUrl, "update jobs.version set cron_on = now() - interval '3 days'");
  const again = await nightly();
  await eventually(() => expect(runs).toBe(1));
  await new Promise((later) => setTimeout(later, 2_000));
  expect(runs).toBe(1);
  await again.close();
});
