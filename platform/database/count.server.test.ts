import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { countLabel } from "../../app/back-office/parts/lists/list-address.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { countUpTo } from "./count.server.ts";

const shop = await testShop();
afterAll(shop.dispose);

test("a count is exact up to its limit, and says that there are more beyond it", async () => {
  const shown = async (rows: number) =>
    countLabel(await countUpTo(shop.services.db, sql`select from generate_series(1, ${rows}::integer)`));
  expect(await Promise.all([0, 999, 1_000, 1_001, 5_000].map(shown))).toEqual([
    "0",
    "999",
    "1,000",
    "1,000+",
    "1,000+",
  ]);
});
