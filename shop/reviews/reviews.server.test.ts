import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { reviewsOf } from "./reviews.server.ts";
import { readReviewSort, readReviewStars } from "./reviews.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

const product = "11111111-1111-4111-8111-111111111111";
const newest = { limit: null, sort: "newest" } as const;

beforeEach(async () => {
  await db.execute(sql`delete from product`);
  await db.execute(sql`insert into product (id, slug, name, brand, price, status)
    values (${product}, 'plain-tee', 'Plain Tee', 'Quadfolk', 49900, 'active')`);
});

const write = (rating: number, day: number, extra: { status?: string; name?: string } = {}) =>
  db.execute(sql`insert into review (product_id, rating, comment, created_at, status, display_name)
    values (${product}, ${rating}, ${`${rating} stars`}, ${`2026-11-0${day}T10:00:00Z`}, ${extra.status ?? "published"},
      ${extra.name ?? null})`);

const shown = async () => {
  const { rows } = await db.execute(sql`select rating, review_count from product where id = ${product}`);
  return rows[0];
};

test("a product without reviews has no average", async () => {
  expect(await reviewsOf(shop.services, product, newest)).toEqual({
    reviews: [],
    count: 0,
    withPhotos: 0,
    left: 0,
    average: null,
    distribution: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0 })),
  });
  expect(await shown()).toEqual({ rating: null, review_count: 0 });
});

test("reviews are listed newest first, under the chosen name or as an anonymous user", async () => {
  await write(5, 1);
  await write(3, 3, { name: "Asha" });
  await write(4, 2);
  const { reviews, count, average, distribution } = await reviewsOf(shop.services, product, {
    limit: 2,
    sort: "newest",
  });
  expect(reviews.map(({ rating, author }) => [rating, author])).toEqual([
    [3, "Asha"],
    [4, "Anonymous User"],
  ]);
  expect({ count, average }).toEqual({ count: 3, average: 4 });
  expect(distribution.map((each) => each.count)).toEqual([1, 1, 1, 0, 0]);
});

test("reviews can be sorted by rating, highest or lowest first", async () => {
  for (const [place, rating] of [2, 5, 4].entries()) await write(rating, place + 1);
  const ratings = async (sort: "highest" | "lowest") =>
    (await reviewsOf(shop.services, product, { limit: null, sort })).reviews.map(({ rating }) => rating);
  expect(await ratings("highest")).toEqual([5, 4, 2]);
  expect(await ratings("lowest")).toEqual([2, 4, 5]);
  expect(readReviewSort("lowest")).toBe("lowest");
  expect(readReviewSort("' or 1=1")).toBe("newest");
  expect(readReviewSort(null)).toBe("newest");
});

test("a hidden review is neither shown nor counted, and the product's rating is updated", async () => {
  await write(5, 1);
  await write(1, 2);
  expect(await shown()).toEqual({ rating: "3.0", review_count: 2 });
  await db.execute(sql`update review set status = 'hidden' where rating = 1`);
  expect(await shown()).toEqual({ rating: "5.0", review_count: 1 });
  expect((await reviewsOf(shop.services, product, newest)).count).toBe(1);
  await db.execute(sql`delete from review`);
  expect(await shown()).toEqual({ rating: null, review_count: 0 });
});

test("twenty concurrent reviews are all counted", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, place) => write((place % 5) + 1, 1)));
  expect(await shown()).toEqual({ rating: "3.0", review_count: 20 });
});

test("the star filter limits the list; count and average remain those of all reviews", async () => {
  await write(5, 1);
  await write(2, 2);
  await write(2, 3);
  const { reviews, count, average } = await reviewsOf(shop.services, product, { ...newest, stars: 2 });
  expect(reviews.map(({ rating }) => rating)).toEqual([2, 2]);
  expect([count, average]).toEqual([3, 3]);
  expect(["5", "1", "0", "6", "two", null].map(readReviewStars)).toEqual([5, 1, null, null, null, null]);
});
