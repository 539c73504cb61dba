import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { maxPerLine } from "../../cart/cart.ts";
import { lowStock, stockLevel } from "./inventory.ts";

// Rules that are also in the database, in functions, triggers and checks, which cannot use the code's constants.
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

test("the database uses the same threshold for low stock as the shop", async () => {
  const { rows } = await shop.services.db.execute(sql`
    select stock, coalesce(stock_level(stock, 2), 'in') as level from generate_series(0, 20) as stock`);
  for (const { stock, level } of rows) expect([stock, level]).toEqual([stock, stockLevel(Number(stock) - 2)]);
});

test.each([
  [lowStock, true],
  [lowStock + 1, false],
])("a product with %i units left of each variant is marked low in the database: %s", async (left, short) => {
  const { rows: moved } = await shop.services.db.execute(sql`
    update variant set reserved = stock - ${left} where product_id = (
      select product_id from variant group by product_id having min(stock) > ${lowStock + 1} order by 1 limit 1)
    returning product_id`);
  const { rows } = await shop.services.db.execute(
    sql`select is_low from product_stock_level where product_id = ${moved[0]?.product_id}`,
  );
  expect(rows).toEqual([{ is_low: short }]);
});

test.each(["cart_line", "order_line"])(
  "the database limits the quantity of a %s to the shop's maximum",
  async (table) => {
    const { rows } = await shop.services.db.execute(sql`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%quantity%'`);
    expect(rows.map(({ rule }) => rule)).toContain(
      `CHECK (((quantity >= 1) AND (quantity <= ${maxPerLine})))`,
    );
  },
);
