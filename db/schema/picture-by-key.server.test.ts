import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import { pricedLines } from "../../shop/checkout/priced-lines.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";

const shop = await testShop({ seed: true });
const { db } = shop.services;
afterAll(shop.dispose);

test("an order line's picture is read by its primary key, also before the tables are analyzed", async () => {
  const picked =
    await db.execute(sql`select v.id, p.id as product from variant v join product p on p.id = v.product_id
    where v.stock > v.reserved and exists (select from product_picture where product_id = p.id) limit 1`);
  const [variant] = z.tuple([z.object({ id: z.string() })]).parse(picked.rows);
  const { lines, scans } = await inTransaction(db, async (tx) => {
    const lines = await pricedLines(tx, shop.clock.now(), variant.id, [
      { variantId: variant.id, quantity: 1 },
    ]);
    // The scans of this transaction only: the totals are written later.
    const { rows } = await tx.execute(sql`
      select pg_stat_get_xact_numscans('picture'::regclass)::integer as whole,
        pg_stat_get_xact_numscans('picture_pkey'::regclass)::integer as by_key`);
    return { lines, scans: rows };
  });
  expect(lines).toMatchObject([{ quantity: 1, picture: { key: expect.any(String) } }]);
  const [{ whole, by_key }] = z.tuple([z.object({ whole: z.number(), by_key: z.number() })]).parse(scans);
  expect(whole).toBe(0);
  // The planner's own reads of the ends of an index, once statistics exist, count too.
  expect(by_key).toBeGreaterThan(0);
  expect(by_key).toBeLessThan(10);
});
