import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { seedDemo } from "../../../demo/seed.server.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { categories, categoryHead, collections } from "../collections.server.ts";
import { countCatalogue, countLabels, homeCategories, showcase } from "../home.server.ts";

const shop = await testShop();
const { services } = shop;
afterAll(shop.dispose);

test("an empty shop shows empty tabs and no invented counts", async () => {
  expect(await showcase(services)).toEqual({ newest: [], popular: [], offers: [] });
  const empty = await homeCategories(services, await countCatalogue(services));
  expect(empty.map(({ slug, itemsLabel, picture }) => [slug, itemsLabel, picture])).toEqual(
    ["students", "girls", "men", "women", "accessories", "footwear"].map((slug) => [slug, "0 items", null]),
  );
  expect(countLabels(await countCatalogue(services))).toEqual({ products: "", brands: "" });
  await seedDemo(services);
});

test("the tabs show 12 products each: the newest, the best rated, and the discounted by lowest price", async () => {
  const { newest, popular, offers } = await showcase(services);
  expect([newest.length, popular.length, offers.length]).toEqual([12, 12, 12]);
  expect(newest.every(({ isNew }) => isNew)).toBe(true);
  expect(popular.every(({ rating }) => rating === 5)).toBe(true);
  expect(offers.every(({ isSale, price }) => isSale && price.percentOff !== null)).toBe(true);
  const prices = offers.map(({ price }) => price.paid);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
});

test("the six categories show their counts, rounded down to ten, and a picture", async () => {
  const cards = await homeCategories(services, await countCatalogue(services));
  expect(cards.map(({ name, itemsLabel }) => [name, itemsLabel])).toEqual([
    ["Students", "230+ items"],
    ["Girls", "320+ items"],
    ["Men", "320+ items"],
    ["Women", "440+ items"],
    ["Accessories", "180+ items"],
    ["Footwear", "90+ items"],
  ]);
  expect(cards.every(({ picture }) => picture !== null)).toBe(true);
});

test("the demo catalogue has the specified numbers of products and brands", async () => {
  expect(countLabels(await countCatalogue(services))).toEqual({ products: "500+", brands: "50+" });
});

test("an archived product is no longer counted", async () => {
  await services.db.execute(sql`update product set status = 'archived' where id in
    (select product_id from product_collection where collection_slug = 'footwear' limit 83)`);
  const footwear = (await homeCategories(services, await countCatalogue(services))).find(
    ({ slug }) => slug === "footwear",
  );
  expect(footwear).toMatchObject({ count: 7, itemsLabel: "7 items" });
});

test("categories are sorted by name, collections as in the navigation, with the specified titles", async () => {
  const names = (await categories(services)).map(({ name }) => name.toLowerCase());
  expect(names).toHaveLength(31);
  expect(names).toEqual(names.toSorted());
  const places = await collections(services);
  expect(places.map(({ slug, title }) => [slug, title])).toEqual([
    ["students", "Student Collection"],
    ["girls", "Girls Fashion"],
    ["men", "Men's Wear"],
    ["women", "Women's Collection"],
    ["accessories", "Accessories"],
    ["footwear", "Footwear"],
  ]);
  expect((await categoryHead(services, "nonsense")).title).toBe("All Products");
});
