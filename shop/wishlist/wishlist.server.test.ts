import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper, type Person } from "../../test/support/users.server.ts";
import { addToWishlist, removeFromWishlist, wishlistOf, wishlistProductIds } from "./wishlist.server.ts";
import { wishlistPage } from "./wishlist-page.server.ts";

let shop: TestShop;
let asha: Person;
let ravi: Person;
let products: string[];
const ports = () => shop.services;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
  const { rows } = await ports().db.execute(sql`select p.id from product p where p.status = 'active'
    and exists (select 1 from variant v where v.product_id = p.id and v.size = 'M') order by p.id limit 3`);
  products = z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
});
afterAll(() => shop.dispose());

test("a product is stored once in a wishlist, newest first, and only for its user", async () => {
  for (const id of [...products, ...products])
    expect(await addToWishlist(ports(), asha, id)).toEqual({ ok: true });
  const newestFirst = [...products].reverse();
  expect(await wishlistProductIds(ports(), asha.id)).toEqual(newestFirst);
  expect((await wishlistOf(ports(), asha.id)).map(({ id }) => id)).toEqual(newestFirst);
  expect(await wishlistProductIds(ports(), ravi.id)).toEqual([]);
});

test("another user's wishlist entry cannot be removed", async () => {
  expect(await removeFromWishlist(ports(), ravi, products[0] ?? "")).toBe(false);
  expect(await wishlistProductIds(ports(), asha.id)).toHaveLength(3);
  expect(await removeFromWishlist(ports(), asha, products[0] ?? "")).toBe(true);
  expect(await wishlistProductIds(ports(), asha.id)).toHaveLength(2);
});

test.each(["", "x", "'; drop table wishlist_entry; --", "5f0c9d1e-0000-4000-8000-000000000000"])(
  "the unknown product %j can be neither added nor removed",
  async (id) => {
    expect(await addToWishlist(ports(), ravi, id)).toEqual({ ok: false, refused: "no-product" });
    expect(await removeFromWishlist(ports(), ravi, id)).toBe(false);
  },
);

test("the page offers variants in stock, smallest size first, and hides products that are no longer sold", async () => {
  const [, second = "", third = ""] = products;
  const found = (await wishlistPage(ports(), asha.id)).find(({ card }) => card.id === second);
  const { rows } = await ports().db.execute(
    sql`select 1 from variant where product_id = ${second} and stock - reserved > 0`,
  );
  expect(found?.choices).toHaveLength(rows.length);
  const sizes = found?.choices.map(({ size }) => size) ?? [];
  const known = ["XS", "S", "M", "L", "XL", "XXL"].filter((size) => sizes.includes(size));
  expect([...new Set(sizes)]).toEqual(known);
  await ports().db.execute(sql`update product set status = 'archived' where id = ${third}`);
  expect((await wishlistPage(ports(), asha.id)).map(({ card }) => card.id)).toEqual([second]);
  expect(await wishlistProductIds(ports(), asha.id)).toEqual([second]);
});
