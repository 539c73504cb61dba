import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import { aBuyer, aShirt, checkoutDetails, putInCart } from "../../test/support/orders.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { couponsForOne, nextCouponChange } from "./coupons-for-one.server.ts";
import { listedCoupons } from "./listed-coupons.server.ts";

const shop = await testShop();
afterAll(shop.dispose);
const { db } = shop.services;

test("coupons that are listed, running and not used up are offered, with the price of one unit under each", async () => {
  await db.execute(sql`
    insert into coupon (code, description, kind, value, min_order, max_discount, usage_limit, used, valid_from,
      valid_to, active, listed)
    select code, code, kind, value, min_order, max_discount, usage_limit, used,
      now() + from_days * interval '1 day', now() + to_days * interval '1 day', active, listed
    from (values
      ('TEN', 'percent', 10, 0, 5000, null::integer, 0, -1, 2, true, true),
      ('FLAT', 'flat', 10000, 90000, null, 5, 4, -1, 1, true, true),
      ('LARGE', 'flat', 50000, 200000, null, null, 0, -1, 3, true, true),
      ('SECRET', 'flat', 90000, 0, null, null, 0, -1, 3, true, false),
      ('OVER', 'flat', 90000, 0, null, null, 0, -3, -1, true, true),
      ('COMING', 'flat', 90000, 0, null, null, 0, 4, 5, true, true),
      ('GONE', 'flat', 90000, 0, null, 5, 5, -1, 3, true, true),
      ('OFF', 'flat', 90000, 0, null, null, 0, -1, 3, false, true)
    ) as c (code, kind, value, min_order, max_discount, usage_limit, used, from_days, to_days, active, listed)`);
  const offered = async (price: number) =>
    (await couponsForOne(shop.services, [price, 1], null))[price]?.map(({ code, price: costs, minOrder }) => [
      code,
      costs,
      minOrder,
    ]);
  expect(await offered(99_900)).toEqual([
    ["FLAT", 89_900, 90_000],
    ["TEN", 94_900, 0],
    ["LARGE", null, 200_000],
  ]);
  expect(await offered(40_000)).toEqual([
    ["TEN", 36_000, 0],
    ["FLAT", null, 90_000],
    ["LARGE", null, 200_000],
  ]);
  const next = await nextCouponChange(shop.services);
  expect(Math.round(((next?.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(24);
});

test("a coupon for first orders is offered to guests and newcomers, not to who has ordered", async () => {
  await db.execute(sql`
    insert into coupon (code, description, kind, value, min_order, valid_from, valid_to, active, first_order_only, listed)
    values ('FRESHER', 'First order', 'percent', 50, 0, now() - interval '1 day', now() + interval '1 day', true, true,
      true)`);
  const onProduct = async (userId: string | null) =>
    (await couponsForOne(shop.services, [1_000_00], userId))[1_000_00]?.map(({ code }) => code);
  const inCart = async (userId: string) =>
    (await listedCoupons(db, userId, 1_000_00)).map(({ code }) => code);
  const [newcomer, regular] = [await aBuyer(shop), await aBuyer(shop)];
  await anOrder(shop, regular);
  expect(await onProduct(null)).toContain("FRESHER");
  expect(await onProduct(newcomer.id)).toContain("FRESHER");
  expect(await inCart(newcomer.id)).toContain("FRESHER");
  expect(await onProduct(regular.id)).not.toContain("FRESHER");
  expect(await inCart(regular.id)).not.toContain("FRESHER");
  // Nor to whose first order waits for its payment with another such coupon.
  await db.execute(sql`
    insert into coupon (code, description, kind, value, min_order, valid_from, valid_to, active, first_order_only)
    values ('HELLO', 'First order', 'flat', 5000, 0, now() - interval '1 day', now() + interval '1 day', true, true)`);
  await putInCart(shop, newcomer, await aShirt(shop));
  const waiting = checkoutDetails({ method: "online", couponCode: "HELLO" });
  expect(await placeOrder(shop.services, newcomer, waiting)).toMatchObject({ ok: true });
  expect(await onProduct(newcomer.id)).not.toContain("FRESHER");
  expect(await inCart(newcomer.id)).not.toContain("FRESHER");
});
