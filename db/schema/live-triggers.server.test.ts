import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import { eventually } from "../../test/support/eventually.ts";
import { testShop } from "../../test/support/test-shop.server.ts";

const shop = await testShop({ seed: true });
const { db, live } = shop.services;
afterAll(shop.dispose);

const received: ChangeEvent[] = [];
for (const topic of ["products", "reviews", "settings", "content"])
  live.subscribe(topic, (change) => received.push(change));
// The first event on each topic says "listening from now on".
await eventually(() => expect(received).toHaveLength(4));
beforeEach(() => received.splice(0));

const { rows } = await db.execute(sql`select id from product where slug = 'tan-moccasins'`);
const id = String(rows[0]?.id);
const receives = (expected: ChangeEvent[]) =>
  eventually(() => expect(received).toEqual(expect.arrayContaining(expected)));

test("a new price sends one change event of that product", async () => {
  await db.execute(sql`update product set price = price + 100 where id = ${id}`);
  await receives([{ topic: "products", id }]);
  expect(received).toHaveLength(1);
});

test("a stock change with many units left is an event for the product page only, a sell-out for every page", async () => {
  const move = (delta: string) =>
    db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      select id, sku, ${sql.raw(delta)}, 'system', 'trial' from variant where product_id = ${id} and ${sql.raw(delta)} <> 0`);
  await move("reserved + 20 - stock");
  await eventually(() => expect(received).toHaveLength(1));
  received.splice(0);
  await move("1");
  await receives([{ topic: "products", id, only: "stock" }]);
  expect(received).toHaveLength(1);
  await move("reserved - stock");
  await receives([{ topic: "products", id }]);
});

describe("a product with two sizes", async () => {
  const { rows } = await db.execute(sql`
    select product_id as product, (array_agg(id::text order by id))[1:2] as variants from variant
    group by product_id having count(*) > 1 order by 1 limit 1`);
  const [sizes] = z
    .tuple([z.object({ product: z.string(), variants: z.tuple([z.string(), z.string()]) })])
    .parse(rows);
  const deliver = (variant: string, delta: number) =>
    db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      select id, sku, ${delta}, 'system', 'trial' from variant where id = ${variant}`);

  // What lists show of a product changes with its last five units, and with a size that sells out or comes back.
  test.each([
    { left: [40, 40], sold: 1, seen: false },
    { left: [4, 3], sold: 1, seen: false },
    { left: [3, 3], sold: 1, seen: true },
    { left: [2, 2], sold: 1, seen: true },
    { left: [6, 0], sold: 1, seen: true },
    { left: [3, 100], sold: 1, seen: false },
    { left: [1, 100], sold: 1, seen: true },
    { left: [0, 100], sold: -2, seen: true },
    { left: [2, 3], sold: -10, seen: true },
    { left: [4, 3], sold: -10, seen: false },
  ] as const)(
    "with $left in stock and $sold sold, the event is for every page: $seen",
    async ({ left, sold, seen }) => {
      await db.execute(sql`
      insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      select id, sku, reserved + wanted - stock, 'system', 'trial' from variant, lateral (
        select case id when ${sizes.variants[0]} then ${left[0]}::integer when ${sizes.variants[1]} then ${left[1]}::integer
          else 0 end as wanted) w
      where product_id = ${sizes.product} and reserved + wanted <> stock`);
      const settled = sql`select pg_notify('live', '{"topic":"settings"}')`;
      await db.execute(settled);
      await receives([{ topic: "settings" }]);
      received.splice(0);
      await deliver(sizes.variants[0], -sold);
      await db.execute(settled);
      await receives([{ topic: "settings" }]);
      const [event] = received;
      expect(received.length).toBe(2);
      expect(event).toEqual({ topic: "products", id: sizes.product, ...(!seen && { only: "stock" }) });
    },
  );
});

test("a changed article sends a content event, and a collection's new name an event of all products", async () => {
  await db.execute(
    sql`update blog_post set title = title || '.' where slug = (select min(slug) from blog_post)`,
  );
  await db.execute(sql`update collection set name = name || '.' where slug = 'men'`);
  await receives([{ topic: "content" }, { topic: "products" }]);
});

test("a new review sends an event of the product's reviews and one of the product, whose rating changes", async () => {
  await db.execute(sql`insert into review (product_id, rating, comment) values (${id}, 1, 'Too small')`);
  await receives([
    { topic: "reviews", id },
    { topic: "products", id },
  ]);
});

test("a change of many products sends one change event", async () => {
  await db.execute(sql`update product set price = price + 100`);
  await receives([{ topic: "products" }]);
  expect(received).toHaveLength(1);
});

test("a changed setting sends an event, a change that is rolled back sends none", async () => {
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update product set price = price + 100 where id = ${id}`);
      tx.rollback();
    })
    .catch(() => undefined);
  await db.execute(sql`update setting set version = version + 1`);
  await receives([{ topic: "settings" }]);
  expect(received).toHaveLength(1);
});
