import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Staff } from "../../../shop/access/actor.ts";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { anOwnRate } from "../../../test/support/money/own-rate.ts";
import { aShirt, inSize } from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import type { TaxRate } from "../../tax/rates.ts";
import type { BulkChange } from "./bulk-change.ts";
import { previewPrices } from "./preview-prices.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const admin = aStaffMember();
const rupeePrice = (price: number) => ({ kind: "price", price }) as const;

/** A shirt (HSN 6205: 5 %, above ₹2,500 without tax 18 %) with a cost. */
async function shirtFor(cost: number | null, over: Parameters<typeof aShirt>[1] = {}) {
  const shirt = await aShirt(shop, over);
  await shop.services.db.execute(sql`update product set cost = ${cost} where id = ${shirt.productId}`);
  return shirt;
}
const preview = async (
  ids: string[],
  change: BulkChange,
  { actor = admin, ownRates = [] }: { actor?: Staff; ownRates?: TaxRate[] } = {},
) => {
  const found = await previewPrices(shop.services, actor, { ids, change, ownRates });
  if (!found) throw new Error("nothing would change");
  return found;
};

test.each([
  ["is compared without 5 % of GST", 500_00, 525_00, null],
  ["is compared without 5 % of GST, to the paisa", 500_01, 525_00, { cost: 500_01, value: 500_00, rate: 5 }],
  ["is below although the price with GST is above", 510_00, 525_00, { cost: 510_00, value: 500_00, rate: 5 }],
  [
    "is compared at the rate of the new price",
    2_700_00,
    2_950_00,
    { cost: 2_700_00, value: 2_500_00, rate: 18 },
  ],
  ["is not known", null, 1_00, null],
])("a cost %s", async (_, cost, price, belowCost) => {
  const { productId } = await shirtFor(cost);
  const found = await preview([productId], rupeePrice(price));
  expect(found.shown).toMatchObject([{ cost, belowCost }]);
  expect(found).toMatchObject({ belowCost: belowCost ? 1 : 0, belowCostWithoutRate: 0, aboveMrp: 0 });
});

test("without a known rate the price is compared as it is; a rate of the shop's own is known", async () => {
  const { productId } = await shirtFor(510_00);
  const { db } = shop.services;
  await db.execute(sql`update product set hsn_code = '3304' where id = ${productId}`);
  const unknown = await preview([productId], rupeePrice(505_00));
  expect(unknown).toMatchObject({ belowCost: 1, belowCostWithoutRate: 1 });
  expect(unknown.shown[0]?.belowCost).toEqual({ cost: 510_00, value: 505_00, rate: null });
  expect((await preview([productId], rupeePrice(525_00))).belowCost).toBe(0);
  const known = await preview([productId], rupeePrice(525_00), { ownRates: [anOwnRate("3304", 18)] });
  expect(known.shown[0]?.belowCost).toEqual({ cost: 510_00, value: 444_92, rate: 18 });
});

test("sizes with their own price and cost are counted with their product, by the one furthest below", async () => {
  const { db } = shop.services;
  const shirt = await shirtFor(400_00, { price: 999_00 });
  const large = await inSize(shop, shirt, "XXL", { price: 1_199_00 });
  await db.execute(sql`update variant set cost = 900_00 where id = ${large.variantId}`);
  const dearer = await inSize(shop, shirt, "XL");
  const fewer = await preview([shirt.productId], { kind: "percent", percent: -30 });
  expect(fewer).toMatchObject({ changed: 1, belowCost: 1 });
  expect(fewer.shown[0]).toMatchObject({
    cost: 400_00,
    belowCost: { cost: 900_00, value: Math.round(839_00 / 1.05), rate: 5 },
  });
  // A size without a price of its own may still cost more than the others.
  await db.execute(sql`update variant set cost = 950_00 where id = ${dearer.variantId}`);
  expect(
    (await preview([shirt.productId], { kind: "percent", percent: -30 })).shown[0]?.belowCost?.cost,
  ).toBe(950_00);
});

test("those below cost or above the MRP come first, and another cost is another question", async () => {
  const [fine, below, above] = [await shirtFor(1_00), await shirtFor(999_00), await shirtFor(null)];
  const { db } = shop.services;
  await db.execute(sql`update product set original_price = 60000 where id = ${above.productId}`);
  const ids = [fine, below, above].map(({ productId }) => productId);
  const first = await preview(ids, rupeePrice(700_00));
  expect(first).toMatchObject({ changed: 3, belowCost: 1, aboveMrp: 1 });
  expect(new Set(first.shown.slice(0, 2).map(({ id }) => id))).toEqual(
    new Set([below.productId, above.productId]),
  );
  expect((await preview(ids, rupeePrice(700_00))).version).toBe(first.version);
  await db.execute(sql`update product set cost = 2_00 where id = ${fine.productId}`);
  expect((await preview(ids, rupeePrice(700_00))).version).not.toBe(first.version);
});

test("who may not edit the catalogue gets no costs", async () => {
  const { productId } = await shirtFor(900_00);
  const clerk: Staff = { ...admin, permissions: new Set(["catalogue.view", "prices.edit"]) };
  const found = await preview([productId], rupeePrice(100_00), { actor: clerk });
  expect(found).toMatchObject({ changed: 1, belowCost: 0, shown: [{ cost: null, belowCost: null }] });
});
