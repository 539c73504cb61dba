import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";

const shop = await testShop({ seed: true });
const { db } = shop.services;
afterAll(shop.dispose);

const refusal = (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error);

test.for([
  ["product", "created_at"],
  ["offer", "valid_to"],
  ["coupon", "valid_to"],
  ["blog_post", "published_at"],
  ["review", "created_at"],
])("%s.%s holds no year that a list could not show", async ([table = "", column = ""]) => {
  for (const time of ["infinity", "-infinity", "294276-12-31", "2101-06-01", "0026-11-26"]) {
    const set = sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${time}`;
    expect(await db.execute(set).then(() => "stored", refusal), time).toMatch(/violates check constraint/);
  }
});
