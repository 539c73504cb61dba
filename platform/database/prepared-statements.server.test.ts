import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { testShop } from "../../test/support/test-shop.server.ts";
import { inTransaction } from "./database.server.ts";
import { useGenericPlans } from "./prepared-statements.server.ts";

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

const planned = z.array(z.object({ generic: z.coerce.number(), custom: z.coerce.number() }));

test("a prepared statement is planned for any parameters until its transaction ends, and only there", async () => {
  await inTransaction(db, async (tx) => {
    const plansOf = async () => {
      const { rows } = await tx.execute(sql`select generic_plans as generic, custom_plans as custom
        from pg_prepared_statements where name = 'looked_up'`);
      return planned.parse(rows)[0];
    };
    await tx.execute(sql`prepare looked_up (uuid) as select name from users where id = $1`);
    await tx.execute(sql`execute looked_up (gen_random_uuid())`);
    expect(await plansOf()).toEqual({ generic: 0, custom: 1 });
    await useGenericPlans(tx);
    await tx.execute(sql`execute looked_up (gen_random_uuid())`);
    expect(await plansOf()).toEqual({ generic: 1, custom: 1 });
    await tx.execute(sql`deallocate looked_up`);
  });
  const { rows } = await db.execute(sql`select current_setting('plan_cache_mode') as mode`);
  expect(rows).toEqual([{ mode: "auto" }]);
});
