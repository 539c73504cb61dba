import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import {
  cachedCategories,
  cachedCollections,
  cachedPicturedCollections,
  picturedCollections,
} from "../collections.server.ts";

const shop = await testShop({ seed: true });
const services = { ...shop.services, site: { ...shop.services.site, inMemory: true } };
const { db, live } = services;
afterAll(shop.dispose);

test("the cache has a category's or collection's new name within a second, whoever changed it", async () => {
  await cachedCategories(services);
  await eventually(() => expect(live.listening()).toBe(true));
  const [first] = await cachedCategories(services);
  expect(await cachedCategories(services)).toBe(await cachedCategories(services));
  await db.execute(sql`update category set name = 'Renamed' where slug = ${first?.slug}`);
  await expect
    .poll(async () => (await cachedCategories(services)).map(({ name }) => name))
    .toContain("Renamed");
  await cachedCollections(services);
  await db.execute(sql`update collection set title = 'Other title' where slug = 'men'`);
  await expect
    .poll(async () => (await cachedCollections(services)).find(({ slug }) => slug === "men")?.title)
    .toBe("Other title");
});

test("the cards of the home page have a collection's new picture within a second", async () => {
  const women = async () =>
    (await cachedPicturedCollections(services)).find(({ slug }) => slug === "women")?.picture?.key;
  const before = await women();
  expect(await cachedPicturedCollections(services)).toBe(await cachedPicturedCollections(services));
  await db.execute(sql`update collection set picture_key = (select picture_key from collection where slug = 'men')
    where slug = 'women'`);
  await expect.poll(women).not.toBe(before);
});

test("a collection without a picture has that of its newest product", async () => {
  const girls = async () =>
    (await picturedCollections(services)).find(({ slug }) => slug === "girls")?.picture?.key;
  await db.execute(sql`update collection set picture_key = null where slug = 'girls'`);
  const { rows } = await db.execute(sql`
    select i.picture_key from product p join product_collection c on c.product_id = p.id
      join product_picture i on i.product_id = p.id and i.position = 0
    where c.collection_slug = 'girls' and p.status = 'active' order by p.created_at desc, p.id limit 1`);
  await db.execute(sql`update product set created_at = now() where id = (
    select product_id from product_picture where picture_key = ${rows[0]?.picture_key} limit 1)`);
  expect(await girls()).toBe(rows[0]?.picture_key);
});
