import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../support/ask.server.ts";
import { onDatabase } from "../support/cluster/databases.server.ts";
import { readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

/** Runs `look` without the table of products, as with a broken database. */
async function withoutProducts(look: () => Promise<void>) {
  await onDatabase(shop.databaseUrl, "alter table product rename to product_away");
  try {
    await look();
  } finally {
    await onDatabase(shop.databaseUrl, "alter table product_away rename to product");
  }
}

test("a category that cannot be read shows the specified error, and keeps header and footer", () =>
  withoutProducts(async () => {
    const { status, text, html } = await readPage(ask, "/category/women");
    expect(status).toBe(500);
    expect(text).toContain("Error Loading Products");
    expect(text).toContain("Failed to load products. Please try again.");
    expect(html).toContain('<a class="btn btn-primary" href="/category/women">Try again</a>');
    expect(text).toContain("Customer Service");
  }));

test.each(["/", "/shop", "/product/maroon-festive-kurta"])(
  "%s reports an error without internal details",
  (path) =>
    withoutProducts(async () => {
      const { status, text, html } = await readPage(ask, path);
      expect(status).toBe(500);
      expect(text).toContain("Something went wrong");
      expect(html).not.toMatch(/relation|product_away|select |node_modules|\bat \//);
    }),
);

test("after the failure, pages work again", async () => {
  expect((await readPage(ask, "/category/women")).text).toContain("445 products");
});
