import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../platform/database/database.server.ts";
import { onDatabase } from "../test/support/cluster/databases.server.ts";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";
import { migrate } from "./migrate.server.ts";

let shop: TestShop;
let folder: string;
beforeEach(async () => {
  shop = await testShop();
  // Only the test's own migrations count.
  await onDatabase(shop.databaseUrl, "delete from schema_migration");
  folder = await mkdtemp(join(tmpdir(), "campus-style-migrations-"));
  await writeFile(join(folder, "0001-tea.sql"), "create table tea (name text);");
  await writeFile(
    join(folder, "0002-sugar.sql"),
    "alter table tea add sugar int; insert into tea values ('chai', 2);",
  );
});
afterEach(async () => {
  await shop.dispose();
  await rm(folder, { recursive: true, force: true });
});

const run = () => migrate({ url: shop.databaseUrl, folder });
const tea = async () => (await shop.services.db.execute(sql`select * from tea`)).rows;

test("applies missing migrations in order and once, also when two processes start together", async () => {
  const [one, other] = await Promise.all([run(), run()]);
  expect([...one, ...other].sort()).toEqual(["0001-tea.sql", "0002-sugar.sql"]);
  expect(await run()).toEqual([]);
  expect(await tea()).toEqual([{ name: "chai", sugar: 2 }]);
});

test("refuses an applied migration file that was changed or is missing", async () => {
  await run();
  await writeFile(join(folder, "0001-tea.sql"), "create table coffee (name text);");
  await expect(run()).rejects.toThrow(/0001-tea\.sql was changed after it was applied/);
  await rm(join(folder, "0001-tea.sql"));
  await expect(run()).rejects.toThrow(/0001-tea\.sql .* is gone/);
});

test("a failed migration is rolled back, and can be corrected", async () => {
  const third = join(folder, "0003-milk.sql");
  await writeFile(third, "delete from tea; select 1 from milk;");
  await expect(run()).rejects.toThrow(/0003-milk\.sql failed: relation "milk" does not exist/);
  expect(await tea()).toHaveLength(1);
  await writeFile(third, "delete from tea;");
  expect(await run()).toEqual(["0003-milk.sql"]);
  expect(await tea()).toEqual([]);
});

test("a migration waits for a table in use, and meanwhile delays its readers by at most 2.5 seconds", async () => {
  await run();
  await writeFile(join(folder, "0003-milk.sql"), "alter table tea add milk int;");
  let migrating: Promise<string[]> | undefined;
  await inTransaction(shop.services.db, async (tx) => {
    await tx.execute(sql`select * from tea`);
    migrating = run();
    // Readers queue behind the waiting migration, which gives way after two seconds.
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => setTimeout(resolve, 800));
      const began = performance.now();
      expect(await tea()).toHaveLength(1);
      expect(performance.now() - began).toBeLessThan(2_500);
    }
  });
  expect(await migrating).toEqual(["0003-milk.sql"]);
});
