import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAppRole } from "../../../test/support/cluster/databases.server.ts";
import { type DatabaseLine, databaseLine } from "../../../test/support/faults/database-line.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { type Connection, connect, sqlState } from "../database.server.ts";

let shop: TestShop;
let line: DatabaseLine;
let connection: Connection;
beforeAll(async () => {
  shop = await testShop();
  line = await databaseLine(shop.databaseUrl);
  connection = connect({ url: asAppRole(line.url), log: shop.services.log, max: 4 });
  await Promise.all([1, 2, 3, 4].map(() => connection.db.execute(sql`select pg_sleep(0.05)`)));
});
afterAll(async () => {
  await connection.close();
  line.close();
  await shop.dispose();
});

const half = (by: number) =>
  connection.db.execute(sql`/* hot */ select ${by}::integer / (${by}::integer - 3) as n`);
const backend = async () =>
  (await connection.db.execute(sql`/* hot */ select pg_backend_pid() as pid, ${1}::integer as n`)).rows[0]
    ?.pid;

test("hot reads that start together are sent in one write on one connection, each with its own result", async () => {
  const before = line.sent();
  const found = await Promise.all([4, 5, 9].map(half));
  expect(found.map(({ rows }) => rows[0]?.n)).toEqual([4, 2, 1]);
  expect(line.sent() - before).toBe(1);
  expect(new Set(await Promise.all([backend(), backend(), backend()])).size).toBe(1);
  expect(new Set(await Promise.all(Array.from({ length: 20 }, backend))).size).toBe(3);
});

test("a read that fails does not affect the others", async () => {
  const [good, bad, other] = await Promise.allSettled([half(4), half(3), half(5)]);
  expect([good?.status, other?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(bad?.status === "rejected" && sqlState(bad.reason)).toBe("22012");
  expect((await half(6)).rows[0]?.n).toBe(2);
  expect(connection.pool().waiting).toBe(0);
});

test("statements that may wait for a lock do not share a connection", async () => {
  const ids = Promise.all(
    [1, 2].map(() =>
      connection.db.execute(sql`/* hot */ select pg_backend_pid() as pid, ${1}::integer as n for update`),
    ),
  );
  const pids = (await ids.catch(() => [])).map(({ rows }) => rows[0]?.pid);
  expect(new Set(pids).size).toBe(2);
});
