import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { onDatabase } from "../../support/cluster/databases.server.ts";
import { eventually } from "../../support/eventually.ts";
import { aShirt, type Piece } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

// The product page of somebody signed in is not in the page cache. What it shows of the product is in memory.

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking({ ...shop.services, site: { ...shop.services.site, inMemory: true } });
});
afterAll(() => shop.dispose());

const write = (statement: SQL) => shop.services.db.execute(statement);

async function text(path: string): Promise<string> {
  return textOf(await (await ask(path)).text());
}

/** A shirt whose page is in memory: a change of which no event tells is not seen. */
async function inMemory(): Promise<Piece & { path: string }> {
  const shirt = await aShirt(shop, { stock: 9 });
  const path = `/product/${shirt.productId}`;
  await text(path);
  await eventually(() => expect(shop.services.live.listening()).toBe(true));
  await text(path);
  return { ...shirt, path };
}

/** Writes, and waits until the shop has heard of it. */
async function announced(productId: string, statement: SQL): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const leave = shop.services.live.subscribe("products", ({ id }) => {
    if (id === productId) heard.resolve();
  });
  await write(statement);
  await heard.promise;
  leave();
}

/** Writes without triggers, so that no event is sent. */
const unannounced = (statement: string) =>
  onDatabase(shop.databaseUrl, `set session_replication_role = replica; ${statement}`);

test("a product is read once, and again after it was edited", async () => {
  const { path, productId } = await inMemory();
  await unannounced(`update product set description = 'Quietly woven' where id = '${productId}'`);
  expect(await text(path)).not.toContain("Quietly woven");
  await write(sql`update product set name = 'Renamed Shirt' where id = ${productId}`);
  await eventually(async () => expect(await text(path)).toContain("Renamed Shirt"));
  expect(await text(path)).toContain("Quietly woven");
});

test("a changed price, a sold-out variant and another status are shown", async () => {
  const { path, productId, variantId } = await inMemory();
  await write(sql`update product set price = 123400, original_price = null where id = ${productId}`);
  await eventually(async () => expect(await text(path)).toContain("₹1,234"));
  await write(sql`update variant set reserved = stock where product_id = ${productId}`);
  await eventually(async () => expect(await text(path)).toContain("Out of Stock"));
  await write(sql`update variant set reserved = stock - 2 where id = ${variantId}`);
  await eventually(async () => expect(await text(path)).toContain("Only 2 left!"));
  await write(sql`update product set status = 'archived' where id = ${productId}`);
  await eventually(async () => expect((await ask(path)).status).toBe(404));
});

test("a slug leads to the product that has it now", async () => {
  const { productId } = await inMemory();
  const other = await aShirt(shop);
  await write(sql`update product set slug = 'first-shirt', name = 'The First' where id = ${productId}`);
  await eventually(async () => expect(await text("/product/first-shirt")).toContain("The First"));
  await write(sql`update product set slug = 'moved-shirt' where id = ${productId}`);
  await write(
    sql`update product set slug = 'first-shirt', name = 'The Second' where id = ${other.productId}`,
  );
  await eventually(async () => expect(await text("/product/first-shirt")).toContain("The Second"));
  expect(await text("/product/moved-shirt")).toContain("The First");
});

test("an offer begins and ends by the clock, and counts for the lowest price for 30 days", async () => {
  const { path, productId } = await inMemory();
  await announced(
    productId,
    sql`update product set price = 100000, original_price = 200000 where id = ${productId}`,
  );
  await announced(
    productId,
    sql`
      with made as (insert into offer (title, discount_percent, valid_from, valid_to)
        values ('Night Sale', 75, '2031-01-01T00:00:00Z', '2031-01-02T00:00:00Z') returning id)
      insert into offer_product (offer_id, product_id) select made.id, ${productId} from made`,
  );
  const at = async (time: string) => {
    shop.clock.set(time);
    return await text(path);
  };
  expect(await at("2031-01-01T12:00:00Z")).toContain("Night Sale: 75% off");
  await unannounced(`update product set description = 'Quietly woven' where id = '${productId}'`);
  const before = await at("2030-12-31T23:59:59Z");
  expect(before).not.toContain("Night Sale");
  expect(before).toContain("Lowest price in the last 30 days: ₹1,000");
  expect(await at("2031-01-01T00:00:00Z")).toContain("Night Sale: 75% off");
  const after = await at("2031-01-02T00:00:01Z");
  expect(after).not.toContain("Night Sale");
  expect(after).toContain("Lowest price in the last 30 days: ₹500");
  expect(await at("2031-02-01T00:00:01Z")).toContain("Lowest price in the last 30 days: ₹1,000");
  // All of it from memory.
  expect(await text(path)).not.toContain("Quietly woven");
});

