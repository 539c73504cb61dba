import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { productTabCounts } from "../edit/staff-products.server.ts";
import { rollUpCatalogueCounters } from "./catalogue-counters.server.ts";
import { stockCounts } from "./inventory.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const ports = () => shop.services;
const metrics = z.array(z.record(z.string(), z.coerce.number()));

/** The stored counters must equal a count of all rows. */
async function agrees() {
  const [products, variants] = await Promise.all([productTabCounts(ports()), stockCounts(ports())]);
  const stored = {
    ...Object.fromEntries(Object.entries(products).map(([tab, { count }]) => [tab, count])),
    ...Object.fromEntries(Object.entries(variants).map(([tab, { count }]) => [`variants_${tab}`, count])),
  };
  const { rows } = await ports().db.execute(sql`
    with sold as (select v.* from variant v join product p on p.id = v.product_id where p.status <> 'archived')
    select (select count(*) from product) as all,
      (select count(*) from product where status = 'active') as active,
      (select count(*) from product where status = 'draft') as draft,
      (select count(*) from product where status = 'archived') as archived,
      (select count(*) from product p where p.status <> 'archived' and not exists (
        select from variant v where v.product_id = p.id and v.stock > v.reserved)) as out,
      (select count(*) from variant) as variants_all,
      (select count(*) from sold where stock - reserved between 1 and 5) as variants_low,
      (select count(*) from sold where stock - reserved <= 0) as variants_out`);
  expect(stored).toEqual(metrics.parse(rows)[0]);
  const wrong = await ports().db.execute(sql`
    select s.product_id from product_stock_level s where s.is_low <> exists (
      select from variant v where v.product_id = s.product_id and v.stock - v.reserved <= 5)`);
  expect(wrong.rows).toEqual([]);
  return stored;
}

test("the tab counters stay exact while products and stock are added, changed and deleted", async () => {
  const { db } = ports();
  const before = await agrees();
  await db.execute(sql`
    insert into product (slug, name, brand, price, status) values ('counted', 'Counted', 'Bench', 10000, 'draft')`);
  expect(await agrees()).toMatchObject({ all: (before.all ?? 0) + 1, out: (before.out ?? 0) + 1 });
  await db.execute(sql`
    insert into variant (product_id, sku, size) select id, 'COUNTED-' || s, s from product, unnest(array['S', 'M']) s
    where slug = 'counted'`);
  await db.execute(sql`
    insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, 6, 'system', 'test' from variant where sku like 'COUNTED-%'`);
  expect((await agrees()).out).toBe(before.out);
  await db.execute(sql`update variant set reserved = 3 where sku = 'COUNTED-S'`);
  await agrees();
  await db.execute(sql`update product set status = 'active' where slug = 'counted'`);
  await rollUpCatalogueCounters(ports());
  await agrees();
  // An archived product is never low or out of stock, whatever changes meanwhile; restored, it counts again.
  for (const status of ["archived", "draft", "archived"]) {
    await db.execute(sql`update product set status = ${status} where slug = 'counted'`);
    await agrees();
    await db.execute(
      sql`update variant set reserved = case reserved when 6 then 3 else 6 end where sku like 'COUNTED-%'`,
    );
    await agrees();
  }
  await db.execute(sql`
    insert into product (slug, name, brand, price, status) values ('put-away', 'Put away', 'Bench', 10000, 'archived')`);
  await db.execute(sql`update product set status = case slug when 'counted' then 'active' else 'draft' end
    where slug in ('counted', 'put-away')`);
  await agrees();
  await db.execute(sql`update product set status = 'archived' where slug in ('counted', 'put-away')`);
  await agrees();
  await db.execute(sql`delete from product where slug = 'put-away'`);
  await agrees();
  await db.execute(sql`delete from variant where sku = 'COUNTED-S'`);
  await agrees();
  await db.execute(sql`delete from product where slug = 'counted'`);
  expect(await agrees()).toEqual(before);
});

test("the counters stay exact when the last units of several sizes are reserved concurrently", async () => {
  const { db } = ports();
  const { rows } = await db.execute(sql`
    select product_id as id from variant group by product_id having count(*) > 3 order by product_id limit 5`);
  for (const { id } of rows) {
    const sizes = await db.execute(sql`select id from variant where product_id = ${id} order by id`);
    await Promise.all(
      sizes.rows.map((size) => db.execute(sql`update variant set reserved = stock where id = ${size.id}`)),
    );
  }
  await agrees();
});
