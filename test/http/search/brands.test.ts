import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { brandSlug } from "../../../shop/search/brands/brands.server.ts";
import { orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";

const shopper = orderingShop();
const page = (path: string) => readPage(shopper().ask, path);

async function largestBrand() {
  const { rows } = await shopper().shop.services.db.execute(sql`
    select brand, count(*)::integer as count, min(slug) as slug from product
    where status = 'active' group by brand order by count(*) desc, brand limit 1`);
  const row = z.object({ brand: z.string(), count: z.number(), slug: z.string() });
  return row.parse(rows[0]);
}

test("a brand has a page with its products and filters, linked from its products and the sitemap", async () => {
  const { brand, count, slug } = await largestBrand();
  const path = `/brand/${brandSlug(brand)}`;
  const product = await page(`/product/${slug}`);
  expect(product.html).toMatch(new RegExp(`<a [^>]*href="${path}"`));
  expect(await (await shopper().ask("/sitemaps/sitemap-pages.xml")).text()).toContain(`${path}</loc>`);

  const { html, text, status } = await page(path);
  expect(status).toBe(200);
  expect(html).toContain(`<h1>${brand.replace("&", "&amp;")}</h1>`);
  expect(text).toContain(count === 1 ? "1 product" : `${count} products`);
  expect(html).toContain(`<link rel="canonical" href="http://shop.test${path}"/>`);
  expect(html).toContain('"@type":"BreadcrumbList"');
  // The brand is the page, not a filter of it.
  expect(html).not.toContain("Remove filter");
  expect(html).not.toContain("brand=");
  expect(html).toContain(`href="${path}?stock=1"`);

  const filtered = await page(`${path}?stock=1&brand=Other&q=zeppelin`);
  expect(filtered.html).toContain('aria-label="Remove filter In Stock Only"');
  expect(filtered.html.includes("Remove filter Other")).toBe(false);
  expect(filtered.text).toContain("Load more");
  const none = await page(`${path}?discount=100`);
  expect(none.text).toContain("No products found");
  expect(none.html).toMatch(new RegExp(`class="btn btn-primary" href="${path}"`));
});

test("a brand without products has no page", async () => {
  const { brand, slug } = await largestBrand();
  const path = `/brand/${brandSlug(brand)}`;
  const { db } = shopper().shop.services;
  for (const unknown of ["/brand/zeppelins", "/brand/%00", `/brand/${brand.toUpperCase()}`]) {
    const { status, text } = await page(unknown);
    expect(status, unknown).toBe(404);
    expect(text).toContain("Brand not found");
  }
  await db.execute(sql`update product set status = 'draft' where brand = ${brand}`);
  expect((await page(path)).status).toBe(404);
  // Two spellings of a brand with the same slug share one page.
  await db.execute(sql`update product set status = 'active', brand = 'Twin & Co' where slug = ${slug}`);
  await db.execute(sql`update product set status = 'active', brand = 'Twin Co'
    where id = (select id from product where brand = ${brand} limit 1)`);
  expect((await page("/brand/twin-co")).text).toContain("2 products");
});
