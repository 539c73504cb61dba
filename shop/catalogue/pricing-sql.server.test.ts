import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { testShop } from "../../test/support/test-shop.server.ts";
import { percentOff, priceOf } from "./pricing.ts";
import { paidSql, percentOffSql } from "./pricing-sql.server.ts";

const shop = await testShop();
afterAll(shop.dispose);

const paise = fc.integer({ min: 100, max: 10_000_000 });
const percent = fc.option(fc.integer({ min: 0, max: 100 }));
const offer = fc.oneof(
  fc.record({ price: paise, mrp: fc.option(paise), percent }),
  // Half a percent, where a rounding would differ.
  fc
    .record({ hundreds: fc.integer({ min: 1, max: 500 }), half: fc.integer({ min: 0, max: 99 }), percent })
    .map(({ hundreds, half, percent }) => ({
      price: hundreds * (199 - 2 * half),
      mrp: hundreds * 200,
      percent,
    })),
);

test("the database prices as the code does, to the paisa and the percent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(offer, { minLength: 200, maxLength: 200 }), async (offers) => {
      const struck = sql`greatest(o.mrp, o.price)`;
      const paid = paidSql({ price: sql`o.price`, mrp: sql`o.mrp`, percent: sql`o.percent` });
      const { rows } = await shop.services.db.execute(sql`
        select ${paid}::integer as paid, ${percentOffSql({ struck, paid })}::integer as off
        from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as o(price bigint, mrp bigint, percent integer)`);
      const expected = offers.map(({ price, mrp, percent }) => {
        const { paid } = priceOf({ price, originalPrice: mrp }, percent);
        return { paid, off: percentOff(Math.max(mrp ?? 0, price), paid) };
      });
      expect(z.array(z.object({ paid: z.number(), off: z.number() })).parse(rows)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
