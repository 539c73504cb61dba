import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { searchProducts } from "./search-products.server.ts";
import { similarProducts } from "./similar.server.ts";

const shop = await testShop({ seed: true });
const { services } = shop;
afterAll(shop.dispose);

const idOf = async (slug: string) =>
  String((await services.db.execute(sql`select id from product where slug = ${slug}`)).rows[0]?.id);

test("similar products are of the same category and in stock, when there are enough", async () => {
  const id = await idOf("pocket-logo-essential-tee");
  const similar = await similarProducts(services, id, 8);
  expect(similar).toHaveLength(8);
  expect(new Set(similar.map(({ category }) => category))).toEqual(new Set(["T-Shirts"]));
  expect(new Set([id, ...similar.map((one) => one.id)]).size).toBe(9);
  expect(similar.every(({ stock }) => stock > 0)).toBe(true);
});

test("of two alike the one nearer in price comes first, in proportion", async () => {
  const { rows } = await services.db.execute(sql`
    with kind as (insert into category (slug, name, kind)
      select 'test-sarees', 'Test Sarees', min(kind) from category returning id),
    made as (
      insert into product (slug, name, brand, price, hsn_code, status, category_id)
      select 'saree-' || price, 'Saree', 'Test', price * 100, '5407', 'active', kind.id
      from kind, unnest(array[200, 600, 1000, 1500, 4000]) price returning id, slug)
    insert into variant (product_id, sku) select id, slug from made returning product_id as id, sku`);
  await services.db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, 5, 'system', 'a test' from variant where sku like 'saree-%'`);
  expect(rows).toHaveLength(5);
  const similar = await similarProducts(services, await idOf("saree-1000"), 4);
  expect(similar.map(({ slug }) => slug)).toEqual(["saree-1500", "saree-600", "saree-4000", "saree-200"]);
});

test("of a small category they are its own first, then others in stock", async () => {
  const { rows } =
    await services.db.execute(sql`select p.id from product p join category c on c.id = p.category_id
    where c.slug = 'boots' order by p.slug limit 1`);
  const similar = await similarProducts(services, String(rows[0]?.id), 8);
  expect(similar).toHaveLength(8);
  const categories = similar.map(({ category }) => category);
  const boots = categories.filter((one) => one === "Boots").length;
  expect(boots).toBeGreaterThan(0);
  expect(categories.slice(0, boots).every((one) => one === "Boots")).toBe(true);
});

test("a product without category or collection has similar ones too", async () => {
  const id = await idOf("tan-moccasins");
  await services.db.execute(sql`update product set category_id = null where id = ${id}`);
  await services.db.execute(sql`delete from product_collection where product_id = ${id}`);
  expect(await similarProducts(services, id, 8)).toHaveLength(8);
});

test.each(["q=kurta", "category=jeans", "size=8&sort=price-asc", "q=black+hoodie"])(
  "under %s the similar products are none of the results",
  async (address) => {
    const asked = readListing(new URLSearchParams(address));
    const { similar, listing, isEverything } = await searchProducts(services, asked);
    const last = readListing(new URLSearchParams(`${address}&page=1000`));
    const all = (await searchProducts(services, last)).listing.products.map(({ id }) => id);
    expect([isEverything, all.length]).toEqual([false, listing.count]);
    expect(similar.length).toBeGreaterThan(0);
    expect(similar.filter(({ id }) => all.includes(id))).toEqual([]);
  },
);

test("plain lists have none, whatever their order and page", async () => {
  for (const address of ["", "sort=price-asc", "page=2"]) {
    const found = await searchProducts(services, readListing(new URLSearchParams(address)));
    expect([found.isEverything, found.similar]).toEqual([true, []]);
  }
});

test("the nearest products say how they differ", async () => {
  const { relaxed } = await searchProducts(
    services,
    readListing(new URLSearchParams("q=black+kurta&price=0-500&max=100")),
  );
  expect(relaxed?.differing).toEqual(["above ₹500"]);
  expect(relaxed?.named).toBe(true);
});
