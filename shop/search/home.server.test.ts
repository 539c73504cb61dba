import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { bestRatedProducts, homeContent } from "./home.server.ts";
import { productIndex } from "./product-index.server.ts";

const shop = await testShop({ seed: true });
const { services } = shop;
afterAll(shop.dispose);

test("the home page is the same before and after the product index is loaded", async () => {
  await services.db.execute(sql`
    update variant v set price = p.price / 200 * 100 from product p
    where p.id = v.product_id and hashtext(v.sku) & 15 = 0`);
  const slugs = ({ tabs }: Awaited<ReturnType<typeof homeContent>>) =>
    Object.values(tabs).map((tab) => tab.map(({ slug, price }) => `${slug} ${price.paid}`));
  const before = await homeContent(services);
  const popular = await bestRatedProducts(services, 4);
  await productIndex(services);
  const after = await homeContent(services);
  expect(slugs(after)).toEqual(slugs(before));
  expect(after.categories).toEqual(before.categories);
  expect(after.metrics).toEqual({ products: "500+", brands: "50+" });
  expect(after.metrics).toEqual(before.metrics);
  expect(await bestRatedProducts(services, 4)).toEqual(popular);
  const offers = after.tabs.offers.map(({ price }) => price.paid);
  expect(offers).toEqual(offers.toSorted((one, other) => one - other));
});
