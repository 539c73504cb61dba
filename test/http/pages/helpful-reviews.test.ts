import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aShirt, type Piece } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let shirt: Piece;
let writer: Person;
let asha: Person;
let review: string;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  [shirt, writer, asha] = await Promise.all([aShirt(shop), aShopper(shop), aShopper(shop)]);
  const { rows } = await shop.services.db.execute(sql`
    insert into review (product_id, rating, comment, user_id) values (${shirt.productId}, 4, 'Soft cloth', ${writer.id})
    returning id`);
  review = String(rows[0]?.id);
});
afterAll(() => shop.dispose());

const page = () => `/product/${shirt.slug}`;
const open = async (as?: Person) => textOf(await (await ask(page(), { as })).text());
const send = (intent: string, as?: Person, more: Record<string, string> = {}) =>
  ask(`${page()}/helpful`, { ...posted({ intent, review, ...more }), as });

test("a vote counts once, is shown to everybody, and can be taken back", async () => {
  expect(await open(asha)).not.toContain("found this helpful");
  for (const _ of [1, 2]) {
    const sent = await send("helpful", asha, { next: `${page()}?order=highest` });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${page()}?order=highest#reviews`]);
  }
  expect(await open(asha)).toContain("1 person found this helpful Take back");
  expect(await open()).toContain("1 person found this helpful Helpful");
  await send("helpful", await aShopper(shop));
  expect(await open()).toContain("2 people found this helpful");
  await send("take-back", asha);
  expect(await open(asha)).toContain("1 person found this helpful Helpful");
});

test("each review has a heading, and its button says whose review it is about", async () => {
  const html = await (await ask(page(), { as: asha })).text();
  expect(html).toMatch(/<h3[^>]*>Review by (<!-- -->)?Anonymous User<\/h3>/);
  expect(html).toMatch(/<button[^>]*>Helpful<span class="sr-only">: the review by Anonymous User<\/span>/);
});

test("a guest's vote redirects to sign-in and back to the reviews, and is not counted", async () => {
  const before = await open();
  const sent = await send("helpful");
  const signIn = new URL(sent.headers.get("Location") ?? "", "http://shop.test");
  expect([signIn.pathname, signIn.searchParams.get("next")]).toEqual(["/auth", `${page()}/helpful`]);
  const back = await ask(`${page()}/helpful`, { as: asha });
  expect(back.headers.get("Location")).toBe(`${page()}#reviews`);
  expect(await open()).toBe(before);
});

test("nobody can vote for their own review, a hidden one or an unknown one", async () => {
  const votes = async () =>
    (await shop.services.db.execute(sql`select count(*)::integer as votes from review_vote`)).rows[0]?.votes;
  const before = await votes();
  await send("helpful", writer);
  expect(await open(writer)).not.toContain("helpful Helpful");
  for (const id of ["", "x", "00000000-0000-4000-8000-000000000000"])
    expect((await send("helpful", asha, { review: id })).status).toBe(303);
  await shop.services.db.execute(sql`update review set status = 'hidden'`);
  await send("helpful", asha);
  expect(await votes()).toBe(before);
});
