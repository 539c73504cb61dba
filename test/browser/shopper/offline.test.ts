import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { enterAs, openShop, phone, type Visitor } from "../../support/visitor.server.ts";

const shop = openShop();
/** The browser's errors for requests without a connection. */
const expected = /Failed to load resource|net::ERR/;

async function aPhone(): Promise<Visitor> {
  return shop.visit({ screen: phone, worker: true, expected });
}

/** The paths that are stored in one cache or in all. */
const stored = (page: Page, name?: string) =>
  page.evaluate(async (wanted) => {
    const names = (await caches.keys()).filter((one) => !wanted || one === wanted);
    const keys = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  }, name);

/** Opens pages in turn and waits until each is stored. */
async function see(visitor: Visitor, ...paths: string[]) {
  for (const path of paths) {
    await visitor.open(path);
    await expect.poll(() => stored(visitor.page, "pages"), { timeout: 20_000 }).toContain(path);
  }
}

const goOffline = (page: Page) => page.context().setOffline(true);

async function goOnline(page: Page) {
  await page.context().setOffline(false);
  // The emulated network sends no event to a page that was opened under it. The page also asks every 10 s by itself, so
  // it may be loading again already, and then it needs none.
  await page.evaluate(() => dispatchEvent(new Event("online"))).catch(() => undefined);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}

const banner = (page: Page) => page.getByRole("status").filter({ hasText: "You are offline." });

test("a visited page opens offline, marked with its time, and is current again when online", async () => {
  const visitor = await aPhone();
  const { page } = visitor;
  await see(visitor, "/shop", "/product/tan-moccasins");
  await goOffline(page);
  await page.goto("/product/tan-moccasins");
  expect(await banner(page).textContent()).toMatch(/Seen at \d\d:\d\d\. Prices and stock are as of then\./);
  await page.getByRole("heading", { level: 1, name: "Tan Moccasins" }).waitFor();
  expect(await page.locator("button[value=buy]").first().isDisabled()).toBe(true);
  const price = page.locator(".price").first();
  expect(await price.evaluate((one) => getComputedStyle(one, "::after").content)).toMatch(/\(\d\d:\d\d\)/);
  expect(
    await page
      .locator(".gallery img")
      .first()
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  // A page that was not visited shows the shop's offline page, with links to visited pages.
  await page.goto("/blog");
  await page.getByRole("heading", { level: 1, name: "You are offline" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Shop All Products" }).click();
  await banner(page).waitFor();
  expect(await page.locator(".card").count()).toBeGreaterThan(3);
  await goOnline(page);
  await banner(page).waitFor({ state: "detached" });
  await visitor.leave();
});

test("a tab that goes offline shows a banner, and its links open visited pages", async () => {
  const visitor = await aPhone();
  const { page } = visitor;
  await see(visitor, "/product/tan-moccasins", "/shop", "/");
  await goOffline(page);
  await banner(page).waitFor();
  await page.getByRole("link", { name: "Shop Collection" }).click();
  await page.getByRole("heading", { level: 1, name: "Shop All Products" }).waitFor();
  await banner(page).waitFor();
  expect(page.url()).toMatch(/\/shop$/);
  await visitor.leave();
});

test("an add to cart made offline is queued, sent once when online, and its result is shown", async () => {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  const visitor = await aPhone();
  const { page } = visitor;
  await enterAs(page, asha);
  await see(visitor, "/product/maroon-festive-kurta");
  const units = async () => {
    const { rows } = await shop.shop.services.db.execute(
      `select quantity from cart_line where user_id = '${asha.id}'`,
    );
    return rows;
  };
  // Once in the open tab, and once on the stored page, which has no scripts.
  await goOffline(page);
  const size = page.getByRole("radio", { name: "M", exact: true });
  await size.check({ force: true });
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await page.getByText("Waiting for a connection").waitFor();
  await page.goto("/product/maroon-festive-kurta");
  await banner(page).getByText("1 product waits to be added to your cart.").waitFor();
  await size.check({ force: true });
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await banner(page).getByText("2 products wait to be added to your cart.").waitFor();
  expect(await units()).toEqual([]);
  await goOnline(page);
  await page.getByText("Item added to cart").first().waitFor();
  await expect.poll(units).toEqual([{ quantity: 2 }]);
  await page.getByRole("link", { name: "Cart, 2 items" }).waitFor();
  await visitor.leave();
});

test("private pages are never cached on the device, and signing out deletes the cached pages", async () => {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  const visitor = await aPhone();
  const { page } = visitor;
  await enterAs(page, asha);
  for (const path of ["/cart", "/orders", "/profile"]) await visitor.open(path);
  await see(visitor, "/product/tan-moccasins");
  const texts = await page.evaluate(async () => {
    const keys = await (await caches.open("pages")).keys();
    return Promise.all(keys.map(async (key) => (await caches.match(key))?.text()));
  });
  expect(texts.join()).not.toMatch(/Asha|asha/);
  expect((await stored(page)).filter((path) => /^\/(cart|orders|profile)/.test(path))).toEqual([]);
  await visitor.open("/profile");
  await page.evaluate(() => document.documentElement.setAttribute("data-before", ""));
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByText("Logged out").first().waitFor();
  // Another document: nothing that the screens before it had loaded is left in it.
  expect(await page.locator("html[data-before]").count()).toBe(0);
  expect(await page.content()).not.toMatch(/Asha|asha-/);
  expect(await stored(page, "pages")).not.toContain("/product/tan-moccasins");
  await goOffline(page);
  await page.goto("/product/tan-moccasins");
  await page.getByRole("heading", { level: 1, name: "You are offline" }).waitFor();
  expect(
    await page
      .getByRole("main")
      .getByRole("link", { name: /Moccasins/ })
      .count(),
  ).toBe(0);
  await visitor.leave();
});
