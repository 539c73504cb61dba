import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { listReviews, removeReviewPhoto } from "../../../shop/reviews/moderate.server.ts";
import { writeReview } from "../../../shop/reviews/write-review.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { onDatabase } from "../../support/cluster/databases.server.ts";
import { eventually } from "../../support/eventually.ts";
import { aReturnable } from "../../support/orders.server.ts";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";

const cached = openCachedShop();
const { announced, get, textOf, drawn, holding, held, productId } = cached;

test("a changed price shows on the product page and invalidates lists, but not other pages", async () => {
  const id = await productId("tan-moccasins");
  for (const path of ["/product/tan-moccasins", "/product/tan-moccasins.data", "/shop", "/about"])
    await get(path);
  await get("/product/linen-camp-shirt").catch(() => undefined);
  drawn.splice(0);
  await cached.shop.services.db.execute(
    sql`update product set price = 123400, original_price = 150000 where id = ${id}`,
  );
  await eventually(async () => expect(await textOf("/product/tan-moccasins")).toContain("₹1,234"));
  expect(await textOf("/product/tan-moccasins.data")).toContain("123400");
  await get("/shop");
  await get("/about");
  expect(drawn.filter((path) => path === "/shop")).toHaveLength(1);
  expect(drawn).not.toContain("/about");
});

test("an order of a well-stocked product invalidates no list; one of the last five items does", async () => {
  const id = await productId("tan-moccasins");
  const move = (delta: number) =>
    cached.shop.services.db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      select id, sku, ${delta}::integer, 'system', 'trial' from variant where product_id = ${id} order by id limit 1`);
  const restocked = announced("products", id);
  await move(50);
  await restocked;
  await get("/");
  await get("/product/tan-moccasins");
  drawn.splice(0);
  await move(-1);
  await eventually(async () => {
    await get("/product/tan-moccasins");
    expect(drawn).toEqual(["/product/tan-moccasins"]);
  });
  await get("/");
  expect(drawn).toEqual(["/product/tan-moccasins"]);
  await cached.shop.services.db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, reserved - stock, 'system', 'trial' from variant where product_id = ${id} and stock > reserved`);
  await eventually(async () => {
    await get("/");
    expect(drawn).toContain("/");
  });
});

test("a change event that arrives during a render is not lost", async () => {
  const id = await productId("tan-moccasins");
  let go: () => void = () => undefined;
  holding.until = new Promise((resolve) => {
    go = resolve;
  });
  const early = textOf("/product/tan-moccasins.data");
  await eventually(() => expect(held).toHaveLength(1));
  const changed = announced("products", id);
  await cached.shop.services.db.execute(sql`update product set price = 98700 where id = ${id}`);
  await changed;
  holding.until = undefined;
  const late = await textOf("/product/tan-moccasins.data");
  expect(late).toContain("98700");
  go();
  expect(await early).not.toContain("98700");
  expect(await textOf("/product/tan-moccasins.data")).toContain("98700");
});

test("changed settings, articles and reviews invalidate the pages that show them", async () => {
  await get("/refund-policy");
  await get("/blog");
  await cached.shop.services.db.execute(
    sql`insert into setting (key, value) values ('shopName', '"Kurta Corner"') on conflict (key) do update set value = excluded.value`,
  );
  await eventually(async () => expect(await textOf("/refund-policy")).toContain("Kurta Corner"));
  await cached.shop.services.db.execute(sql`update blog_post set title = 'A title of today' where published_at =
    (select max(published_at) from blog_post where published_at <= ${cached.shop.clock.now().toISOString()})`);
  await eventually(async () => expect(await textOf("/blog")).toContain("A title of today"));
  const id = await productId("tan-moccasins");
  await get("/product/tan-moccasins");
  await cached.shop.services.db.execute(
    sql`insert into review (product_id, rating, comment) values (${id}, 5, 'Like walking on clouds')`,
  );
  await eventually(async () => expect(await textOf("/product/tan-moccasins")).toContain("walking on clouds"));
});

