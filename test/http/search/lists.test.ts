import { expect, test } from "vitest";
import { orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { readPage } from "../../support/page-reader.ts";

const shopper = orderingShop();
const page = (path: string) => readPage(shopper().ask, path);

test("a category has the filters of the shop, which stay in its address, and the order in reach", async () => {
  const { html, text } = await page("/category/footwear?size=8&sort=newest");
  expect(text).toContain("Filters (1)");
  expect(html).toContain('aria-label="Remove filter Size 8"');
  expect(html).not.toContain("Remove filter Footwear");
  expect(html).toMatch(/href="\/category\/footwear\?size=8&amp;size=9&amp;sort=newest"/);
  // Without scripts the order's form keeps the filters.
  const form = /<form[^>]*class="sort-form"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  expect(form).toMatch(/name="size" value="8"/);
  expect(form).toMatch(/<option value="newest" selected/);
  expect(form).not.toContain('name="category"');
});
