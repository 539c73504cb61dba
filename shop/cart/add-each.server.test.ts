import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper, type Person } from "../../test/support/users.server.ts";
import { addEachToCart } from "./add-each.server.ts";
import { cartOf } from "./cart-of.server.ts";
import { addToCart, clearCart } from "./change-cart.server.ts";

let shop: TestShop;
let asha: Person;
const rows = async (query: ReturnType<typeof sql>) =>
  z.array(z.object({ id: z.string(), name: z.string() })).parse((await shop.services.db.execute(query)).rows);

/** Active products that meet the condition and have a variant in stock. */
const products = (fitting: ReturnType<typeof sql>, limit: number) =>
  rows(sql`select p.id, p.name from product p where p.status = 'active' and ${fitting}
    and exists (select 1 from variant v where v.product_id = p.id and v.stock > 0)
    order by p.id limit ${limit}`);
const simple = sql`not exists (select 1 from variant v where v.product_id = p.id and v.size is not null)
  and (select count(distinct v.colour) from variant v where v.product_id = p.id and v.stock > 0) <= 1`;
const sized = sql`exists (select 1 from variant v where v.product_id = p.id and v.size is not null)`;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  asha = await aShopper(shop);
});
beforeEach(() => clearCart(shop.services, asha));
afterAll(() => shop.dispose());

test("one unit of each product is added to the cart; a product that needs a size is skipped and named", async () => {
  const [three, [kurta]] = [await products(simple, 3), await products(sized, 1)];
  const ids = [...three, ...(kurta ? [kurta] : [])].map(({ id }) => id);
  expect(await addEachToCart(shop.services, asha, ids)).toEqual({
    added: 3,
    skipped: [{ name: kurta?.name, why: "choose-size" }],
  });
  const cart = await cartOf(shop.services, asha.id);
  expect(cart.lines.map(({ productId }) => productId).sort()).toEqual(three.map(({ id }) => id).sort());
  expect(cart.itemCount).toBe(3);
});

test("with the size and colour that were chosen for it, a product is not skipped; with others it is", async () => {
  const [kurta] = await products(sized, 1);
  const id = kurta?.id ?? "";
  const { rows: variants } = await shop.services.db.execute(sql`
    select size, colour from variant where product_id = ${id} and stock > 0 order by position limit 1`);
  const [choice] = z.array(z.object({ size: z.string(), colour: z.string().nullable() })).parse(variants);
  if (!choice) throw new Error("no variant");
  const add = (chosen: typeof choice) => addEachToCart(shop.services, asha, [id], new Map([[id, chosen]]));
  expect(await add({ ...choice, size: "17" })).toEqual({
    added: 0,
    skipped: [{ name: kurta?.name, why: "not-sold" }],
  });
  expect(await add(choice)).toEqual({ added: 1, skipped: [] });
  expect((await cartOf(shop.services, asha.id)).lines).toMatchObject([choice]);
});

test("a repeated call adds one more unit of each; unknown and malformed ids are ignored", async () => {
  const three = (await products(simple, 3)).map(({ id }) => id);
  const ids = [...three, "x", "5f0c9d1e-0000-4000-8000-000000000000"];
  await addEachToCart(shop.services, asha, ids);
  expect(await addEachToCart(shop.services, asha, ids)).toEqual({ added: 3, skipped: [] });
  expect(
    (await cartOf(shop.services, asha.id)).lines.every(
      ({ quantity, most }) => quantity === Math.min(2, most),
    ),
  ).toBe(true);
  expect(await addEachToCart(shop.services, asha, [])).toEqual({ added: 0, skipped: [] });
});

test("two concurrent calls with the ids in opposite order do not deadlock, and both add every product", async () => {
  const ids = (await products(simple, 20)).map(({ id }) => id);
  const both = await Promise.all([
    addEachToCart(shop.services, asha, ids),
    addEachToCart(shop.services, asha, [...ids].reverse()),
  ]);
  expect(both.map(({ added }) => added)).toEqual([ids.length, ids.length]);
});

test("a product with two colours in stock is not added until a colour is chosen", async () => {
  const [bag] = await products(simple, 1);
  const id = bag?.id ?? "";
  await shop.services.db.execute(
    sql`update variant set colour = 'Black', colour_hex = '#000000' where product_id = ${id}`,
  );
  await shop.services.db.execute(sql`insert into variant (product_id, sku, colour, colour_hex, position)
    values (${id}, 'TEST-TAN', 'Tan', '#d2b48c', 9)`);
  await shop.services.db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, 4, 'system', 'came in' from variant where sku = 'TEST-TAN'`);
  expect(await addEachToCart(shop.services, asha, [id])).toEqual({
    added: 0,
    skipped: [{ name: bag?.name, why: "choose-colour" }],
  });
  const wanted = { productId: id, size: null, quantity: 1 };
  expect(await addToCart(shop.services, asha, { ...wanted, colour: null })).toMatchObject({
    refused: "choose-colour",
  });
  expect((await addToCart(shop.services, asha, { ...wanted, colour: "Tan" })).ok).toBe(true);
  expect((await cartOf(shop.services, asha.id)).lines[0]?.colour).toBe("Tan");
});
