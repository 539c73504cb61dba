import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../../support/ask.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

test("at one in the morning in India a file has the day that the shop has, not that of Greenwich", async () => {
  shop.clock.set("2026-11-21T19:30:00Z");
  for (const [path, name] of [
    ["/admin/export/products.csv", "products-2026-11-22.csv"],
    ["/admin/audit/export.csv", "audit-2026-11-22.csv"],
  ] as const) {
    const answer = await ask(path, { as: admin });
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
    await answer.text();
  }
});

test("search engines read the day of a review and the last day of an offer in India", async () => {
  const shirt = await aShirt(shop);
  const { db } = shop.services;
  await db.execute(sql`
    with made as (
      insert into offer (title, discount_percent, valid_from, valid_to)
      values ('Night', 10, '2026-11-01', '2026-11-30T20:00:00Z') returning id)
    insert into offer_product (offer_id, product_id) select id, ${shirt.productId}::uuid from made`);
  await db.execute(sql`insert into review (product_id, rating, comment, display_name, created_at)
    values (${shirt.productId}, 5, 'Good', 'Asha', '2026-11-20T20:00:00Z')`);
  const html = await (await ask(`/product/${shirt.slug}`)).text();
  expect(html).toContain('"priceValidUntil":"2026-12-01"');
  expect(html).toContain('"datePublished":"2026-11-21"');
});
