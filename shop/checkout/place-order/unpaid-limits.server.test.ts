import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { someJob } from "../../../test/support/access/actors.ts";
import {
  aBuyer,
  aShirt,
  brokenRules,
  checkoutDetails,
  type Piece,
  putInCart,
  stockOf,
} from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin } from "../../../test/support/users.server.ts";
import { startPayment } from "../../payments/start-payment.server.ts";
import { prepareOrder } from "../buy-now.server.ts";
import { placeOrder } from "../place-order.server.ts";
import { releaseExpiredReservations } from "../release-reservations.server.ts";

let shop: TestShop;
type Buyer = Awaited<ReturnType<typeof aBuyer>>;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  await anAdmin(shop);
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

async function order(buyer: Buyer, piece: Piece, quantity: number, method: "online" | "cod" = "online") {
  await putInCart(shop, buyer, piece, quantity);
  const details = checkoutDetails({ method });
  const placed = await placeOrder(shop.services, buyer, details);
  if (!placed.ok) await shop.services.db.execute(sql`delete from cart_line where user_id = ${buyer.id}`);
  return placed;
}

test("without paying, one account can hold at most three units of a small stock, or half of a larger one", async () => {
  const [mallory, asha] = [await aBuyer(shop), await aBuyer(shop)];
  const shirt = await aShirt(shop, { stock: 12 });
  expect(await order(mallory, shirt, 4)).toMatchObject({ ok: true });
  expect(await order(mallory, shirt, 3)).toEqual({ ok: false, refused: "unpaid-units" });
  expect(await order(mallory, shirt, 2)).toMatchObject({ ok: true });
  expect(await stockOf(shop, shirt)).toMatchObject({ reserved: 6 });
  expect(await order(mallory, shirt, 2, "cod")).toMatchObject({ ok: true });
  expect(await order(asha, shirt, 4)).toMatchObject({ ok: true });
  const few = await aShirt(shop, { stock: 5 });
  expect(await order(mallory, few, 4)).toEqual({ ok: false, refused: "unpaid-units" });
  const reserved = await order(mallory, few, 3);
  if (!reserved.ok) throw new Error(reserved.refused);
  // Others buy the rest: units that are already reserved can still be paid for.
  expect(await order(asha, few, 2, "cod")).toMatchObject({ ok: true });
  expect((await startPayment(shop.services, reserved.value.id, mallory, "http://shop.test")).ok).toBe(true);
});

test("a sixth unpaid order is refused", async () => {
  const mallory = await aBuyer(shop);
  for (let placed = 0; placed < 5; placed++)
    expect(await order(mallory, await aShirt(shop), 1)).toMatchObject({ ok: true });
  expect(await order(mallory, await aShirt(shop), 1)).toEqual({ ok: false, refused: "unpaid-orders" });
});

test("expired orders can be paid again only up to the limit of unpaid orders", async () => {
  const mallory = await aBuyer(shop);
  const ids: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (let nth = 0; nth < 5; nth++) {
      const placed = await order(mallory, await aShirt(shop), 1);
      if (placed.ok) ids.push(placed.value.id);
    }
    await shop.services.db.execute(
      sql`update reservation set expires_at = now() - interval '1 second' where state = 'active'`,
    );
    await releaseExpiredReservations(shop.services, someJob);
  }
  expect(ids).toHaveLength(10);
  const again = [];
  for (const id of ids) again.push(await startPayment(shop.services, id, mallory, "http://shop.test"));
  expect(again.filter(({ ok }) => ok)).toHaveLength(5);
  expect(again.at(-1)).toEqual({ ok: false, refused: "unpaid-orders" });
  const { rows } = await shop.services.db.execute(
    sql`select count(*)::integer as reserved from reservation h join orders o on o.id = h.order_id
      where o.user_id = ${mallory.id} and h.state = 'active'`,
  );
  expect(rows).toEqual([{ reserved: 5 }]);
});

test("an account prepares at most forty orders in ten minutes", async () => {
  const mallory = await aBuyer(shop);
  await putInCart(shop, mallory, await aShirt(shop));
  for (let nth = 0; nth < 40; nth++) expect((await prepareOrder(shop.services, mallory)).ok).toBe(true);
  expect(await prepareOrder(shop.services, mallory)).toEqual({ ok: false, refused: "too-many-orders" });
  const other = await aBuyer(shop);
  await putInCart(shop, other, await aShirt(shop));
  expect((await prepareOrder(shop.services, other)).ok).toBe(true);
});
