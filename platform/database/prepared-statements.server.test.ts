import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { inTransaction } from "./database.server.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

test("a statement marked as hot is prepared once per connection, another is not prepared", async () => {
  const plans = await inTransaction(db, async (tx) => {
    for (let n = 1; n <= 12; n++) {
      const { rows } = await tx.execute(sql`/* hot */ select ${n}::integer * 2 as double`);
      expect(rows).toEqual([{ double: n * 2 }]);
      await tx.execute(sql`select ${n}::integer * 3 as triple`);
    }
    const { rows } = await tx.execute(
      sql`select statement from pg_prepared_statements where statement like '%as double' or statement like '%as triple'`,
    );
    return rows;
  });
  expect(plans).toEqual([{ statement: "/* hot */ select $1::integer * 2 as double" }]);
});

test("numerous or one-off statements do not use up the names of hot statements", async () => {
  const plans = await inTransaction(db, async (tx) => {
    for (let other = 1; other <= 300; other++)
      for (let times = 0; times < (other <= 160 ? 7 : 1); times++)
        await tx.execute(
          sql`select "t"."v" + ${times}::integer as ${sql.raw(`v${other}`)} from (select 1 as v) "t"`,
        );
    for (let n = 1; n <= 12; n++) await tx.execute(sql`/* hot */ select ${n}::integer * 4 as fourfold`);
    const { rows } = await tx.execute(sql`select statement from pg_prepared_statements`);
    return rows.map(({ statement }) => String(statement));
  });
  expect(plans.filter((one) => one.includes("fourfold"))).toHaveLength(1);
  expect(plans.filter((one) => one.startsWith('select "t"')).length).toBeGreaterThan(100);
  expect(plans.length).toBeLessThanOrEqual(250);
});

test("a named statement that failed can be executed again with other values", async () => {
  const half = (by: number) => db.execute(sql`/* hot */ select 10 / ${by}::integer as half`);
  for (let n = 1; n <= 10; n++) await half(n);
  await expect(half(0)).rejects.toThrow();
  expect((await half(5)).rows).toEqual([{ half: 2 }]);
});
