import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { testShop } from "../../test/support/test-shop.server.ts";
import { connect, type Db, inTransaction } from "./database.server.ts";
import { hot } from "./hot-statements.server.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

test("a hot statement is prepared once per connection, another is not prepared", async () => {
  const plans = await inTransaction(db, async (tx) => {
    const asked = Array.from({ length: 12 }, (_, n) => n);
    const answers = await Promise.all(
      asked.map((n) => hot(tx).execute(sql`select ${n}::integer * 2 as double`)),
    );
    expect(answers.map(({ rows }) => rows)).toEqual(asked.map((n) => [{ double: n * 2 }]));
    for (const n of asked) await tx.execute(sql`select ${n}::integer * 3 as triple`);
    const { rows } = await tx.execute(
      sql`select statement from pg_prepared_statements where statement like '%as double' or statement like '%as triple'`,
    );
    return rows;
  });
  expect(plans).toEqual([{ statement: "select $1::integer * 2 as double" }]);
});

test("a hot statement gives the values that execute gives", async () => {
  const statement = sql`select ${new Date(0)}::timestamptz as at, now()::date as day, 12::bigint as large, 1.50::numeric as
    exact, '{"a": 1}'::jsonb as json, array['x', 'y'] as texts, null as nothing, true as yes, 2 as small`;
  expect((await hot(db).execute(statement)).rows).toEqual((await db.execute(statement)).rows);
});

test("a named statement that failed can be executed again with other values", async () => {
  const half = (by: number) => hot(db).execute(sql`select 10 / ${by}::integer as half`);
  for (let n = 1; n <= 10; n++) await half(n);
  await expect(half(0)).rejects.toThrow();
  expect((await half(5)).rows).toEqual([{ half: 2 }]);
});

const planned = z.array(z.object({ generic: z.coerce.number(), custom: z.coerce.number() }));

test("with genericPlans a prepared statement is planned for any parameters until its transaction ends, and only there", async () => {
  const plansOf = async (tx: Db) => {
    await hot(tx).execute(sql`select name from users where id = ${randomUUID()}::uuid`);
    const { rows } = await tx.execute(sql`select generic_plans as generic, custom_plans as custom
      from pg_prepared_statements where statement like 'select name from users%'`);
    return planned.parse(rows)[0];
  };
  const own = connect({ url: shop.databaseUrl, log: shop.services.log, max: 1 });
  expect(await inTransaction(own.db, plansOf)).toEqual({ generic: 0, custom: 1 });
  expect(await inTransaction(own.db, plansOf, { genericPlans: true })).toEqual({ generic: 1, custom: 1 });
  const { rows } = await own.db.execute(sql`select current_setting('plan_cache_mode') as mode`);
  expect(rows).toEqual([{ mode: "auto" }]);
  await own.close();
});
