import { describe, expect, test } from "vitest";
import { desktop, openShop, phone, type VisitOptions, type Visitor } from "../support/visitor.server.ts";

const shop = openShop();

async function visit(path: string, options: VisitOptions, journey: (visitor: Visitor) => Promise<void>) {
  const visitor = await shop.visit(options);
  await visitor.open(path);
  await journey(visitor);
  await visitor.leave();
}

describe("home", () => {
  test("tabs start at their first page, 'Next page' is disabled on the last, and arrow keys switch tabs", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      const next = page.getByRole("link", { name: "Next page" });
      await next.click();
      await page.waitForURL("**/?page=2");
      await next.click();
      await page.waitForURL("**/?page=3");
      await page.getByRole("button", { name: "Next page", disabled: true }).waitFor();
      await page.getByRole("tab", { name: "Popular Products" }).click();
      await page.waitForURL("**/?tab=popular");
      await page.getByRole("button", { name: "Previous page", disabled: true }).waitFor();
      await page.keyboard.press("ArrowRight");
      await page.waitForURL("**/?tab=offers");
      await page.getByRole("tab", { name: "Offer Zone", selected: true }).waitFor();
      await page.getByRole("link", { name: "Page 3 of 3" }).click();
      await page.waitForURL("**/?tab=offers&page=3");
      // The address changes a moment before the list.
      await expect.poll(() => page.getByRole("tabpanel").getByRole("listitem").count()).toBe(4);
    }));

  test("the skip link is the first Tab stop and moves the focus past the header", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    }));
});

describe("search and lists", () => {
  test.each([
    ["with scripts", true],
    ["without scripts", false],
  ])("the header's search opens its results in the shop, %s", (_name, scripts) =>
    visit("/", { screen: desktop, scripts }, async ({ page }) => {
      const box = page.getByRole("banner").getByLabel("Search for products").first();
      await box.fill("kurta festive");
      await box.press("Enter");
      await page.waitForURL("**/shop?q=kurta+festive");
      await page.getByRole("heading", { level: 1, name: "Search results for “kurta festive”" }).waitFor();
      expect(await page.getByRole("link", { name: "Maroon Festive Kurta" }).count()).toBeGreaterThan(0);
    }),
  );

  test("'Load more' adds twelve products, and going back restores the scroll position", () =>
    visit("/shop", { screen: phone }, async ({ page }) => {
      const cards = page.locator(".listing .card");
      await page.getByRole("link", { name: "Load more" }).click();
      await page.waitForURL("**/shop?page=2");
      await expect.poll(() => cards.count()).toBe(24);
      await cards.nth(20).scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => window.scrollY);
      expect(before).toBeGreaterThan(1000);
      await cards.nth(20).getByRole("heading").getByRole("link").click();
      await page.waitForURL("**/product/**");
      await page.goBack();
      await page.waitForURL("**/shop?page=2");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 50);
    }));

  test("a reload half way down restores the scroll position, even before scripts load", () =>
    visit("/shop", { screen: phone, expected: /ERR_FAILED/ }, async ({ page }) => {
      await page.locator(".listing .card").nth(8).scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => window.scrollY);
      expect(before).toBeGreaterThan(500);
      await page.route("**/assets/*.js", (route) => route.abort());
      await page.reload();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 50);
      expect(await page.locator("html").getAttribute("data-ready")).toBeNull();
    }));

  test("a slow response shows eight placeholders in the shop and in a category", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      await page.route("**/*.data*", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 800));
        await route.continue();
      });
      for (const name of ["Shop", "Girls"]) {
        await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
        await expect.poll(() => page.getByTestId("skeleton").count()).toBe(8);
        await expect.poll(() => page.getByTestId("skeleton").count()).toBe(0);
      }
    }));

  test("while placeholders are on their way the screen stays, and is not mounted anew", () =>
    visit("/contact", { screen: desktop }, async ({ page }) => {
      const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      await page.route(/\/assets\/placeholder-/, async (route) => {
        await later(3_000);
        await route.continue();
      });
      await page.route("**/*.data*", async (route) => {
        await later(1_500);
        await route.continue();
      });
      await page.locator("h1").evaluate((heading) => heading.setAttribute("data-same", ""));
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Shop", exact: true })
        .click();
      await later(900);
      expect(await page.locator("h1[data-same]").count()).toBe(1);
      await page.getByRole("heading", { level: 1, name: "Shop All Products" }).waitFor();
    }));
});

