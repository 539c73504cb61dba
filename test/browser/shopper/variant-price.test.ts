import { expect, test } from "vitest";
import { openShop, phone } from "../../support/visitor.server.ts";

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
