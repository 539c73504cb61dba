import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import { eventually } from "../../test/support/eventually.ts";
import { testShop } from "../../test/support/test-shop.server.ts";

const shop = await testShop({ seed: true });
const { db, live } = shop.services;
afterAll(shop.dispose);

const received: ChangeEvent[] = [];
for (const topic of ["products", "reviews", "settings", "content"])
  live.subscribe(topic, (change) => received.push(change));
// The first thing said on each topic is "listening from now on".
await eventually(() => expect(received).toHaveLength(4));
beforeEach(() => received.splice(0));

const { rows } = await db.execute(sql`select id from product where slug = 'tan-moccasins'`);
const id = String(rows[0]?.id);
const receives = (expected: ChangeEvent[]) =>
  eventually(() => expect(received).toEqual(expect.arrayContaining(expected)));

test("a new price of a product is a change event of that product", async () => {
  await db.execute(sql`update product set price = price + 100 where id = ${id}`);
  await receives([{ topic: "products", id }]);
  expect(received).toHaveLength(1);
});

test("so is what is left of it: a piece of many is seen on its own page only, the last five and none everywhere", async () => {
  const move = (delta: string) =>
    db.execute(sql`insert into stock_move (variant_id, sku, delta, actor_kind, reason)
      select id, sku, ${sql.raw(delta)}, 'system', 'trial' from variant where product_id = ${id} and ${sql.raw(delta)} <> 0`);
  await move("held + 20 - stock");
  await eventually(() => expect(received).toHaveLength(1));
  received.splice(0);
  await move("1");
  await receives([{ topic: "products", id, only: "stock" }]);
  expect(received).toHaveLength(1);
  await move("held - stock");
  await receives([{ topic: "products", id }]);
});

test("a change of an article is a change event, and a collection's name concerns every page", async () => {
  await db.execute(
    sql`update blog_post set title = title || '.' where slug = (select min(slug) from blog_post)`,
  );
  await db.execute(sql`update collection set name = name || '.' where slug = 'men'`);
  await receives([{ topic: "content" }, { topic: "products" }]);
});

test("a review is a change event of its product's reviews and of the product, whose rating changes", async () => {
  await db.execute(sql`insert into review (product_id, rating, comment) values (${id}, 1, 'Too small')`);
  await receives([
    { topic: "reviews", id },
    { topic: "products", id },
  ]);
});

test("a change of many products is one change event", async () => {
  await db.execute(sql`update product set price = price + 100`);
  await receives([{ topic: "products" }]);
  expect(received).toHaveLength(1);
});

test("a setting concerns everybody; what is rolled back nobody", async () => {
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
