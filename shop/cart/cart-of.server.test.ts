import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper, type Person } from "../../test/support/users.server.ts";
import { priceOf } from "../catalogue/pricing.ts";
import { cartOf } from "./cart-of.server.ts";
import { addToCart, clearCart } from "./change-cart.server.ts";

let shop: TestShop;
let asha: Person;
const run = (query: ReturnType<typeof sql>) => shop.services.db.execute(query);

beforeAll(async () => {
  shop = await testShop({ seed: true });
  asha = await aShopper(shop);
});
beforeEach(() => clearCart(shop.services, asha));
afterAll(() => shop.dispose());

const variant = z.object({ id: z.string(), product_id: z.string(), size: z.string(), colour: z.string() });

test.each([
  ["its product's price", null, 200_000, null],
  ["a price of its own", 149_950, 200_000, null],
  ["a price of its own under an offer", 149_950, 200_000, 33],
  ["a price of its own below the offer", 60_000, 200_000, 33],
  ["a price of its own above the MRP", 250_000, 200_000, 15],
  ["a price of its own and no MRP", 149_950, null, 15],
])("a variant with %s costs in the cart what priceOf says", async (_what, own, originalPrice, percent) => {
  const { rows } = await run(sql`select v.id, v.product_id, v.size, v.colour from variant v
    where v.size is not null and v.colour is not null and v.stock >= 12 order by v.id limit 1`);
  const [found] = z.array(variant).parse(rows);
  if (!found) throw new Error("the demo catalogue has such a variant");
  const price = 180_000;
  await run(
    sql`update product set price = ${price}, original_price = ${originalPrice} where id = ${found.product_id}`,
  );
  await run(sql`update variant set price = ${own} where id = ${found.id}`);
  await run(sql`delete from offer_product where product_id = ${found.product_id}`);
  if (percent !== null) {
    await run(sql`with made as (insert into offer (title, discount_percent, valid_from, valid_to)
      values ('Test', ${percent}, '2020-01-01', '2040-01-01') returning id)
      insert into offer_product (offer_id, product_id) select id, ${found.product_id} from made`);
  }
  const added = await addToCart(shop.services, asha, {
    productId: found.product_id,
    ...found,
    quantity: 3,
  });
  expect(added.ok).toBe(true);
  const cart = await cartOf(shop.services, asha.id);
  const expected = priceOf({ price: own ?? price, originalPrice }, percent);
  expect(cart.lines[0]).toMatchObject({ unit: expected.paid, struck: expected.struck, changes: [] });
  expect(cart.total).toBe(3 * expected.paid);
  expect(cart.mrp).toBe(3 * (expected.struck ?? expected.paid));
});
