import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase } from "../../../test/support/cluster/databases.server.ts";
import { aShirt } from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const rename = (id: string, sku: string) =>
  shop.services.db.execute(sql`update variant set sku = ${sku} where id = ${id}`);

test("SKUs are unique regardless of case, and the migration renames existing duplicates", async () => {
  const [one, two, three] = [await aShirt(shop), await aShirt(shop), await aShirt(shop)];
  await rename(one.variantId, "Mug-1");
  await expect(rename(two.variantId, "MUG-1")).rejects.toThrow();

  // The database as it was before the migration.
  await onDatabase(shop.databaseUrl, "drop index variant_sku_any_case");
  await rename(two.variantId, "MUG-1");
  await rename(three.variantId, "mug-1");
  const migration = new URL("../../../db/migrations/0141-sku-any-case.sql", import.meta.url);
  await onDatabase(shop.databaseUrl, await readFile(migration, "utf8"));
  const { rows } = await shop.services.db.execute(sql`
    select id, sku from variant where lower(sku) like 'mug-1%' order by sku`);
  const skuOf = new Map(rows.map(({ id, sku }) => [id, sku]));
  expect(skuOf.get(one.variantId)).toBe("Mug-1");
  expect(skuOf.get(two.variantId)).toBe(`MUG-1-${two.variantId.slice(0, 8)}`);
  expect(skuOf.get(three.variantId)).toBe(`mug-1-${three.variantId.slice(0, 8)}`);
  await expect(rename(two.variantId, "mUG-1")).rejects.toThrow();
});
