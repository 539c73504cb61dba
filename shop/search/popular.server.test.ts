import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/support/eventually.ts";
import { anOrder, nowIs } from "../../test/support/ordered/placed-orders.server.ts";
import { aShirt, type Piece } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper } from "../../test/support/users.server.ts";
import { readListing } from "../catalogue/listing-address.ts";
import type { Order } from "../orders/orders.ts";
import { listProducts } from "./list-products.server.ts";
import { refreshPopularity } from "./popular.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

test("the recommended order follows the units sold, not those of cancelled or old orders", async () => {
  const [kurta, belt, watch] = [
    await aShirt(shop, { name: "Kurta" }),
    await aShirt(shop, { name: "Belt" }),
    await aShirt(shop, { name: "Watch" }),
  ];
  const buy = async (...pieces: Piece[]) => {
    const orders: Order[] = [];
    for (const piece of pieces) orders.push(await anOrder(shop, await aShopper(shop), { pieces: [piece] }));
    return orders;
  };
  const listed = async () => {
    const { products } = await listProducts(shop.services, readListing(new URLSearchParams()));
    return products.map(({ name }) => name);
  };
  const recounted = async (expected: string[]) => {
    await refreshPopularity(shop.services);
    await eventually(async () => expect(await listed()).toEqual(expected));
  };
  const unsold = await listed();
  await buy(belt);
  const cancelled = await buy(watch, watch, watch);
  await buy(kurta, kurta);
  await recounted(["Watch", "Kurta", "Belt"]);
  for (const order of cancelled) await nowIs(shop, order, "cancelled");
  await recounted(["Kurta", "Belt", "Watch"]);
  await buy(belt, belt);
  await recounted(["Belt", "Kurta", "Watch"]);
  // 90 days before the clock of a test.
  await shop.services.db.execute(sql`update orders set placed_at = '2026-08-22T06:00:00Z'`);
  await recounted(unsold);
});
