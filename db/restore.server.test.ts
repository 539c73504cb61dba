import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { expiredBackups, makeBackups } from "../platform/backup/backups.server.ts";
import { writeBackup } from "../platform/backup/write-backup.server.ts";
import { connect, type Db, isBusy } from "../platform/database/database.server.ts";
import { startJobs } from "../platform/jobs/jobs.server.ts";
import { makeLog } from "../platform/log.server.ts";
import { folderStorage, type Storage } from "../platform/storage/storage.server.ts";
import { isServedKey } from "../shop/catalogue/pictures/picture-keys.ts";
import { jobNames } from "../shop/jobs.server.ts";
import { putOnHold, takeOffHold } from "../shop/settings/hold-setting.server.ts";
import { readSettings } from "../shop/settings/settings.server.ts";
import { databaseAt, onDatabase } from "../test/support/cluster/databases.server.ts";
import { databaseLine } from "../test/support/faults/database-line.server.ts";
import { aBuyer, aDeliveredOrder, aShirt, brokenRulesOf } from "../test/support/orders.server.ts";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";
import { migrate } from "./migrate.server.ts";
import { restore } from "./restore.server.ts";

const log = makeLog({ level: "silent", json: true });
let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  folder = await mkdtemp(join(tmpdir(), "campus-style-restore-"));
});
afterAll(async () => {
  await shop.dispose();
  await rm(folder, { recursive: true, force: true });
});

/**
 * The shop's storage with a dozen of the demo's pictures and a few of their sizes: a thousand would be
 * packed in the same way.
 */
function fewPictures(storage: Storage): Storage {
  return {
    ...storage,
    async *keys() {
      const left = { served: 3, original: 12 };
      for await (const key of storage.keys())
        if (left[isServedKey(key) ? "served" : "original"]-- > 0) yield key;
    },
  };
}

/** A new database and a new folder, into which a backup can be restored. */
async function emptyPlace() {
  const cluster = inject("testCluster");
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await onDatabase(cluster.url, `create database ${name}`);
  const url = databaseAt(cluster.url, name);
  const { db, close } = connect({ url, log });
  const storage = folderStorage(join(folder, name));
  return {
    db,
    storage,
    restore: (file: string, whenLoaded = putOnHold) =>
      restore({ file, url, storage, jobNames, whenLoaded, log }),
    async dispose() {
      await close();
      await onDatabase(cluster.url, `drop database ${name} with (force)`);
    },
  };
}

async function checksums(db: Db) {
  const { rows } = await db.execute(sql`
    select (select count(*)::int from orders) as orders, (select sum(total)::text from orders) as money,
      (select md5(string_agg(p::text, '' order by id)) from product p) as products,
      (select md5(string_agg(m::text, '' order by id)) from stock_movement m) as moves,
      (select count(*)::int from pin_code) as pins`);
  return rows[0];
}

test("a backup contains no text of a sent email, and no link or code of a queued one", async () => {
  const { db, mail } = shop.services;
  const queued = (subject: string, secret: boolean) =>
    mail.queue(db, {
      to: "asha@shop.example",
      subject,
      text: `text of ${subject}`,
      html: `text of ${subject}`,
      secret,
    });
  await queued("an email that was sent", false);
  await mail.sendDue(db);
  await queued("a secret that waits", true);
  await queued("an email that waits", false);
  const file = join(folder, "mails.tar.gz");
  await writeBackup({ url: shop.databaseUrl, storage: fewPictures(shop.services.storage), file });
  const place = await emptyPlace();
  try {
    await place.restore(file);
    const { rows } = await place.db.execute(
      sql`select subject, text, html from mail_outbox where "to" = 'asha@shop.example' order by subject`,
    );
    expect(rows).toEqual([
      { subject: "a secret that waits", text: "", html: null },
      {
        subject: "an email that waits",
        text: "text of an email that waits",
        html: "text of an email that waits",
      },
      { subject: "an email that was sent", text: "", html: null },
    ]);
  } finally {
    await place.dispose();
  }
  await mail.forget(db, "asha@shop.example");
});

