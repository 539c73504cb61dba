import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBuyer, anAddress, aShirt, checkoutDetails, putInCart } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { onWhatsApp, orderPrepared, orderSingle, prepareOrder } from "../checkout/buy-now.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { quoteCart } from "../checkout/quote.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import { deliveryFeeInWords, deliveryFeeOf, missingForFreeDelivery } from "./delivery-fee.ts";

test("the fee is charged below the amount and not from it on; without an amount always", () => {
  const fee = { deliveryFee: 4_900, freeDeliveryFrom: 99_900 };
  expect([0, 99_899, 99_900].map((goods) => deliveryFeeOf(fee, goods))).toEqual([4_900, 4_900, 0]);
  expect([0, 99_899, 99_900].map((goods) => missingForFreeDelivery(fee, goods))).toEqual([99_900, 1, 0]);
  expect(deliveryFeeInWords(fee, 99_899)).toBe("₹49, free on orders above ₹999");
  expect(deliveryFeeInWords(fee, 99_900)).toBe("Free on orders above ₹999");
  const always = { deliveryFee: 4_900, freeDeliveryFrom: null };
  expect([deliveryFeeOf(always, 99_900), missingForFreeDelivery(always, 1)]).toEqual([4_900, 0]);
  expect(deliveryFeeInWords(always, 99_900)).toBe("₹49");
  const never = { deliveryFee: 0, freeDeliveryFrom: 99_900 };
  expect([deliveryFeeOf(never, 1), missingForFreeDelivery(never, 1)]).toEqual([0, 0]);
  expect(deliveryFeeInWords(never, 1)).toBe("Free");
});

describe("a shop that delivers for ₹49, and free from ₹999", () => {
  let shop: TestShop;
  const ports = () => shop.services;
  beforeAll(async () => {
    shop = await testShop();
    const policy = { ...defaultSettings.policy, deliveryFee: 4_900, freeDeliveryFrom: 99_900 };
    await ports().db.execute(
      sql`insert into setting (key, value) values ('policy', ${JSON.stringify(policy)}::jsonb)`,
    );
    await ports().db.execute(sql`
      insert into coupon (code, description, kind, value, valid_from, valid_to)
      values ('ONE', 'One rupee', 'flat', 100, now() - interval '1 day', now() + interval '1 day')`);
  });
  afterAll(() => shop.dispose());

  test("a cart is ordered at the sum of the checkout, which counts the coupon first", async () => {
    const buyer = await aBuyer(shop);
    await putInCart(shop, buyer, await aShirt(shop, { price: 99_900 }));
    expect(await quoteCart(ports(), buyer.id, null)).toMatchObject({ shipping: 0, total: 99_900 });
    const quote = await quoteCart(ports(), buyer.id, "ONE");
    expect(quote).toMatchObject({ shipping: 4_900, total: 104_700 });
    const details = checkoutDetails({ version: quote.version, couponCode: "ONE" });
    expect(await placeOrder(ports(), buyer, details)).toMatchObject({
      ok: true,
      value: { shipping: 4_900, total: 104_700 },
    });
  });

  test("one product is free in the quantity that reaches the amount", async () => {
    const buyer = await aBuyer(shop);
    const shirt = await aShirt(shop, { price: 50_000 });
    const details = { ...onWhatsApp, variantId: shirt.variantId, unitShown: 50_000, address: anAddress };
    const order = (quantity: number, shippingShown: number) =>
      orderSingle(ports(), buyer, { ...details, quantity, shippingShown, key: randomUUID() });
    expect(await order(1, 0)).toEqual({ ok: false, refused: "cart-changed" });
    expect(await order(1, 4_900)).toMatchObject({ ok: true, value: { total: 54_900 } });
    expect(await order(2, 0)).toMatchObject({ ok: true, value: { shipping: 0, total: 100_000 } });
  });

  test("a prepared order whose coupon takes it below the amount is ordered with the fee that was shown", async () => {
    const buyer = await aBuyer(shop);
    await putInCart(shop, buyer, await aShirt(shop, { price: 99_900 }));
    const prepared = await prepareOrder(ports(), buyer);
    if (!prepared.ok) throw new Error(prepared.refused);
    expect(prepared.value.shipping).toBe(0);
    const order = (shippingShown: number) =>
      orderPrepared(ports(), buyer, prepared.value.id, {
        key: randomUUID(),
        address: anAddress,
        method: "cod" as const,
        agreedAdvance: 0,
        couponCode: "ONE",
        discountShown: 100,
        shippingShown,
      });
    expect(await order(0)).toEqual({ ok: false, refused: "cart-changed" });
    expect(await order(4_900)).toMatchObject({ ok: true, value: { shipping: 4_900, total: 104_700 } });
  });
});
