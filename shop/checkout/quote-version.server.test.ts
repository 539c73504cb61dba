import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBuyer, anAddress, aShirt, checkoutDetails, putInCart } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { invalidateSettings } from "../settings/settings.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import { onWhatsApp, orderSingle } from "./buy-now.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { quotedTotal } from "./priced-lines.server.ts";
import { quoteCart } from "./quote.server.ts";

let shop: TestShop;
const ports = () => shop.services;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

/** Runs the work with this delivery fee. */
async function withFee(deliveryFee: number, work: () => Promise<void>) {
  const value = JSON.stringify({ ...defaultSettings.policy, deliveryFee });
  await ports().db.execute(sql`
    insert into setting (key, value) values ('policy', ${value}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  invalidateSettings(ports());
  await work();
  await ports().db.execute(sql`delete from setting where key = 'policy'`);
  invalidateSettings(ports());
}

test("an order is refused when a fee or a changed coupon makes its total differ from the one shown", async () => {
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop, { price: 100_000 }));
  await ports().db.execute(sql`
    insert into coupon (code, description, kind, value, valid_from, valid_to)
    values ('SHOWN', 'Shown', 'percent', 50, now() - interval '1 day', now() + interval '1 day')`);
  const shown = await quoteCart(ports(), buyer.id, "SHOWN");
  expect(shown.total).toBe(50_000);
  await ports().db.execute(sql`update coupon set value = 10 where code = 'SHOWN'`);
  const place = (version: string) =>
    placeOrder(ports(), buyer, checkoutDetails({ version, couponCode: "SHOWN" }));
  expect(await place(shown.version)).toEqual({ ok: false, refused: "cart-changed" });
  const now = await quoteCart(ports(), buyer.id, "SHOWN");
  await withFee(4_900, async () => {
    expect(await place(now.version)).toEqual({ ok: false, refused: "cart-changed" });
  });
  expect(await place(now.version)).toMatchObject({ ok: true, value: { total: 90_000 } });
});

test("what is no version agrees to no total", () => {
  for (const version of ["", "abc", "abc.", "abc.-5", "abc.1e5", "abc.12x"])
    expect(quotedTotal(version)).toBe(0);
  expect(quotedTotal("abc.49900")).toBe(499_00);
});

test("an order of one product is refused when the delivery fee is not the one shown", async () => {
  const buyer = await aBuyer(shop);
  const shirt = await aShirt(shop);
  const details = {
    variantId: shirt.variantId,
    quantity: 1,
    unitShown: 49_900,
    shippingShown: 0,
    address: anAddress,
    key: randomUUID(),
  };
  await withFee(4_900, async () => {
    expect(await orderSingle(ports(), buyer, { ...onWhatsApp, ...details })).toEqual({
      ok: false,
      refused: "cart-changed",
    });
  });
  expect(await orderSingle(ports(), buyer, { ...onWhatsApp, ...details })).toMatchObject({
    ok: true,
    value: { total: 49_900 },
  });
});

test("an unknown field does not make a repeated request with the same key a different one", async () => {
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop));
  const details = checkoutDetails();
  const first = await placeOrder(ports(), buyer, details);
  const newer = { ...details, giftMessage: "For you", address: { ...anAddress, landmark: "" } };
  const again = await placeOrder(ports(), buyer, newer);
  expect(again.ok && again.value.id).toBe(first.ok && first.value.id);
  const other = { ...details, address: { ...anAddress, city: "Mysuru" } };
  expect(await placeOrder(ports(), buyer, other)).toEqual({ ok: false, refused: "key-reused" });
});
