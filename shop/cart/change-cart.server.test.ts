import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper, type Person } from "../../test/support/users.server.ts";
import { cartCount, cartOf } from "./cart-of.server.ts";
import { addToCart, changeQuantity, clearCart, removeFromCart } from "./change-cart.server.ts";

let shop: TestShop;
let asha: Person;
let ravi: Person;
const ports = () => shop.services;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  asha = await aShopper(shop, { name: "Asha Rao" });
  ravi = await aShopper(shop, { name: "Ravi Iyer" });
});
afterAll(() => shop.dispose());

const variantRow = z.object({
  product_id: z.string(),
  size: z.string(),
  colour: z.string(),
  stock: z.number(),
});

/** A variant with a size and a colour that meets the condition. */
async function aVariant(condition: ReturnType<typeof sql>) {
  const { rows } = await ports().db.execute(sql`
    select v.product_id, v.size, v.colour, v.stock from variant v
    where v.size is not null and v.colour is not null and ${condition} order by v.id limit 1`);
  const [found] = z.array(variantRow).parse(rows);
  if (!found) throw new Error("the demo catalogue has such a variant");
  return { productId: found.product_id, size: found.size, colour: found.colour, stock: found.stock };
}

test("fifty concurrent adds of one variant leave one line with ten units", async () => {
  const plenty = await aVariant(sql`v.stock >= 12`);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => addToCart(ports(), asha, { ...plenty, quantity: 1 })),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
  const cart = await cartOf(ports(), asha.id);
  expect(cart.lines).toHaveLength(1);
  expect(cart.lines[0]?.quantity).toBe(10);
  await clearCart(ports(), asha);
});

test("what is reserved for others cannot be added, to an empty cart or to a line, and is not in a cart", async () => {
  const some = await aVariant(sql`v.stock = 4`);
  const wanted = sql`product_id = ${some.productId} and size = ${some.size} and colour = ${some.colour}`;
  await ports().db.execute(sql`update variant set reserved = 2 where ${wanted}`);
  const add = (quantity: number) => addToCart(ports(), asha, { ...some, quantity });
  expect(await add(4)).toMatchObject({ ok: true, value: { quantity: 2 } });
  expect(await add(1)).toMatchObject({ ok: true, value: { quantity: 2 } });
  await clearCart(ports(), asha);
  await ports().db.execute(sql`update variant set reserved = 4 where ${wanted}`);
  expect(await add(1)).toEqual({ ok: false, refused: "out-of-stock" });
  await ports().db.execute(sql`update variant set reserved = 0 where ${wanted}`);
  await add(4);
  await ports().db.execute(sql`update variant set reserved = 1 where ${wanted}`);
  const [line] = (await cartOf(ports(), asha.id)).lines;
  expect(line).toMatchObject({ quantity: 3, most: 3, changes: [{ kind: "fewer", left: 3 }] });
  await clearCart(ports(), asha);
  await ports().db.execute(sql`update variant set reserved = 0 where ${wanted}`);
});

test("the quantity of a line never exceeds the stock", async () => {
  const few = await aVariant(sql`v.stock = 2`);
  expect(await addToCart(ports(), asha, { ...few, quantity: 9 })).toMatchObject({
    ok: true,
    value: { quantity: 2 },
  });
  const [line] = (await cartOf(ports(), asha.id)).lines;
  await changeQuantity(ports(), asha, line?.id ?? "", 7);
  expect(await cartCount(ports(), asha.id)).toBe(2);
  await changeQuantity(ports(), asha, line?.id ?? "", 1);
  expect(await cartCount(ports(), asha.id)).toBe(1);
  await clearCart(ports(), asha);
});

test("users cannot see or change each other's cart lines", async () => {
  const plenty = await aVariant(sql`v.stock >= 12`);
  await addToCart(ports(), asha, { ...plenty, quantity: 3 });
  const [line] = (await cartOf(ports(), asha.id)).lines;
  const id = line?.id ?? "";
  expect((await cartOf(ports(), ravi.id)).lines).toEqual([]);
  expect(await changeQuantity(ports(), ravi, id, 1)).toEqual({ ok: false, refused: "no-line" });
  expect(await removeFromCart(ports(), ravi, id)).toEqual({ ok: false, refused: "no-line" });
  await clearCart(ports(), ravi);
  expect(await cartCount(ports(), asha.id)).toBe(3);
  await clearCart(ports(), asha);
});

test("a quantity of 0 or less removes the line; malformed and unknown ids are refused", async () => {
  const plenty = await aVariant(sql`v.stock >= 12`);
  await addToCart(ports(), asha, { ...plenty, quantity: 1 });
  const [line] = (await cartOf(ports(), asha.id)).lines;
  expect(await changeQuantity(ports(), asha, line?.id ?? "", -3)).toEqual({ ok: true });
  expect(await cartCount(ports(), asha.id)).toBe(0);
  for (const id of ["", "x", "5f0c9d1e-0000-4000-8000-000000000000", "'; drop table cart_line; --"])
    expect(await changeQuantity(ports(), asha, id, 1)).toEqual({ ok: false, refused: "no-line" });
});

test("a product with sizes is refused without one, and so is a variant that is sold out or unknown", async () => {
  const plenty = await aVariant(sql`v.stock >= 12`);
  const gone = await aVariant(sql`v.stock = 0`);
  const quantity = 1;
  expect(await addToCart(ports(), asha, { ...plenty, size: null, quantity })).toMatchObject({
    refused: "choose-size",
  });
  expect(await addToCart(ports(), asha, { ...gone, quantity })).toMatchObject({ refused: "out-of-stock" });
  expect(await addToCart(ports(), asha, { ...plenty, size: "XXXXL", quantity })).toMatchObject({
    refused: "not-sold",
  });
  expect(await addToCart(ports(), asha, { ...plenty, productId: "nope", quantity })).toMatchObject({
    refused: "not-sold",
  });
});

test("the cart reports a changed price, reduced stock and a product off sale, and totals current prices", async () => {
  const plenty = await aVariant(sql`v.stock between 8 and 11 and not exists
    (select 1 from offer_product op where op.product_id = v.product_id)`);
  await addToCart(ports(), asha, { ...plenty, quantity: 5 });
  await ports().db.execute(
    sql`update product set price = price + 10000, original_price = null where id = ${plenty.productId}`,
  );
  await ports().db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, 2 - stock, 'system', 'sold elsewhere' from variant
    where product_id = ${plenty.productId} and size = ${plenty.size} and colour = ${plenty.colour}`);
  const cart = await cartOf(ports(), asha.id);
  const [line] = cart.lines;
  expect(line?.changes.map(({ kind }) => kind)).toEqual(["fewer", "price"]);
  expect(line?.quantity).toBe(2);
  expect(cart.total).toBe((line?.unit ?? 0) * 2);
  await ports().db.execute(sql`update product set status = 'archived' where id = ${plenty.productId}`);
  const after = await cartOf(ports(), asha.id);
  expect(after.lines[0]?.changes).toEqual([{ kind: "gone" }]);
  expect(after.total).toBe(0);
});
