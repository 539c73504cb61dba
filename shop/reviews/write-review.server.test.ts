import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBuyer, aReturnable } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import type { Customer } from "../access/actor.ts";
import { readReview } from "./review-form.ts";
import { reviewsOf } from "./reviews.server.ts";
import { eraseReviewer, reviewsOfCustomer, reviewsOfOrder, writeReview } from "./write-review.server.ts";

let shop: TestShop;
const ports = () => shop.services;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const words = { rating: 4, comment: "Soft, and true to its size.", displayName: null, fit: null };
const shown = async (productId: string) =>
  (await ports().db.execute(sql`select rating::float, review_count from product where id = ${productId}`))
    .rows[0];

test("a buyer's review is verified and anonymous, stored once per line, and updates the product's rating", async () => {
  const { asha, shirt, order, lineId } = await aReturnable(shop);
  const write = (over: Partial<typeof words> = {}) =>
    writeReview(ports(), asha, { ...words, ...over, orderId: order.id, lineId });
  expect(await write()).toEqual({ ok: true, value: { slug: shirt.slug, isHidden: false } });
  expect(await shown(shirt.productId)).toEqual({ rating: 4, review_count: 1 });
  await Promise.all(Array.from({ length: 8 }, () => write({ rating: 2 })));
  expect(await shown(shirt.productId)).toEqual({ rating: 2, review_count: 1 });
  const { reviews } = await reviewsOf(ports(), shirt.productId, { limit: null, sort: "newest" });
  expect(reviews).toMatchObject([{ rating: 2, author: "Anonymous User", verified: true }]);
  expect((await reviewsOfOrder(ports(), order.id)).get(lineId)?.rating).toBe(2);
  await writeReview(ports(), asha, { ...words, displayName: "Asha", orderId: order.id, lineId });
  expect(await reviewsOfCustomer(ports(), asha.id)).toEqual([{ ...words, displayName: "Asha", photos: [] }]);
  await eraseReviewer(ports(), asha);
  expect(await reviewsOfCustomer(ports(), asha.id)).toEqual([{ ...words, photos: [] }]);
});

test("a review is refused for another customer's order, a line of another order and an undelivered order", async () => {
  const { asha, shirt, order, lineId } = await aReturnable(shop);
  const other = await aReturnable(shop);
  const refusal = async (customer: Customer, orderId: string, line: string) => {
    const answer = await writeReview(ports(), customer, { ...words, orderId, lineId: line });
    return answer.ok ? "done" : answer.refused;
  };
  expect(await refusal(await aBuyer(shop), order.id, lineId)).toBe("not-found");
  expect(await refusal(asha, order.id, other.lineId)).toBe("not-found");
  expect(await refusal(asha, other.order.id, other.lineId)).toBe("not-found");
  expect(await refusal(asha, randomUUID(), lineId)).toBe("not-found");
  expect(await refusal(asha, "nonsense", "nonsense")).toBe("not-found");
  await ports().db.execute(sql`update orders set status = 'shipped' where id = ${order.id}`);
  expect(await refusal(asha, order.id, lineId)).toBe("not-delivered");
  await ports().db.execute(sql`update orders set status = 'delivered' where id = ${order.id}`);
  expect(await shown(shirt.productId)).toEqual({ rating: null, review_count: 0 });
});

test("the form's stars, text and display name are cleaned and validated", () => {
  const read = (fields: Record<string, string>) => readReview(new Map(Object.entries(fields)));
  expect(
    read({ rating: "5", comment: " Good\r\n\u0000\u202eyes ", "show-name": "yes", displayName: " A\tsha " }),
  ).toEqual({
    ok: true,
    value: { rating: 5, comment: "Good\nyes", displayName: "A sha", fit: null },
  });
  expect(read({ rating: "5", comment: "Good", displayName: "not asked for" })).toMatchObject({
    value: { displayName: null },
  });
  for (const rating of ["", "0", "6", "4.5", "-1", "5e0", "٥"]) {
    expect(read({ rating, comment: "x" })).toMatchObject({ errors: { rating: expect.any(String) } });
  }
  expect(read({ rating: "3", comment: "\u0000 \n", "show-name": "yes" })).toMatchObject({
    errors: { comment: expect.any(String), displayName: expect.any(String) },
  });
  expect(read({ rating: "3", comment: "x".repeat(2001) })).toMatchObject({ ok: false });
});
