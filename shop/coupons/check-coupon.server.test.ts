import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { someJob } from "../../test/support/access/actors.ts";
import { aBuyer, anAddress, aShirt, checkoutDetails, putInCart } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { onWhatsApp, orderSingle } from "../checkout/buy-now.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { releaseExpiredReservations } from "../checkout/release-reservations.server.ts";
import { ordersOf } from "../orders/read-orders.server.ts";
import { startPayment } from "../payments/start-payment.server.ts";
import { checkCoupon } from "./coupons.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

/** Creates a coupon of ₹50, valid from yesterday to tomorrow by default, and returns its code. */
async function aCoupon({ from = "-1 day", to = "1 day", active = true, firstOnly = false, used = 0 } = {}) {
  const code = randomUUID().slice(0, 8).toUpperCase();
  await shop.services.db.execute(sql`
    insert into coupon (code, description, kind, value, valid_from, valid_to, active, first_order_only, usage_limit, used)
    values (${code}, 'A test', 'flat', 5000, now() + ${from}::interval, now() + ${to}::interval, ${active},
      ${firstOnly}, 10, ${used})`);
  return code;
}

async function ordered(method: "cod" | "online", couponCode: string | null = null) {
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop, { stock: 3 }));
  const placed = await placeOrder(shop.services, buyer, checkoutDetails({ method, couponCode }));
  expect(placed.ok).toBe(true);
  return buyer;
}

const check = async (buyer: { id: string }, code: string) => {
  const checked = await checkCoupon(shop.services.db, buyer.id, code, 1_000_00);
  return checked.ok ? checked.value.discount : checked.refused;
};

test("a coupon is accepted only within its validity period, while it is active and not used up", async () => {
  const asha = await aBuyer(shop);
  expect(await check(asha, await aCoupon())).toBe(50_00);
  expect(await check(asha, await aCoupon({ from: "1 hour" }))).toBe("coupon-over");
  expect(await check(asha, await aCoupon({ to: "-1 hour" }))).toBe("coupon-over");
  expect(await check(asha, await aCoupon({ active: false }))).toBe("coupon-over");
  expect(await check(asha, await aCoupon({ used: 9 }))).toBe(50_00);
  expect(await check(asha, await aCoupon({ used: 10 }))).toBe("coupon-used-up");
  expect(await check(asha, "NO-SUCH-1")).toBe("coupon-unknown");
});

test("a first-order coupon is refused after a cash order, but not after an unpaid online order", async () => {
  const code = await aCoupon({ firstOnly: true });
  expect(await check(await aBuyer(shop), code)).toBe(50_00);
  expect(await check(await ordered("online"), code)).toBe(50_00);
  expect(await check(await ordered("cod"), code)).toBe("coupon-first-order");
});

test("a customer uses one coupon for first orders, whichever it is, also while its order waits for its payment", async () => {
  const [one, other] = [await aCoupon({ firstOnly: true }), await aCoupon({ firstOnly: true })];
  const buyer = await ordered("online", one);
  expect(await check(buyer, other)).toBe("coupon-first-order");
  expect(await check(buyer, await aCoupon())).toBe(50_00);
  // Its time to pay ran out: the other one may be used, and then this one may not any more.
  await shop.services.db.execute(sql`
    update reservation set expires_at = now() - interval '1 second' where state = 'active'`);
  await releaseExpiredReservations(shop.services, someJob);
  expect(await check(buyer, other)).toBe(50_00);
  const [waiting] = await ordersOf(shop.services, buyer.id, 1);
  await putInCart(shop, buyer, await aShirt(shop, { stock: 3 }));
  const details = checkoutDetails({ couponCode: other });
  expect(await placeOrder(shop.services, buyer, details)).toMatchObject({ ok: true });
  const paying = await startPayment(shop.services, waiting?.id ?? "", buyer, "http://shop.test");
  expect(paying).toEqual({ ok: false, refused: "coupon-gone" });
});

test("of orders placed at the same moment one has a coupon for first orders", async () => {
  const codes = [await aCoupon({ firstOnly: true }), await aCoupon({ firstOnly: true })];
  const shirt = await aShirt(shop, { stock: 40 });
  for (let round = 0; round < 5; round++) {
    const buyer = await aBuyer(shop);
    const placed = await Promise.all(
      [...codes, ...codes].map((couponCode) =>
        orderSingle(shop.services, buyer, {
          key: randomUUID(),
          variantId: shirt.variantId,
          quantity: 1,
          address: anAddress,
          ...{ ...onWhatsApp, couponCode, unitShown: null },
        }),
      ),
    );
    expect(placed.map((one) => (one.ok ? "placed" : one.refused)).sort()).toEqual([
      "coupon-first-order",
      "coupon-first-order",
      "coupon-first-order",
      "placed",
    ]);
  }
});

test("a coupon limited to one use per user is refused to a user who has used it, and to nobody else", async () => {
  const code = await aCoupon();
  await shop.services.db.execute(sql`update coupon set per_user_limit = 1 where code = ${code}`);
  expect(await check(await ordered("cod", code), code)).toBe("coupon-used-by-you");
  expect(await check(await aBuyer(shop), code)).toBe(50_00);
});
