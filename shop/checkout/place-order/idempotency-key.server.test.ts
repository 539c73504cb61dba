import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aBuyer,
  aShirt,
  brokenRules,
  checkoutDetails as details,
  putInCart,
  stockOf,
} from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { cartOf } from "../../cart/cart-of.server.ts";
import { ordersOf } from "../../orders/read-orders.server.ts";
import { placeOrder } from "../place-order.server.ts";

let shop: TestShop;
const ports = () => shop.services;

beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

test("one key sent fifty times concurrently creates one order; the same key with another body is refused", async () => {
  const asha = await aBuyer(shop);
  await putInCart(shop, asha, await aShirt(shop, { stock: 100 }));
  const click = details();
  const answers = await Promise.all(Array.from({ length: 50 }, () => placeOrder(ports(), asha, click)));
  const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.refused)));
  expect(ids.size).toBe(1);
  expect(await ordersOf(ports(), asha.id)).toHaveLength(1);
  expect(await placeOrder(ports(), asha, { ...click, method: "online" })).toMatchObject({
    refused: "key-reused",
  });
});

test("an order that is repeated or refused leaves units in the cart that were added since", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 100 });
  await putInCart(shop, asha, shirt);
  const click = details();
  const first = await placeOrder(ports(), asha, click);
  await putInCart(shop, asha, shirt, 3);
  expect(await placeOrder(ports(), asha, click)).toEqual(first);
  expect((await cartOf(ports(), asha.id)).itemCount).toBe(3);
  expect(await placeOrder(ports(), asha, { ...click, method: "online" })).toMatchObject({ ok: false });
  expect((await cartOf(ports(), asha.id)).itemCount).toBe(3);
});

test("an account with too many orders is refused for an hour, and other accounts are not affected", async () => {
  const [asha, ravi] = [await aBuyer(shop), await aBuyer(shop)];
  const shirt = await aShirt(shop, { stock: 100 });
  await putInCart(shop, asha, shirt);
  await putInCart(shop, ravi, shirt);
  const { db } = shop.services;
  await db.execute(sql`insert into order_key (user_id, key, fingerprint, order_id)
    select ${asha.id}, 'many-orders-' || at, '', gen_random_uuid() from generate_series(1, 120) at`);
  expect(await placeOrder(ports(), asha, details())).toEqual({ ok: false, refused: "too-many-orders" });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 100, reserved: 0 });
  expect(await placeOrder(ports(), ravi, details())).toMatchObject({ ok: true });
  await db.execute(
    sql`update order_key set created_at = now() - interval '61 minutes' where user_id = ${asha.id}`,
  );
  expect(await placeOrder(ports(), asha, details())).toMatchObject({ ok: true });
});
