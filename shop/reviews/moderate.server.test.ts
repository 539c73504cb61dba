import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { listReviews, type ModerationAction, moderateReview } from "./moderate.server.ts";
import { reviewsOf } from "./reviews.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });
const all = { q: "", status: "", stars: null, page: 1, size: 5 };
const moderate = (id: string, action: ModerationAction) =>
  moderateReview(shop.services, { actor: admin, id, action: action });

async function first() {
  const { reviews } = await listReviews(shop.services, all);
  const [review] = reviews;
  if (!review) throw new Error("no review");
  const { rows } = await shop.services.db.execute(sql`select id from product where slug = ${review.slug}`);
  const [product] = z.array(z.object({ id: z.string() })).parse(rows);
  const shown = await reviewsOf(shop.services, product?.id ?? "", { limit: null, sort: "newest" });
  return { review, shown };
}

test("a hidden review is neither shown nor counted until it is published again", async () => {
  const { review, shown } = await first();
  expect(await moderate(review.id, { kind: "hide", reason: "" })).toMatchObject({ refused: "reason-needed" });
  expect((await moderate(review.id, { kind: "hide", reason: "Insults somebody" })).ok).toBe(true);
  const hidden = await first();
  expect(hidden.review).toMatchObject({ status: "hidden", reason: "Insults somebody" });
  expect(hidden.shown.count).toBe(shown.count - 1);
  expect((await moderate(review.id, { kind: "publish" })).ok).toBe(true);
  expect((await first()).shown.count).toBe(shown.count);
});

test("the shop's reply is shown under the review until it is removed", async () => {
  const { review } = await first();
  const reply = async () => (await first()).shown.reviews.find(({ id }) => id === review.id)?.reply;
  expect((await moderate(review.id, { kind: "reply", reply: "Thank you, Asha." })).ok).toBe(true);
  expect(await reply()).toBe("Thank you, Asha.");
  expect(await moderate(review.id, { kind: "reply", reply: "x".repeat(1001) })).toMatchObject({
    refused: "too-long",
  });
  await moderate(review.id, { kind: "reply", reply: "" });
  expect(await reply()).toBeNull();
});

test("the list is filtered by stars, status and product; an unknown review is refused", async () => {
  const five = await listReviews(shop.services, { ...all, stars: 5 });
  expect(new Set(five.reviews.map(({ rating }) => rating))).toEqual(new Set([5]));
  expect((await listReviews(shop.services, { ...all, status: "hidden" })).reviews).toEqual([]);
  const { review } = await first();
  const named = await listReviews(shop.services, { ...all, q: review.product });
  expect(new Set(named.reviews.map(({ product }) => product))).toEqual(new Set([review.product]));
  expect(await moderate("nope", { kind: "publish" })).toMatchObject({ refused: "not-found" });
});
