import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aBuyer,
  aDeliveredOrder,
  aReturnWish,
  aShirt,
  inSize,
  type Piece,
} from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { requestReturn } from "../returns/request-return.server.ts";
import type { FitVote } from "../reviews/reviews.ts";
import { writeReview } from "../reviews/write-review.server.ts";
import { countFits, fitOf } from "./fit.server.ts";
import { purchasedSize } from "./purchased-size.server.ts";

let shop: TestShop;
const ports = () => shop.services;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  // Deliveries are dated by the database, the job counts by the shop's clock.
  shop.clock.set(new Date());
});
afterAll(() => shop.dispose());

async function bought(piece: Piece) {
  const buyer = await aBuyer(shop);
  const order = await aDeliveredOrder(shop, buyer, [[piece, 1]]);
  return { buyer, order, lineId: order.lines[0]?.id ?? "" };
}

async function votes(piece: Piece, fit: FitVote | null) {
  const { buyer, order, lineId } = await bought(piece);
  const words = { rating: 4, comment: "Soft.", displayName: null };
  await writeReview(ports(), buyer, { ...words, fit, orderId: order.id, lineId });
}

async function exchanges(from: Piece, to: Piece) {
  const { buyer, order, lineId } = await bought(from);
  const wish = aReturnWish([{ lineId, quantity: 1, exchangeVariantId: to.variantId }], {
    kind: "exchange",
    reason: "changed-mind",
  });
  expect(await requestReturn(ports(), buyer, order.id, wish)).toMatchObject({ ok: true });
  return { buyer, order };
}

const saidOf = async (piece: Piece) => {
  await countFits(ports());
  return fitOf(ports(), piece.productId);
};

test("votes and exchanges for a larger size count together as running small, from five on", async () => {
  const m = await aShirt(shop, { stock: 20 });
  const l = await inSize(shop, m, "L", { stock: 20 });
  for (let n = 0; n < 2; n++) await votes(m, "small");
  for (let n = 0; n < 2; n++) await exchanges(m, l);
  expect(await saidOf(m)).toEqual([]);
  await votes(l, "small");
  await votes(l, null);
  expect(await saidOf(m)).toEqual([{ verdict: "small", people: 5, of: 5, size: null }]);
});

test("hidden reviews and rejected exchanges do not count, and a verdict without votes is removed", async () => {
  const m = await aShirt(shop, { stock: 20 });
  const s = await inSize(shop, m, "S", { stock: 20 });
  for (let n = 0; n < 5; n++) await votes(m, "large");
  await exchanges(m, s);
  expect(await saidOf(m)).toMatchObject([{ verdict: "large", people: 6, of: 6 }]);
  await ports().db.execute(sql`update return_request set state = 'rejected' where order_id in (
    select order_id from order_line where product_id = ${m.productId})`);
  expect(await saidOf(m)).toMatchObject([{ people: 5, of: 5 }]);
  await ports().db.execute(sql`update review set status = 'hidden' where product_id = ${m.productId}`);
  expect(await saidOf(m)).toEqual([]);
});

test("units kept past the return period weigh against the verdict of the votes", async () => {
  const m = await aShirt(shop, { stock: 40 });
  for (let n = 0; n < 4; n++) await votes(m, "small");
  await votes(m, "true");
  expect(await saidOf(m)).toMatchObject([{ verdict: "small", people: 4, of: 5 }]);
  for (let n = 0; n < 30; n++) await bought(m);
  expect(await saidOf(m)).toMatchObject([{ verdict: "small", people: 4, of: 5 }]);
  await ports().db.execute(sql`update orders set delivered_at = now() - interval '60 days' where id in (
    select order_id from order_line where product_id = ${m.productId})`);
  expect(await saidOf(m)).toEqual([]);
}, 60_000);

test("a size that fits differently from the whole product has its own verdict", async () => {
  const m = await aShirt(shop, { stock: 40 });
  const xxl = await inSize(shop, m, "XXL", { stock: 40 });
  for (let n = 0; n < 20; n++) await votes(m, "true");
  for (let n = 0; n < 12; n++) await votes(xxl, "small");
  expect(await saidOf(m)).toEqual([
    { verdict: "true", people: 20, of: 32, size: null },
    { verdict: "small", people: 12, of: 12, size: "XXL" },
  ]);
}, 60_000);

test("a customer's size of a brand is the one they kept: the new one after an exchange, none after a return", async () => {
  const m = await aShirt(shop);
  const l = await inSize(shop, m, "L");
  const other = await aShirt(shop);
  await inSize(shop, other, "L");
  const { buyer } = await exchanges(m, l);
  expect(await purchasedSize(ports(), buyer, other.productId)).toEqual({ size: "L" });
  expect(await purchasedSize(ports(), await aBuyer(shop), other.productId)).toBeNull();
  expect(await purchasedSize(ports(), buyer, "nonsense")).toBeNull();
  const sentBack = await bought(m);
  await requestReturn(
    ports(),
    sentBack.buyer,
    sentBack.order.id,
    aReturnWish([{ lineId: sentBack.lineId, quantity: 1 }]),
  );
  expect(await purchasedSize(ports(), sentBack.buyer, other.productId)).toBeNull();
});
