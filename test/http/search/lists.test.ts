import { expect, test } from "vitest";
import { listAll } from "../../support/listing/list-all.server.ts";
import { orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";

const shopper = orderingShop();
const page = (path: string) => readPage(shopper().ask, path);

test("a category has the shop's filters, which stay in its address, and a sort form that keeps them", async () => {
  const { html, text } = await page("/category/footwear?size=8&sort=newest");
  expect(text).toContain("Filters (1)");
  expect(html).toContain('aria-label="Remove filter Size 8"');
  expect(html).not.toContain("Remove filter Footwear");
  expect(html).toMatch(/href="\/category\/footwear\?size=8&amp;size=9&amp;sort=newest"/);
  // Without scripts, the sort form keeps the filters.
  const form = /<form[^>]*class="sort-form"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  expect(form).toMatch(/name="size" value="8"/);
  expect(form).toMatch(/<option value="newest" selected/);
  expect(form).not.toContain('name="category"');
});

test("a card shows its colours as dots, and its second picture is not loaded", async () => {
  const { services } = shopper().shop;
  const { products } = await listAll(services, "stock=1&page=100");
  const coloured = products.find(({ colourCount }) => colourCount > 1);
  if (!coloured) throw new Error("the demo catalogue has products in several colours");
  expect(coloured.toChoose).toBe(true);
  expect(coloured.swatches.length).toBe(Math.min(4, coloured.colourCount));
  const { html, text } = await page(`/shop?q=${encodeURIComponent(coloured.name)}`);
  expect(text).toContain(`${coloured.colourCount} colours`);
  for (const hex of coloured.swatches) expect(html).toContain(`<i style="background:${hex}">`);
  // The second picture is not loaded until somebody points at the card.
  const second = (await listAll(services, "q=kurta")).products.flatMap(({ secondPicture }) =>
    secondPicture ? [secondPicture.key] : [],
  );
  const list = await page("/shop?q=kurta");
  expect(second.length).toBeGreaterThan(0);
  for (const key of second) expect(list.html).not.toContain(`/media/${key}/`);
});
