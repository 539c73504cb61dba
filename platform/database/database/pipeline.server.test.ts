import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAppRole, onDatabase } from "../../../test/support/cluster/databases.server.ts";
import { type DatabaseLine, databaseLine } from "../../../test/support/faults/database-line.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { type Connection, connect, inTransaction, sqlState } from "../database.server.ts";

let shop: TestShop;
let line: DatabaseLine;
let connection: Connection;
beforeAll(async () => {
  shop = await testShop();
  await onDatabase(shop.databaseUrl, "create table step (n int primary key)");
  line = await databaseLine(shop.databaseUrl);
  connection = connect({ url: asAppRole(line.url), log: shop.services.log, max: 1 });
  await connection.db.execute(sql`select 1`);
});
afterAll(async () => {
  await connection.close();
  line.close();
  await shop.dispose();
});

const insert = (n: number) => sql`insert into step values (${n})`;
const steps = async () =>
  (await connection.db.execute(sql`select n from step order by n`)).rows.map(({ n }) => n);

test("statements that a transaction issues together are sent together and run in that order", async () => {
  const before = line.sent();
  const found = await inTransaction(connection.db, async (tx) => {
    const [, , seen] = await Promise.all([
      tx.execute(insert(1)),
      tx.execute(insert(2)),
      tx.execute(sql`select n from step order by n`),
    ]);
    return seen.rows;
  });
  expect(found).toEqual([{ n: 1 }, { n: 2 }]);
  // `begin` with the three statements, then `commit`.
  expect(line.sent() - before).toBe(2);
});

test("when one of several statements sent together fails, none takes effect and the connection stays usable", async () => {
  const before = await steps();
  const failing = inTransaction(connection.db, async (tx) => {
    await Promise.all([tx.execute(insert(7)), tx.execute(insert(7)), tx.execute(insert(8))]);
  });
  expect(await failing.catch(sqlState)).toBe("23505");
  expect(await steps()).toEqual(before);
});
