import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { type Db, inTransaction, isBusy, sqlState } from "./database.server.ts";

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
  const write = shop.services.db.transaction((tx) => raise(tx, 1), { accessMode: "read only" });
  const error = await write.catch((reason: unknown) => reason);
  expect(sqlState(error)).toBe("25006");
  expect(isBusy(error)).toBe(true);
});
