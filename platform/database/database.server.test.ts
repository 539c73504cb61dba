import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { databaseLine } from "../../test/support/faults/database-line.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { connect, type Db, inTransaction, isBusy, sqlState } from "./database.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await onDatabase(shop.databaseUrl, "create table counter (id int primary key, n int not null)");
  await shop.services.db.execute(sql`insert into counter values (1, 0), (2, 0)`);
});
afterAll(() => shop.dispose());

const raise = (db: Db, id: number) => db.execute(sql`update counter set n = n + 1 where id = ${id}`);
const total = async () =>
  (await shop.services.db.execute(sql`select sum(n)::int as total from counter`)).rows[0]?.total;

test("two transactions that deadlock both succeed, because one is retried", async () => {
  const { db } = shop.services;
  let arrived = 0;
  const bothIn = Promise.withResolvers<void>();
  const crossed = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await raise(tx, first);
      if (++arrived === 2) bothIn.resolve();
      await bothIn.promise;
      await raise(tx, second);
    });
  await Promise.all([crossed(1, 2), crossed(2, 1)]);
  expect(await total()).toBe(4);
  expect(arrived).toBeGreaterThan(2);
});

test("serialization failures are retried", async () => {
  const { db } = shop.services;
  const before = Number(await total());
  const work = Array.from({ length: 4 }, () =>
    inTransaction(db, (tx) => raise(tx, 1), { isolationLevel: "serializable" }),
  );
  await Promise.all(work);
  expect(await total()).toBe(before + 4);
});

test("a nested transaction is rolled back with the outer one", async () => {
  const { db } = shop.services;
  const before = await total();
  const outer = inTransaction(db, async (tx) => {
    await inTransaction(tx, (inner) => raise(inner, 1));
    throw new Error("changed my mind");
  });
  await expect(outer).rejects.toThrow("changed my mind");
  expect(await total()).toBe(before);
});

test("a refusal rolls everything back and is returned", async () => {
  const { db } = shop.services;
  const before = await total();
  const refusal = { ok: false, refused: "changed-my-mind" };
  const answer = await inTransaction(db, async (tx) => {
    await raise(tx, 1);
    return inTransaction(tx, async (inner) => {
      await raise(inner, 2);
      return refusal;
    });
  });
  expect(answer).toEqual(refusal);
  expect(await total()).toBe(before);
  await inTransaction(db, async (tx) => {
    await raise(tx, 1);
    return { ok: true };
  });
  expect(await total()).toBe(Number(before) + 1);
});

test("other errors are thrown without a retry, with their code", async () => {
  let tries = 0;
  const attempt = inTransaction(shop.services.db, async (tx) => {
    tries++;
    await tx.execute(sql`insert into counter values (1, 0)`);
  });
  expect(await attempt.catch(sqlState)).toBe("23505");
  expect(tries).toBe(1);
});

test("a write that a former primary refuses counts as busy, so the request may be retried", async () => {
  const write = inTransaction(shop.services.db, (tx) => raise(tx, 1), { accessMode: "read only" });
  const error = await write.catch((reason: unknown) => reason);
  expect(sqlState(error)).toBe("25006");
  expect(isBusy(error)).toBe(true);
});

test("statements that a transaction issues at once run in that order", async () => {
  const found = await inTransaction(shop.services.db, async (tx) => {
    const [, , seen] = await Promise.all([
      tx.execute(sql`insert into counter values (3, 5)`),
      tx.execute(sql`update counter set n = n * 2 where id = 3`),
      tx.execute(sql`delete from counter where id = 3 returning n`),
    ]);
    return seen.rows;
  });
  expect(found).toEqual([{ n: 10 }]);
});

test("when one of several statements issued at once fails, none takes effect and the connection stays usable", async () => {
  const connection = connect({ url: shop.databaseUrl, log: shop.services.log, max: 1 });
  const before = await total();
  const failing = inTransaction(connection.db, (tx) =>
    Promise.all([
      tx.execute(sql`insert into counter values (7, 1)`),
      tx.execute(sql`insert into counter values (7, 1)`),
      tx.execute(sql`insert into counter values (8, 1)`),
    ]),
  );
  expect(await failing.catch(sqlState)).toBe("23505");
  expect((await connection.db.execute(sql`select sum(n)::int as total from counter`)).rows).toEqual([
    { total: before },
  ]);
  await connection.close();
});

test("a database that cannot be reached and a connection that breaks count as busy, in and outside transactions", async () => {
  const { log } = shop.services;
  const nowhere = connect({ url: "postgresql://nobody@127.0.0.1:1/none", log });
  const reason = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  expect(isBusy(await reason(nowhere.db.execute(sql`select 1`)))).toBe(true);
  expect(isBusy(await reason(inTransaction(nowhere.db, raiseOne)))).toBe(true);
  await nowhere.close();

  const line = await databaseLine(shop.databaseUrl);
  const cut = connect({ url: line.url, log, max: 2 });
  const waiting = [cut.db.execute(sql`select pg_sleep(10)`), inTransaction(cut.db, slow)].map(reason);
  await expect.poll(() => cut.pool().idle + cut.pool().total).toBe(2);
  await pause(200);
  line.close();
  expect((await Promise.all(waiting)).map(isBusy)).toEqual([true, true]);
  await cut.close();
});

test("an answer of the database and a mistake of ours do not count as busy", async () => {
  const { db } = shop.services;
  const wrong = await db.execute(sql`select * from nothing`).catch((error: unknown) => error);
  expect(isBusy(wrong)).toBe(false);
  const circular: unknown[] = [];
  circular.push({ circular });
  const mistake = await db
    .execute(sql`select ${sql.param({ circular })}::jsonb`)
    .catch((error: unknown) => error);
  expect([mistake instanceof Error, isBusy(mistake)]).toEqual([true, false]);
  const unwritable = { toJSON: () => new Date(Number.NaN).toISOString() };
  const outOfRange = await db
    .execute(sql`select ${sql.param(unwritable)}::jsonb`)
    .catch((error: unknown) => error);
  expect([outOfRange instanceof Error, isBusy(outOfRange)]).toEqual([true, false]);
});

const raiseOne = (tx: Db) => raise(tx, 1);
const slow = (tx: Db) => tx.execute(sql`select pg_sleep(10)`);