describe("a product", () => {
  const kurta = "/product/maroon-festive-kurta";

  test("on a phone, picture, name, price and both buy buttons are above the fold", () =>
    visit(kurta, { screen: phone }, async ({ page }) => {
      const inView = async (text: ReturnType<typeof page.getByText>) => {
        const box = await text.boundingBox();
        return box !== null && box.y >= 0 && box.y + Math.min(box.height, 100) <= phone.height;
      };
      expect(await inView(page.getByRole("heading", { level: 1 }))).toBe(true);
      expect(await inView(page.locator(".product-title .price"))).toBe(true);
      expect(await inView(page.locator(".gallery .main img").first())).toBe(true);
      for (const name of ["Add to Cart", "Buy Now"])
        expect(await inView(page.locator(".buy-bar").getByRole("button", { name }))).toBe(true);
    }));

  test.each([
    ["Add to Cart", "You need to login to add items to cart"],
    ["Buy Now", "You need to be logged in to make a purchase"],
  ])("%s tells a guest to sign in, with a link that leads back", (button, words) =>
    visit(kurta, { screen: desktop }, async ({ page }) => {
      // Without a size, the page asks for one first.
      await page.getByRole("button", { name: button, exact: true }).first().click();
      await page.getByText("Please choose a size").waitFor();
      await page.locator("label.size:not(.size-out)").first().click();
      await page.getByRole("button", { name: button, exact: true }).first().click();
      const toast = page.getByRole("alert");
      await toast.getByText("Please login").waitFor();
      await toast.getByText(words).waitFor();
      await toast.getByRole("link", { name: "Login" }).click();
      await page.waitForURL("**/auth?next=%2Fcart%3Fpending%3D**");
      // The intent is completed after signing in (cart.test.ts), which then redirects back here.
      const next = new URL(page.url()).searchParams.get("next") ?? "";
      expect(new URL(next, page.url()).searchParams.get("next")).toBe(kurta);
      await page.getByText(words).waitFor();
    }),
  );

  test("the heart tells a guest to sign in", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      await page
        .getByRole("button", { name: /^Add to wishlist/ })
        .first()
        .click();
      await page.getByRole("alert").getByText("You need to be logged in to add items to wishlist").waitFor();
    }));

  test("a card's 'Add to Cart' asks a guest for a size and then to sign in", () =>
    visit("/shop", { screen: phone }, async ({ page }) => {
      await page
        .getByRole("button", { name: /^Add to Cart/ })
        .first()
        .click();
      // A product with sizes asks for one first.
      const sizes = page.getByRole("dialog", { name: "Choose a size" });
      await sizes.locator("button.size:enabled").first().click();
      await page.getByRole("alert").getByText("You need to login to add items to cart").waitFor();
      await sizes.waitFor({ state: "hidden" });
    }));

  test("a toast with a link closes after twenty seconds, but not while it has the keyboard focus or the pointer", () =>
    visit(kurta, { screen: desktop }, async ({ page }) => {
      await page.locator("label.size:not(.size-out)").first().click();
      await page.clock.install();
      await page.getByRole("button", { name: "Buy Now", exact: true }).first().click();
      const toast = page.getByRole("alert");
      await toast.hover();
      await page.clock.fastForward(40_000);
      expect(await toast.count()).toBe(1);
      await toast.getByRole("link", { name: "Login" }).focus();
      await page.mouse.move(0, 0);
      await page.clock.fastForward(40_000);
      expect(await toast.count()).toBe(1);
      await toast.getByRole("link", { name: "Login" }).blur();
      await page.clock.fastForward(19_000);
      expect(await toast.count()).toBe(1);
      await page.clock.fastForward(1_100);
      await expect.poll(() => toast.count()).toBe(0);
    }));

  test("sold-out sizes are shown but disabled, and the quantity stays between one and its maximum", async () => {
    const { page, open, leave } = await shop.visit({ screen: desktop });
    await open(kurta);
    const sizes = page.getByRole("group", { name: /^Size/ }).getByRole("radio");
    expect(await sizes.count()).toBe(5);
    expect(await page.getByRole("radio", { name: "XL sold out" }).isDisabled()).toBe(true);
    await page.locator("label.size", { hasText: /^M$/ }).click();
    expect(await page.getByRole("radio", { name: "M", exact: true }).isChecked()).toBe(true);
    const quantity = page.getByRole("spinbutton", { name: "Quantity" });
    await page.getByRole("button", { name: "One less" }).click();
    expect(await quantity.inputValue()).toBe("1");
    for (let press = 0; press < 15; press++) await page.getByRole("button", { name: "One more" }).click();
    const most = Number(await quantity.getAttribute("max"));
    expect(most).toBeLessThanOrEqual(10);
    expect(await quantity.inputValue()).toBe(String(most));
    await leave();
  });

  test("without scripts, a size is chosen and a guest is told to sign in", () =>
    visit(kurta, { screen: desktop, scripts: false }, async ({ page }) => {
      await page.locator("label.size", { hasText: /^L$/ }).click();
      await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
      await page.waitForURL("**/auth?**");
      await page.getByText("You need to login to add items to cart").waitFor();
    }));
});

describe("tracking", () => {
  test("the button is disabled until an order id is typed, and an unknown id is not found", () =>
    visit("/track", { screen: phone, expected: /status of 404/ }, async ({ page }) => {
      const button = page.getByRole("main").getByRole("button", { name: "Track Order" });
      expect(await button.isDisabled()).toBe(true);
      await page.getByLabel("Order ID").fill("   ");
      expect(await button.isDisabled()).toBe(true);
      await page.getByLabel("Order ID").fill("5f0c9d1e-0000");
      await button.click();
      await page.getByRole("heading", { name: "Order not found" }).waitFor();
      await page.getByText("Please check your order ID and try again").first().waitFor();
    }));
});
