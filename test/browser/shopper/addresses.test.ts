import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { enterAs, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** Somebody with a shirt in the cart, at `path`. */
async function shopper(path: string, price = 500_00) {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  await putInCart(shop.shop, asha, await aShirt(shop.shop, { price }));
  const visitor = await shop.visit({ screen: phone, expected: /status of 4(04|22)/ });
  await enterAs(visitor.page, asha);
  await visitor.open(path);
  return visitor;
}
const isRefresh = (request: Request) =>
  request.method() === "GET" && new URL(request.url()).pathname === "/checkout.data";
const error = (page: Page, words: string) => page.locator("p.field-error", { hasText: words });

test.each([
  ["the checkout", "/checkout", "PIN Code"],
  ["the address book", "/profile?tab=addresses", "PIN code"],
])(
  "in %s a PIN code fills in the city and the state, and clears the errors of both",
  async (_name, path, label) => {
    const visitor = await shopper(path);
    const { page } = visitor;
    const send = page.getByRole("button", { name: path === "/checkout" ? "Place Order" : "Save Address" });
    await send.last().click();
    await error(page, "city").waitFor();
    await page.getByLabel(label).fill("560001");
    await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Bengaluru");
    expect(await page.getByLabel("State").inputValue()).toBe("Karnataka");
    for (const field of ["City", "State", label]) {
      expect(await page.getByLabel(field).getAttribute("aria-invalid"), field).toBe(null);
    }
    await page.getByLabel(label).fill("999999");
    await page.getByText("We do not know this PIN code.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel(label).fill("682001");
    await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Kochi");
    expect(await page.getByText("We do not know this PIN code.").count()).toBe(0);
    await visitor.leave();
  },
);

test("a reload of the checkout keeps what was typed and the coupon", async () => {
  const visitor = await shopper("/checkout", 3_000_00);
  const { page } = visitor;
  await page.getByLabel("Street Address").fill("12, Lake Road");
  await page.getByLabel("PIN Code").fill("560001");
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Bengaluru");
  await page.getByLabel("Coupon code").fill("CANTEEN150");
  // The page reloads its data after the response; on a slow connection this ends after the coupon shows.
  const refreshed = page.waitForResponse((answer) => isRefresh(answer.request()));
  const held = Promise.withResolvers<void>();
  await page.route(/\/checkout\.data/, async (route) => {
    if (isRefresh(route.request())) await held.promise;
    await route.continue();
  });
  const entry = await page.evaluate(() => history.state.key);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Coupon CANTEEN150").waitFor();
  held.resolve();
  await refreshed;
  // The router sets its own address in a new history entry, and the next render puts the coupon back into it.
  await page.waitForFunction(
    (before) => history.state.key !== before && location.search.includes("CANTEEN150"),
    entry,
  );
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.getByText("Coupon CANTEEN150").waitFor();
  expect(await page.getByLabel("Coupon code").inputValue()).toBe("CANTEEN150");
  expect(await page.getByLabel("Street Address").inputValue()).toBe("12, Lake Road");
  expect(await page.getByLabel("City").inputValue()).toBe("Bengaluru");

  await page.getByRole("link", { name: "Back to your cart" }).click();
  await page.goto("/");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(await page.evaluate(() => sessionStorage.getItem("draft"))).toContain("Lake Road");
  await page.context().clearCookies();
  await page.goto("/");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("draft"))).toBe(null);
  await visitor.leave();
});

test("a refused coupon shows the reason at its field, with the minimum order amount", async () => {
  const visitor = await shopper("/checkout", 100_00);
  const { page } = visitor;
  const code = page.getByLabel("Coupon code");
  await code.fill("NOSUCHCODE");
  await page.getByRole("button", { name: "Apply" }).click();
  await error(page, "This code does not exist.").waitFor();
  const top = async (part: typeof code) => (await part.boundingBox())?.y ?? 0;
  const apart = (await top(code)) - (await top(page.getByRole("button", { name: "Apply" })));
  expect(Math.abs(apart)).toBeLessThanOrEqual(3);
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  await code.fill("CANTEEN150");
  await page.getByRole("button", { name: "Apply" }).click();
  await error(page, "This coupon is for orders of ₹").waitFor();
  await visitor.leave();
});
