import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillCart, visitAs } from "../../support/cart/cart-visits.server.ts";
import { anAdmin, aShopper } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** Whether the whole of an element is on the screen, and nothing lies on it. */
function standsFree(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const box = element.getBoundingClientRect();
      const x = box.left + Math.min(8, box.width / 2);
      const isFree = (y: number) => {
        const top = document.elementFromPoint(x, y);
        return top !== null && (element.contains(top) || top.contains(element));
      };
      return box.top >= 0 && box.bottom <= innerHeight && isFree(box.top + 2) && isFree(box.bottom - 2);
    });
}

/** The share of the screen's height that bars take which stay in view. */
function takenByBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight / 3);
    let taken = 0;
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const { position, display } = getComputedStyle(element);
      if ((position !== "sticky" && position !== "fixed") || display === "none") continue;
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const isBar = width > innerWidth / 2 && height > 0 && bottom > 0 && top < innerHeight;
      if (isBar && (top <= 1 || bottom >= innerHeight - 1)) taken += height;
    }
    return taken / innerHeight;
  });
}

test("'Please choose a size' stands free of the bars with its whole group, from wherever it is asked", async () => {
  const visitor = await shop.visit({ screen: { width: 360, height: 640 } });
  const { page } = visitor;
  await visitor.open("/product/maroon-festive-kurta");
  const group = "fieldset[aria-describedby='size-asked']";
  for (const place of [0, 250, 900, 3_000]) {
    await page.evaluate((y) => window.scrollTo(0, y), place);
    await page.locator(".buy-bar").getByRole("button", { name: "Add to Cart" }).click();
    await page.getByText("Please choose a size").first().waitFor();
    expect([place, await standsFree(page, group)]).toEqual([place, true]);
  }
  await visitor.leave();
});

test("the answer to a PIN code stands free of the bar", async () => {
  const visitor = await shop.visit({ screen: { width: 360, height: 640 } });
  const { page } = visitor;
  await visitor.open("/product/maroon-festive-kurta");
  const pin = page.getByLabel("PIN code for delivery");
  for (const [code, answer] of [
    ["999999", "We do not know this PIN code"],
    ["110001", "Delhi: get it by"],
  ] as const) {
    // Its field stands just above the bar.
    await pin.evaluate((field) => {
      field.scrollIntoView({ block: "end" });
      field.focus();
    });
    await pin.fill(code);
    await pin.press("Enter");
    await page.locator(".delivery-check").getByText(answer).waitFor();
    await expect.poll(() => standsFree(page, ".delivery-check")).toBe(true);
  }
  await visitor.leave();
});

test("the first wrong field of a form with a bar stands free with its error", async () => {
  const person = await aShopper(shop.shop, { name: "Asha Rao" });
  const visitor = await visitAs(shop, person, { screen: phone });
  const { page } = visitor;
  await fillCart(shop.shop, person, [1]);
  await visitor.open("/checkout");
  await page.locator(".place-bar").getByRole("button", { name: "Place Order" }).click();
  const wrong = page.locator("[aria-invalid=true]").first();
  await wrong.waitFor();
  expect(await wrong.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await standsFree(page, ".field:has([aria-invalid=true])")).toBe(true);
  await visitor.leave();
});

test.each([1024, 1100, 1280])("at %i px the head of a list stays in view below the bar", async (width) => {
  const person = await anAdmin(shop.shop);
  const visitor = await visitAs(shop, person, { screen: { width, height: 700 } });
  const { page } = visitor;
  for (const path of ["/admin/products", "/admin/inventory", "/admin/searches/types"]) {
    await visitor.open(path);
    await page.locator(".list tbody tr").last().scrollIntoViewIfNeeded();
    expect([path, await page.evaluate(() => scrollY > 200)]).toEqual([path, true]);
    expect([path, await standsFree(page, ".list thead th:nth-child(2)")]).toEqual([path, true]);
  }
  await visitor.leave();
});

// 1280 x 720 at 200 % zoom, and a phone held sideways.
test.each([
  [640, 360],
  [780, 360],
])("at %i x %i px bars that stay in view take at most a fifth of the height", async (width, height) => {
  const person = await anAdmin(shop.shop);
  const visitor = await visitAs(shop, person, { screen: { width, height } });
  await fillCart(shop.shop, person, [1]);
  for (const path of [
    "/",
    "/shop",
    "/product/maroon-festive-kurta",
    "/cart",
    "/checkout",
    "/admin/products",
    "/admin/products/new",
    "/admin/settings",
  ]) {
    await visitor.open(path);
    expect([path, (await takenByBars(visitor.page)) <= 0.2]).toEqual([path, true]);
  }
  await visitor.leave();
});
