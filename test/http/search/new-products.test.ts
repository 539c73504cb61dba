import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";

const shopper = orderingShop();
const page = (path: string) => readPage(shopper().ask, path);
const thisWeek = "/shop?new=7&sort=newest";

test("the menu links to this week's new products; without any, the list shows a message", async () => {
  const { services, clock } = shopper().shop;
  const now = clock.now().toISOString();
  const came = (slug: string, ago: string) =>
    services.db.execute(
      sql`update product set created_at = ${now}::timestamptz - ${ago}::interval where slug = ${slug}`,
    );
  const link = '<a href="/shop?new=7&amp;sort=newest"';
  expect((await page("/")).html.includes(link)).toBe(true);

  await services.db.execute(sql`update product set created_at = ${now}::timestamptz - interval '60 days'`);
  const none = await page(thisWeek);
  expect(none.text).toContain("No products found");
  expect(none.text).toContain("products from earlier");
  expect(none.html).toContain('aria-label="Remove filter New this week"');

  await came("tan-moccasins", "6 days 23 hours");
  await came("maroon-festive-kurta", "7 days 1 second");
  const one = await page(thisWeek);
  expect(one.text).toContain("1 product");
  expect(one.html).toContain("/product/tan-moccasins");
  expect(one.html).not.toContain("/product/maroon-festive-kurta");
  expect((await page("/shop?new=30")).text).toContain("2 products");
  expect((await page("/shop?new=8")).text).not.toContain("Remove filter");
});
