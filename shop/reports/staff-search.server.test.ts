import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { someStaff } from "../../test/support/access/actors.ts";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import { aShirt } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper } from "../../test/support/users.server.ts";
import { staffSearch } from "./staff-search.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const kinds = async (typed: string) =>
  (await staffSearch(shop.services, someStaff, typed)).map(({ kind, id }) => `${kind} ${id}`);

test("an order is found by its id, phone and name; a customer and a product by their names", async () => {
  const zara = await aShopper(shop, { name: "Zarina Quazi" });
  const shirt = await aShirt(shop, { name: "Xylophone Print Shirt" });
  const order = await anOrder(shop, zara, {
    pieces: [shirt],
    address: { name: "Zarina Quazi", phone: "+919000012345" },
  });
  expect(await kinds(order.id.slice(0, 8))).toEqual([`order ${order.id}`]);
  expect(await kinds(order.id)).toEqual([`order ${order.id}`]);
  expect(await kinds("90000 12345")).toEqual([`order ${order.id}`]);
  expect(await kinds("zarina q")).toEqual([`order ${order.id}`, `customer ${zara.id}`]);
  expect(await kinds("xylophone")).toEqual([`product ${shirt.productId}`]);
  expect(await kinds(shirt.slug)).toEqual([`product ${shirt.productId}`]);
});

test("a customer is found by a phone number in any form; numbers are shown as they are read", async () => {
  const omar = await aShopper(shop, { name: "Omar Sheikh" });
  await shop.services.db.execute(sql`update profile set phone = '+919000054321' where user_id = ${omar.id}`);
  for (const typed of ["090000 54321", "+91-90000-54321", "9000054321"])
    expect(await kinds(typed)).toEqual([`customer ${omar.id}`]);
  const order = await anOrder(shop, omar, { address: { phone: "+919000067890" } });
  const [found] = await staffSearch(shop.services, someStaff, order.id);
  expect(found?.note).toBe("Pending · 90000 67890");
});

test.each(["", "z", "%%%", "__", "\\", "'; drop table users; --"])(
  "%j finds nothing and breaks nothing",
  async (typed) => {
    expect(await kinds(typed)).toEqual([]);
  },
);
