import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anOrder, nowIs } from "../../test/support/ordered/placed-orders.server.ts";
import { aShirt, type Piece } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper } from "../../test/support/users.server.ts";
import { refreshBoughtTogether } from "./bought-together.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

test("a pair counts from its second order on, not by cancelled or old orders, and is counted anew each time", async () => {
  const [kurta, belt, watch] = [await aShirt(shop), await aShirt(shop), await aShirt(shop)];
  const buy = async (pieces: Piece[]) => anOrder(shop, await aShopper(shop), { pieces });
  const names = new Map([
    [kurta.productId, "kurta"],
    [belt.productId, "belt"],
    [watch.productId, "watch"],
  ]);
  const pairs = async () => {
    await refreshBoughtTogether(shop.services);
    const { rows } = await shop.services.db.execute(
      sql`select product_id, other_id, orders from bought_together`,
    );
    return rows
      .map((row) => `${names.get(String(row.product_id))} ${names.get(String(row.other_id))} ${row.orders}`)
      .sort();
  };
  await buy([kurta, belt]);
  const cancelled = await buy([kurta, watch]);
  await buy([kurta, watch]);
  await nowIs(shop, cancelled, "cancelled");
  expect(await pairs()).toEqual([]);
  await buy([kurta, belt, watch]);
  const both = ["belt kurta 2", "kurta belt 2", "kurta watch 2", "watch kurta 2"];
  expect(await pairs()).toEqual(both);
  const last = await buy([kurta, belt]);
  expect(await pairs()).toEqual(["belt kurta 3", "kurta belt 3", ...both.slice(2)]);
  await nowIs(shop, last, "cancelled");
  expect(await pairs()).toEqual(both);
  // 180 days before the clock of a test.
  await shop.services.db.execute(sql`update orders set placed_at = '2026-05-24T06:00:00Z'`);
  expect(await pairs()).toEqual([]);
});
