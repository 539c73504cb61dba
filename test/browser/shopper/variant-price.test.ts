import { sql } from "drizzle-orm";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { aShirt } from "../../support/orders.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("choosing a dearer size changes the price of the page and of the buy bar, with its coupon", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open("/product/black-chelsea-boots");
  const prices = () =>
    page
      .locator(".product-title .price, .buy-bar .price")
      .evaluateAll((labels) => labels.map((label) => label.textContent));
  const before = await prices();
  expect(new Set(before).size).toBe(1);
  expect(before[0]).toMatch(/^From₹/);
  const lowest = Number(/₹([\d,]+)/.exec(before[0] ?? "")?.[1]?.replaceAll(",", ""));
  await page.locator("label.size", { hasText: /^10$/ }).click();
  const dearer = `₹${(lowest + 200).toLocaleString("en-IN")}`;
  await expect.poll(async () => (await prices()).every((price) => price?.startsWith(dearer))).toBe(true);
  await page
    .locator("label.size:not(.size-out)", { hasText: /^[789]$/ })
    .first()
    .click();
  await expect
    .poll(async () => (await prices())[1]?.startsWith(`₹${lowest.toLocaleString("en-IN")}`))
    .toBe(true);
  await visitor.leave();
});

test("without scripts the page of a size has its price and the size chosen", async () => {
  const visitor = await shop.visit({ screen: phone, scripts: false });
  const { page } = visitor;
  await visitor.open("/shop?q=black+chelsea+boots&size=10");
  const shown = await page.locator(".card .price b").first().textContent();
  await page.locator(".card h3 a").first().click();
  await page.locator(".product").waitFor();
  expect(new URL(page.url()).search).toBe("?colour=Black&size=10");
  expect(await page.locator(".product-title .price b").textContent()).toBe(shown);
  expect(await page.locator("input[name=size]:checked").inputValue()).toBe("10");
  await visitor.leave();
});

test.each([desktop, phone])(
  "a product of one variant without a brand says each thing once, beside 'Share', at $width px",
  async (screen) => {
    const shirt = await aShirt(shop.shop, { stock: 4, size: null, name: "Kota doria saree, peacock blue" });
    await shop.shop.services.db.execute(sql`update product set brand = ''
    where id = ${shirt.productId}`);
    const visitor = await shop.visit({ screen });
    const { page } = visitor;
    await visitor.open(`/product/${shirt.productId}`);
    const end = (place: Locator) =>
      place.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return Math.max(...[...words.getClientRects()].map(({ right }) => right));
      });
    const share = await page.locator(".product-title").getByRole("button", { name: "Share" }).boundingBox();
    expect(await end(page.locator("h1"))).toBeLessThanOrEqual(share?.x ?? 0);
    expect(await page.locator(".product-side").getByText("Only 4 left!").count()).toBe(1);
    await visitor.leave();
  },
);
