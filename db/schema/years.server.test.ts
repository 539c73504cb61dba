import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { articles } from "../../shop/content/blog/articles.server.ts";
import { listOffers } from "../../shop/offers/offers.server.ts";
import { onOneConnection } from "../../test/support/cluster/databases.server.ts";
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

test("times that were stored before are brought into these years, and the lists show them", async () => {
  await onOneConnection(shop.databaseUrl, async (ask) => {
    const checks = await ask(
      "select conname, conrelid::regclass::text as stands_on from pg_constraint where conname like '%\\_year' and contype = 'c'",
    );
    for (const { conname, stands_on } of checks)
      await ask(`alter table ${stands_on} drop constraint ${conname}`);
    await ask("update offer set valid_to = '294276-12-31'");
    await ask("update blog_post set published_at = '0026-11-26'");
    await ask(readFileSync(join(import.meta.dirname, "../migrations/0367-years.sql"), "utf8"));
  });
  const { offers } = await listOffers(shop.services, { q: "", state: "", page: 1, size: 20 });
  expect(offers.map(({ validTo }) => validTo.slice(0, 10))).toContain("2100-12-31");
  const posts = await articles(shop.services, null);
  expect(posts.map(({ publishedAt }) => publishedAt.slice(0, 10))).toContain("2000-01-01");
});