test("a restored shop is on hold from then on, and one that only moved is not, whatever the backup says", async () => {
  const file = join(folder, "held.tar.gz");
  await putOnHold(shop.services.db, "2026-11-20T04:47:00.000Z");
  await writeBackup({ url: shop.databaseUrl, storage: fewPictures(shop.services.storage), file });
  const [copy, moved] = [await emptyPlace(), await emptyPlace()];
  try {
    const { made } = await copy.restore(file);
    const { hold } = await readSettings(copy.db);
    expect(hold?.backup).toBe(made);
    expect(Math.abs(new Date(hold?.since ?? 0).getTime() - Date.now())).toBeLessThan(600_000);
    await moved.restore(file, takeOffHold);
    expect((await readSettings(moved.db)).hold).toBeNull();
  } finally {
    await copy.dispose();
    await moved.dispose();
  }
});

test("a backup contains no payout details, only that they were given", async () => {
  const { db } = shop.services;
  const buyer = await aBuyer(shop);
  const order = await aDeliveredOrder(shop, buyer, [[await aShirt(shop), 1]]);
  await db.execute(sql`
    insert into payout_details (order_id, user_id, details)
    values (${order.id}, ${buyer.id}, '{"kind": "upi", "upiId": "asha@okaxis"}')`);
  const file = join(folder, "payouts.tar.gz");
  await writeBackup({ url: shop.databaseUrl, storage: fewPictures(shop.services.storage), file });
  const place = await emptyPlace();
  try {
    await place.restore(file);
    const { rows } = await place.db.execute(sql`select order_id, details from payout_details`);
    expect(rows).toEqual([{ order_id: order.id, details: null }]);
  } finally {
    await place.dispose();
  }
});

