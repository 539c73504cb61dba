import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { testShop } from "../../../test/support/test-shop.server.ts";

const shop = await testShop();
afterAll(shop.dispose);

test("the trigger of stock events refers to every column of a variant, in the old and in the new row", async () => {
  const { rows } = await shop.services.db.execute(sql`
    select column_name, pg_get_functiondef('announce_and_count_variants'::regproc) as source
    from information_schema.columns where table_name = 'variant' and table_schema = 'public'`);
  const columns = z.array(z.object({ column_name: z.string(), source: z.string() })).parse(rows);
  const compared = columns.filter(
    ({ column_name, source }) => source.includes(`a.${column_name}`) && source.includes(`r.${column_name}`),
  );
  expect(columns.length).toBeGreaterThan(8);
  expect(compared.map(({ column_name }) => column_name).sort()).toEqual(
    columns.map(({ column_name }) => column_name).sort(),
  );
});