test("adding and removing a review photo invalidates the product page", async () => {
  const { asha, shirt, order, lineId } = await aReturnable(cached.shop);
  const page = () => textOf(`/product/${shirt.slug}`);
  const write = (add: Buffer[]) =>
    writeReview(cached.shop.services, asha, {
      rating: 5,
      comment: "Soft",
      displayName: null,
      fit: null,
      orderId: order.id,
      lineId,
      photos: { add, remove: [] },
    });
  await write([]);
  await eventually(async () => expect(await page()).toContain("Soft"));
  const create = { width: 40, height: 30, channels: 3, background: "#a1321d" } as const;
  await write([await sharp({ create }).png().toBuffer()]);
  await eventually(async () => expect(await page()).toContain("With photos"));
  const asked = { q: shirt.name, status: "", stars: null, page: 1, size: 9 };
  const { reviews } = await listReviews(cached.shop.services, asked);
  const [{ id = "", photos = [] } = {}] = reviews.filter(({ slug }) => slug === shirt.slug);
  const photo = photos[0]?.id ?? "";
  expect(await removeReviewPhoto(cached.shop.services, { actor: someStaff, id, photo })).toEqual({
    ok: true,
  });
  await eventually(async () => expect(await page()).not.toContain("With photos"));
});

test("a cached page expires at its offer's end, and every page after a minute", async () => {
  const id = await productId("tan-moccasins");
  const ends = new Date(cached.shop.clock.now().getTime() + 20_000).toISOString();
  const { rows } =
    await cached.shop.services.db.execute(sql`insert into offer (title, discount_percent, valid_from, valid_to)
    values ('Short one', 90, ${new Date(cached.shop.clock.now().getTime() - 1_000).toISOString()}, ${ends}) returning id`);
  await cached.shop.services.db.execute(
    sql`insert into offer_product (offer_id, product_id) values (${String(rows[0]?.id)}, ${id})`,
  );
  await eventually(async () => expect(await textOf("/product/tan-moccasins")).toContain("Short one"));
  cached.shop.clock.forward(21_000);
  expect(await textOf("/product/tan-moccasins")).not.toContain("Short one");
  await get("/cookie-policy");
  drawn.splice(0);
  cached.shop.clock.forward(61_000);
  await get("/cookie-policy");
  expect(drawn).toEqual(["/cookie-policy"]);
});

test("while the connection for change events is down, no page is served from the cache", async () => {
  await get("/about");
  drawn.splice(0);
  const id = await productId("tan-moccasins");
  await onDatabase(
    cached.shop.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'campus-style live' and datname = current_database()`,
  );
  await eventually(() => expect(cached.shop.services.live.listening()).toBe(false));
  await cached.shop.services.db.execute(sql`update product set price = 55500 where id = ${id}`);
  expect(await textOf("/product/tan-moccasins")).toContain("₹555");
  await get("/about");
  expect(drawn).toContain("/about");
  await eventually(() => expect(cached.shop.services.live.listening()).toBe(true));
  expect(await textOf("/product/tan-moccasins")).toContain("₹555");
});

test("a listed coupon shows on product pages until it is used up, and a single use does not invalidate them", async () => {
  const { db } = cached.shop.services;
  const path = "/product/pocket-logo-essential-tee";
  const shows = (what: boolean) =>
    eventually(async () => expect((await textOf(path)).includes("LISTED5")).toBe(what));
  await shows(false);
  await db.execute(sql`insert into coupon (code, description, kind, value, usage_limit, valid_from, valid_to, listed)
    values ('LISTED5', 'Five rupees off', 'flat', 500, 2, now() - interval '1 day', now() + interval '1 day', true)`);
  await shows(true);
  drawn.splice(0);
  await db.execute(sql`update coupon set used = used + 1 where code = 'LISTED5'`);
  await new Promise((later) => setTimeout(later, 200));
  await get(path);
  expect(drawn).toEqual([]);
  await db.execute(sql`update coupon set used = used + 1 where code = 'LISTED5'`);
  await shows(false);
});

test("a page for a PIN code in the address is not cached", async () => {
  const path = "/product/tan-moccasins";
  expect(await textOf(`${path}?pin=560001`)).toContain("Bengaluru, Karnataka");
  expect(await textOf(path)).not.toContain("Bengaluru, Karnataka");
  drawn.splice(0);
  await get(`${path}?pin=560001`);
  await get(path);
  expect(drawn).toEqual([`${path}?pin=560001`]);
});

test("a changed price and a new synonym show in suggestions", async () => {
  const id = await productId("tan-moccasins");
  const { db } = cached.shop.services;
  expect(await textOf("/functions/suggest?q=tan+mocc")).toContain("tan-moccasins");
  await db.execute(sql`update product set price = 43200 where id = ${id}`);
  await eventually(async () => expect(await textOf("/functions/suggest?q=tan+mocc")).toContain("₹432"));
  expect(await textOf("/functions/suggest?q=qwyzzle")).not.toContain("tan-moccasins");
  await db.execute(sql`insert into search_synonym (words, expands_to) values ('{qwyzzle}', '{moccasins}')`);
  await eventually(async () =>
    expect(await textOf("/functions/suggest?q=qwyzzle")).toContain("tan-moccasins"),
  );
});
