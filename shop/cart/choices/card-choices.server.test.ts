import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { cardChoices } from "./card-choices.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

test("a card offers the colours in stock with their sizes in order, and marks sold-out sizes", async () => {
  const { rows } = await shop.services.db.execute(sql`
    select id from product where slug = 'maroon-festive-kurta'`);
  const kurta = z.object({ id: z.string() }).parse(rows[0]);
  const reserved = (which: SQL) =>
    shop.services.db.execute(
      sql`update variant set reserved = stock where product_id = ${kurta.id} and ${which}`,
    );
  await reserved(sql`size = 'M'`);
  const [choice, ...others] = await cardChoices(shop.services, kurta.id);
  expect(others).toEqual([]);
  expect(choice?.sizes.map(({ size }) => size)).toEqual(["S", "M", "L", "XL", "XXL"]);
  expect(choice?.sizes.find(({ size }) => size === "M")).toEqual({ size: "M", inStock: false });
  expect(choice?.sizes.some(({ inStock }) => inStock)).toBe(true);
  await reserved(sql`true`);
  expect(await cardChoices(shop.services, kurta.id)).toEqual([]);
});

test("an unknown product has no choices", async () => {
  expect(await cardChoices(shop.services, "no-product")).toEqual([]);
});
