import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aShirt } from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const rename = (id: string, sku: string) =>
  shop.services.db.execute(sql`update variant set sku = ${sku} where id = ${id}`);

test("SKUs are unique regardless of case", async () => {
  const [one, two] = [await aShirt(shop), await aShirt(shop)];
  await rename(one.variantId, "Mug-1");
  await expect(rename(two.variantId, "MUG-1")).rejects.toThrow();
});
