import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Change } from "../platform/live/live.server.ts";
import { testShop } from "../test/support/test-shop.server.ts";

const shop = await testShop({ seed: true });
const { db, live } = shop.services;
afterAll(shop.dispose);

const heard: Change[] = [];
for (const topic of ["products", "reviews", "settings"])
  live.subscribe(topic, (change) => heard.push(change));
// The first thing said on each topic is "listening from now on".
await vi.waitFor(() => expect(heard).toHaveLength(3));
beforeEach(() => heard.splice(0));

const { rows } = await db.execute(sql`select id from product where slug = 'tan-moccasins'`);
const id = String(rows[0]?.id);
const hears = (expected: Change[]) =>
  vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(expected)), { timeout: 2_000 });

test("a product's price is news about that product", async () => {
  await db.execute(sql`update product set price = price + 100 where id = ${id}`);
  await hears([{ topic: "products", id }]);
  expect(heard).toHaveLength(1);
});

test("so is what is left of one of its sizes", async () => {
  await db.execute(sql`insert into stock_move (variant_id, sku, delta, who, why)
    select id, sku, 1, 'test', 'trial' from variant where product_id = ${id}`);
  await hears([{ topic: "products", id }]);
});

test("a review is news about its product and about the product's rating", async () => {
  await db.execute(sql`insert into review (product_id, rating, comment) values (${id}, 1, 'Too small')`);
  await hears([
    { topic: "reviews", id },
    { topic: "products", id },
  ]);
});

test("a change of many products is one piece of news", async () => {
  await db.execute(sql`update product set price = price + 100`);
  await hears([{ topic: "products" }]);
  expect(heard).toHaveLength(1);
});

test("a setting concerns everybody; what is rolled back nobody", async () => {
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update product set price = price + 100 where id = ${id}`);
      tx.rollback();
    })
    .catch(() => undefined);
  await db.execute(sql`update setting set version = version + 1`);
  await hears([{ topic: "settings" }]);
  expect(heard).toHaveLength(1);
});
