import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { sqlState } from "../platform/database/database.server.ts";
import { meanColour } from "../shop/catalogue/pictures/mean-colour.server.ts";
import { originalKey } from "../shop/catalogue/pictures/picture-keys.ts";
import { homeKey, homeKind, picturesOf } from "../shop/publishing/home.server.ts";
import { published } from "../shop/publishing/published.server.ts";
import { onDatabase } from "../test/support/cluster/databases.server.ts";
import { testShop } from "../test/support/test-shop.server.ts";
import { readDemoData, readDemoPicture } from "./seed/demo-data.server.ts";
import { heroFile } from "./seed/seller.server.ts";
import { seedDemo } from "./seed.server.ts";
import { stableId } from "./stable-id.ts";

const shop = await testShop();
const { services, clock, databaseUrl } = shop;
const { db, storage } = services;
afterAll(shop.dispose);
await Promise.all([seedDemo(services), seedDemo(services)]);

const one = async (query: ReturnType<typeof sql>) =>
  Object.values((await db.execute(query)).rows[0] ?? {})[0];

test("two concurrent first starts and a later one seed the shop once", async () => {
  clock.forward(86_400_000);
  await seedDemo(services);
  expect(await one(sql`select count(*)::integer from product`)).toBe(601);
  expect(await one(sql`select count(*)::integer from variant`)).toBe(2323);
  expect(await one(sql`select count(*)::integer from review`)).toBe(1640);
});

test("a third of the products has a cost, below what they are sold for without tax; so have own prices of theirs", async () => {
  expect(await one(sql`select count(cost)::integer from product`)).toBe(201);
  expect(await one(sql`select count(*)::integer from product where cost >= price / 1.18`)).toBe(0);
  expect(await one(sql`select count(*)::integer from variant where cost >= price / 1.18`)).toBe(0);
  expect(await one(sql`select count(cost)::integer from variant`)).toBeGreaterThan(0);
});

test("every variant's stock is the sum of its stock moves", async () => {
  expect(
    await one(sql`select count(*)::integer from variant v where stock <>
      (select coalesce(sum(delta), 0) from stock_movement m where m.variant_id = v.id)`),
  ).toBe(0);
  expect(await one(sql`select sum(stock)::integer from variant`)).toBeGreaterThan(10_000);
});

test("no review or product is dated in the future, and four offers are running", async () => {
  expect(await one(sql`select max(created_at) <= '2026-11-21T06:00:00Z' from review`)).toBe(true);
  expect(await one(sql`select max(created_at) <= '2026-11-21T06:00:00Z' from product`)).toBe(true);
  expect(
    await one(
      sql`select count(*)::integer from offer where '2026-11-21T06:00:00Z' between valid_from and valid_to`,
    ),
  ).toBe(4);
});

test("each product's rating and review count match its reviews", async () => {
  expect(
    await one(sql`select count(*)::integer from product p where (review_count, rating) is distinct from
      (select (count(*)::integer, round(avg(rating), 1)) from review r where r.product_id = p.id)`),
  ).toBe(0);
});

test("ids are the same in every seed, and short ids are unique", async () => {
  const { rows } = await db.execute(sql`select id, slug from product`);
  expect(rows).toContainEqual({ id: stableId("product", "tan-moccasins"), slug: "tan-moccasins" });
  expect(new Set(rows.map(({ id }) => String(id).slice(0, 8))).size).toBe(601);
});

test("every demo picture is used, listed under the hash of its bytes, and in storage", async () => {
  const { pictures, ...data } = await readDemoData();
  const shown = JSON.stringify([data, [1, 2, 3, 4].map((number) => `blog-${number}.webp`), heroFile]);
  const files = await readdir(join(import.meta.dirname, "catalogue/images"));
  expect(Object.keys(pictures).sort()).toEqual(files.sort());
  for (const file of files) {
    const content = await readDemoPicture(file);
    const { key, bytes, width, height } = pictures[file] ?? {};
    expect([key, bytes]).toEqual([
      createHash("sha256").update(content).digest("hex").slice(0, 32),
      content.length,
    ]);
    expect(await sharp(content).metadata()).toMatchObject({ width, height });
    expect(await storage.has(originalKey(key ?? ""))).toBe(true);
    expect(shown).toContain(`"${file}"`);
  }
  const { content } = await published(services, homeKind, homeKey);
  expect(content?.items.flatMap(picturesOf).map(({ key }) => key)).toEqual([pictures[heroFile]?.key]);
});

test("the placeholder colour of a demo picture is its mean colour", async () => {
  const { pictures } = await readDemoData();
  for (const file of [heroFile, "blog-1.webp", "category-men.webp", "tan-moccasins-1.webp"]) {
    expect(pictures[file]?.tint).toBe(await meanColour(await readDemoPicture(file)));
  }
});

const refusedWith = (query: ReturnType<typeof sql>) => db.execute(query).then(() => "done", sqlState);

test("the database refuses a change of stock without a stock move, and changes of existing moves", async () => {
  const integrity = "23000";
  expect(await refusedWith(sql`update variant set stock = stock + 1 where sku = 'RAN4088-NAV-M'`)).toBe(
    integrity,
  );
  for (const rewriting of [
    "update stock_movement set delta = 5",
    "delete from stock_movement",
    "truncate stock_movement",
  ]) {
    expect(await refusedWith(sql.raw(rewriting))).toBe("42501");
    await expect(onDatabase(databaseUrl, rewriting)).rejects.toMatchObject({ code: integrity });
  }
});

test("the database refuses stock below zero and holds above the stock", async () => {
  const check = "23514";
  const move = (delta: number) => sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, ${delta}::integer, 'system', 'trial' from variant where sku = 'RAN4088-NAV-M'`;
  expect(await refusedWith(move(-15))).toBe(check);
  expect(await refusedWith(sql`update variant set reserved = 15 where sku = 'RAN4088-NAV-M'`)).toBe(check);
  expect(await refusedWith(move(-4))).toBe("done");
  expect(await one(sql`select stock from variant where sku = 'RAN4088-NAV-M'`)).toBe(10);
});

test("the database refuses a second variant of the same size and colour, also without either", async () => {
  const again = (sku: string) => sql`insert into variant (product_id, size, colour, colour_hex, sku)
    select product_id, size, colour, colour_hex, 'AGAIN' from variant where sku = ${sku}`;
  expect(await refusedWith(again("RAN4088-NAV-M"))).toBe("23505");
  await db.execute(
    sql`insert into variant (product_id, sku) select id, 'BARE' from product where slug = 'tan-moccasins'`,
  );
  expect(await refusedWith(again("BARE"))).toBe("23505");
});

test("both demo users can log in, and one is an admin", async () => {
  const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: null };
  for (const who of ["admin", "shopper"]) {
    const body = { email: `${who}@campus.test`, password: `campus-${who}-demo` };
    expect(await services.identity.signIn(caller, body)).toMatchObject({ ok: true, value: { next: "in" } });
  }
  expect(await one(sql`select string_agg(email, ',') from users where role = 'admin'`)).toBe(
    "admin@campus.test",
  );
});
