import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";

const shop = await testShop();
afterAll(shop.dispose);

test("every function that a trigger runs is run by one, and every table says what it is", async () => {
  const { rows } = await shop.services.db.execute(sql`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prorettype = 'trigger'::regtype
      and not exists (select from pg_trigger t where t.tgfoid = p.oid)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'local_gateway') and c.relname not in ('schema_migration', 'test_job')
      and obj_description(c.oid, 'pg_class') is null`);
  expect(rows).toEqual([]);
});

test("no trigger runs before a variant is updated: with one, each sale would compute its colour family again", async () => {
  const { rows } = await shop.services.db.execute(sql`
    select count(*) filter (where tgtype & 2 > 0 and tgtype & 16 > 0)::integer as before, count(*)::integer as all
    from pg_trigger where tgrelid = 'variant'::regclass and not tgisinternal`);
  expect(rows).toEqual([{ before: 0, all: expect.any(Number) }]);
  expect(Number(rows[0]?.all)).toBeGreaterThan(5);
});
