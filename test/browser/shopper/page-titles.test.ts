import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** The focus is on the heading of the page, and its title was announced. */
async function isHeard(page: Page, heading: string | RegExp) {
  await expect.poll(() => page.locator("main h1:focus").textContent()).toMatch(heading);
  const title = await page.title();
  await page.locator("body > p[role=status]").getByText(title, { exact: true }).waitFor();
}

test("a page opened by a link is announced and has the focus on its heading; a filter keeps the focus", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open("/");
  expect(await page.locator("body > p[role=status]").textContent()).toBe("");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Shop" }).press("Enter");
  await page.waitForURL("**/shop");
  await isHeard(page, /./);
  const size = page
    .getByRole("complementary", { name: "Filters" })
    .getByRole("link", { name: /^M \d+ products, Size/ });
  await size.press("Enter");
  await page.waitForURL(/sizes?=/);
  await expect.poll(() => size.getAttribute("aria-current")).toBe("true");
  expect(await size.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.goBack();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/");
  await isHeard(page, /./);
  await visitor.leave();
});

test("the filters can be skipped by keyboard", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open("/shop");
  const skip = page.getByRole("link", { name: "Skip filters" });
  await skip.focus();
  await skip.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("#products") !== null)).toBe(true);
  await visitor.leave();
});

test("a placed order is announced", async () => {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  await putInCart(shop.shop, asha, await aShirt(shop.shop, { price: 500_00 }));
  const visitor = await visitAs(shop, asha, { screen: phone });
  const { page } = visitor;
  await visitor.open("/checkout");
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Street Address").fill("12, MG Road");
  await page.getByLabel("PIN Code").fill("411004");
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Pune");
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.waitForURL("**/order-confirmation/*");
  await isHeard(page, /./);
  await visitor.leave();
});

test("a new status of a tracked order is in a live region", async () => {
  const order = await anOrder(shop.shop, await aShopper(shop.shop));
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.listen(`/track/${order.id}`);
  await nowIs(shop.shop, order, "shipped", { courier: "India Post" });
  await page.getByRole("main").getByRole("status").getByText("Shipped", { exact: true }).waitFor();
  await visitor.leave();
});