test("the lowest price of 30 days is said of what is sold that long, or had another price or an offer", async () => {
  const said = "Lowest price in the last 30 days: ";
  const first = await inMemory();
  // As it is entered: with its MRP, on the first day.
  const entered = sql`original_price = 200000, created_at = '2033-01-01T00:00:00Z'`;
  await announced(first.productId, sql`update product set ${entered} where id = ${first.productId}`);
  shop.clock.set("2033-01-02T00:00:00Z");
  expect(await text(first.path)).toContain("₹2,000");
  expect(await text(first.path)).not.toContain(said);
  shop.clock.set("2033-01-31T00:00:01Z");
  expect(await text(first.path)).toContain(`${said}₹499`);
  // It costs more since two days.
  const second = await inMemory();
  await write(sql`insert into price_history (product_id, price, original_price, at) values
    (${second.productId}, 39900, 200000, '2033-01-25T00:00:00Z'),
    (${second.productId}, 49900, 200000, '2033-01-29T00:00:00Z')`);
  const late = sql`original_price = 200000, created_at = '2033-01-25T00:00:00Z'`;
  await announced(second.productId, sql`update product set ${late} where id = ${second.productId}`);
  expect(await text(second.path)).toContain(`${said}₹399`);
});

test("a new, an edited and a hidden review are followed, and votes are read each time", async () => {
  const { path, productId } = await inMemory();
  await write(sql`insert into review (product_id, rating, comment) values (${productId}, 4, 'Soft cotton')`);
  await eventually(async () => expect(await text(path)).toContain("Soft cotton"));
  await unannounced(`update review set comment = 'Quietly praised' where product_id = '${productId}'`);
  expect(await text(path)).toContain("Soft cotton");
  await write(sql`update review set comment = 'Firm linen' where product_id = ${productId}`);
  await eventually(async () => expect(await text(path)).toContain("Firm linen"));
  await write(sql`insert into review_vote (review_id, user_id)
    select review.id, users.id from review, users where product_id = ${productId} limit 1`);
  expect(await text(path)).toContain("1 person found this helpful");
  await write(sql`update review set status = 'hidden' where product_id = ${productId}`);
  await eventually(async () => expect(await text(path)).toContain("No reviews yet"));
});

test("the verdicts on the size and the coupons follow their tables", async () => {
  const { path, productId } = await inMemory();
  await write(
    sql`insert into fit_count (product_id, size, verdict, people) values (${productId}, 'M', 'small', 9)`,
  );
  await eventually(async () => expect(await text(path)).toContain("people say it runs small"));
  await write(sql`delete from fit_count where product_id = ${productId}`);
  await eventually(async () => expect(await text(path)).not.toContain("people say it runs small"));
  await write(sql`
    insert into coupon (code, description, kind, value, min_order, valid_from, valid_to, active, listed)
    values ('MEMORY', 'For all', 'percent', 90, 0, now() - interval '1 day', now() + interval '1 second', true, true)`);
  await eventually(async () => expect(await text(path)).toContain("MEMORY"));
  // It ends by the clock of the database; no event says so.
  await eventually(async () => expect(await text(path)).not.toContain("MEMORY"));
  await write(sql`update coupon set valid_to = now() + interval '1 day' where code = 'MEMORY'`);
  await eventually(async () => expect(await text(path)).toContain("MEMORY"));
  await write(sql`update coupon set active = false where code = 'MEMORY'`);
  await eventually(async () => expect(await text(path)).not.toContain("MEMORY"));
});