test("a backup taken while orders are placed restores completely: all rules hold and the pictures are the same", async () => {
  const shirt = await aShirt(shop, { stock: 100_000 });
  const queue = await startJobs({ url: shop.databaseUrl, log, names: jobNames });
  await migrate({ url: shop.databaseUrl });
  await queue.send(shop.services.db, "settle-cancelled", { orderId: randomUUID() });
  let done = false;
  const acknowledged: string[] = [];
  // Each order has its own buyer, because the number of orders of one account is limited.
  const order = async () =>
    acknowledged.push((await aDeliveredOrder(shop, await aBuyer(shop), [[shirt, 1]])).id);
  // On a busy machine an order may be refused (no lock or connection within five seconds); the next one follows.
  const putOff = (error: unknown) => {
    if (!isBusy(error)) throw error;
  };
  const ordering = Array.from({ length: 4 }, async () => {
    while (!done) await order().catch(putOff);
  });
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(4);
  const before = acknowledged.slice();
  const file = join(folder, "under-load.tar.gz");
  const written = await writeBackup({
    url: shop.databaseUrl,
    storage: fewPictures(shop.services.storage),
    file,
    remade: isServedKey,
  });
  done = true;
  await Promise.all(ordering);
  await queue.close();
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const place = await emptyPlace();
  const began = performance.now();
  const restored = await place.restore(file);
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(restored).toMatchObject({ rows: written.rows, files: written.files });
  expect(restored.jobs).toBeGreaterThan(0);
  expect(await brokenRulesOf(place.db)).toEqual([]);
  const { rows } = await place.db.execute(sql`select id from orders`);
  const ids = z.array(z.object({ id: z.string() })).parse(rows);
  expect(ids.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
  // The triggers are active again.
  await expect(place.db.execute(sql`delete from stock_movement`)).rejects.toThrow();
  for await (const key of fewPictures(shop.services.storage).keys()) {
    if (isServedKey(key)) continue;
    const [was, is] = [await shop.services.storage.get(key), await place.storage.get(key)];
    expect(was && is && (await buffer(was.body)).equals(await buffer(is.body)), key).toBe(true);
  }
  const again = await place.restore(file).catch((error: Error) => error.message);
  expect(again).toContain("The database is not empty");

  // A backup of the shop at rest restores the same data.
  await place.dispose();
  const quiet = join(folder, "at-rest.tar.gz");
  await writeBackup({ url: shop.databaseUrl, storage: fewPictures(shop.services.storage), file: quiet });
  const second = await emptyPlace();
  await second.restore(quiet);
  expect(await checksums(second.db)).toEqual(await checksums(shop.services.db));
  await second.dispose();
});

test("a backup over a slow network names the right number of rows: it restores", async () => {
  const line = await databaseLine(shop.databaseUrl, "COPY ");
  const file = join(folder, "slow.tar.gz");
  const place = await emptyPlace();
  try {
    await writeBackup({
      url: line.url,
      storage: fewPictures(shop.services.storage),
      file,
      remade: () => true,
    });
    expect((await place.restore(file)).rows).toBeGreaterThan(1_000);
  } finally {
    line.close();
    await place.dispose();
  }
});

test("a truncated file and one that is no backup are refused with a message, and nothing is restored", async () => {
  const file = join(folder, "cut.tar.gz");
  await writeBackup({
    url: shop.databaseUrl,
    storage: fewPictures(shop.services.storage),
    file,
    remade: () => true,
  });
  await truncate(file, Math.floor((await stat(file)).size / 2));
  const place = await emptyPlace();
  const refusal = await place.restore(file).catch((error: Error) => error.message);
  expect(refusal).toContain("is cut off");
  const tables = sql`select count(*)::int as count from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  expect((await place.db.execute(tables)).rows).toEqual([{ count: 0 }]);
  for await (const key of place.storage.keys()) throw new Error(`${key} was left behind`);

  // A second try with a whole file succeeds in the same place, also after a restore that was killed.
  await place.db.execute(sql`create table unfinished_restore ()`);
  await place.db.execute(sql`create table half_a_shop ()`);
  await place.storage.put("left-behind", Buffer.from("x"));
  const whole = join(folder, "whole.tar.gz");
  await writeBackup({ url: shop.databaseUrl, storage: fewPictures(shop.services.storage), file: whole });
  expect((await place.restore(whole)).rows).toBeGreaterThan(1_000);
  expect(await checksums(place.db)).toEqual(await checksums(shop.services.db));
  await place.dispose();

  // An archive that was packed after it had been cut off.
  const repacked = join(folder, "repacked.tar.gz");
  const bare = gunzipSync(await readFile(whole));
  await writeFile(repacked, gzipSync(bare.subarray(0, Math.floor(bare.length / 2) + 100)));
  const third = await emptyPlace();
  expect(await third.restore(repacked).catch((error: Error) => error.message)).toContain("is cut off");
  await third.dispose();

  const other = join(folder, "other.tar.gz");
  await writeFile(other, "no archive at all");
  const next = await emptyPlace();
  expect(await next.restore(other).catch((error: Error) => error.message)).toMatch(/is cut off|not a backup/);
  await next.dispose();
});

test("the newest backup is kept, and old ones are thinned out to hourly, daily and weekly ones", async () => {
  const backups = makeBackups({
    url: shop.databaseUrl,
    folder: join(folder, "hourly"),
    clock: shop.clock,
    log,
    storage: fewPictures(shop.services.storage),
    remade: isServedKey,
  });
  const first = await backups.write();
  shop.clock.forward(3_600_000);
  const second = await backups.write();
  expect(await backups.list()).toEqual([second, first]);

  // Of one that a power cut broke off, and of one that is just being written.
  const [broken, running] = ["broken.tar.gz.unfinished", "running.tar.gz.unfinished"];
  for (const name of [broken, running]) await writeFile(join(folder, "hourly", name), "half");
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(folder, "hourly", broken), longAgo, longAgo);
  shop.clock.forward(3_600_000);
  await backups.write();
  const left = await readdir(join(folder, "hourly"));
  expect(left.filter((name) => name.endsWith(".unfinished"))).toEqual([running]);

  const hour = 3_600_000;
  const all = Array.from({ length: 24 * 90 }, (_, n) => ({
    file: `${n}`,
    at: new Date(1_800_000_000_000 - n * hour),
    bytes: 1,
  }));
  const kept = all.length - expiredBackups(all).length;
  expect(expiredBackups(all)).not.toContain(all[0]);
  expect(kept).toBeGreaterThanOrEqual(24 + 12 + 5);
  expect(kept).toBeLessThanOrEqual(24 + 14 + 8);
});
