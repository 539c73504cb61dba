import { expect, test } from "vitest";
import { desktop, openShop, type VisitOptions, type Visitor } from "../../support/visitor.server.ts";

const shop = openShop();

async function visit(path: string, options: VisitOptions, journey: (visitor: Visitor) => Promise<void>) {
  const visitor = await shop.visit(options);
  await visitor.open(path);
  await journey(visitor);
  await visitor.leave();
}

test("filters combine, show as chips, survive back and reload, and can be cleared", () =>
  visit("/shop", { screen: desktop }, async ({ page }) => {
    const count = page.getByRole("status").filter({ hasText: "products" }).first();
    const filters = page.getByRole("complementary", { name: "Filters" });
    await filters.getByRole("link", { name: /^Kurtas \d+/ }).click();
    await page.waitForURL("**/shop?category=kurtas");
    // The address changes a moment before the list: the next filter must be that of the new list.
    await page.getByRole("link", { name: "Remove filter Kurtas" }).waitFor();
    await filters.getByRole("link", { name: /^M \d+/ }).click();
    await page.waitForURL("**/shop?category=kurtas&size=M");
    await page.getByRole("link", { name: "Remove filter Size M" }).waitFor();
    const both = await count.textContent();
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    expect(await count.textContent()).toBe(both);
    expect(await page.getByRole("link", { name: "Remove filter Size M" }).count()).toBe(1);
    await page.goBack();
    await page.waitForURL("**/shop?category=kurtas");
    await page.getByRole("link", { name: "Clear all" }).click();
    await page.waitForURL("**/shop");
    await page.getByText("601 products").first().waitFor();
  }));

test("a choice in a select box applies at once", () =>
  visit("/shop", { screen: desktop }, async ({ page }) => {
    const main = page.getByRole("main");
    await main.getByRole("combobox", { name: "Category" }).selectOption("women");
    await page.waitForURL("**/shop?**category=women**");
    await main.getByRole("combobox", { name: "Price range" }).selectOption("2000");
    await page.waitForURL("**/shop?**price=2000**");
    await main.getByRole("combobox", { name: "Sort by" }).last().selectOption("price-asc");
    await page.waitForURL("**/shop?**sort=price-asc**");
    // The address changes a moment before the list.
    await page.getByRole("link", { name: "Remove filter ₹2,000 and above" }).waitFor();
    expect(await main.getByRole("combobox", { name: "Category" }).inputValue()).toBe("women");
  }));

test("a filter chosen while the previous request is pending is added to it", () =>
  visit("/shop", { screen: desktop }, async ({ page }) => {
    await page.route(/\/shop\.data/, async (route) => {
      await new Promise((later) => setTimeout(later, 700));
      await route.continue().catch(() => undefined);
    });
    const main = page.getByRole("main");
    const link = page
      .getByRole("complementary", { name: "Filters" })
      .getByRole("link", { name: /^Kurtas \d+/ });
    const asked = (what: string) => page.waitForRequest((request) => request.url().includes(what));
    await Promise.all([asked("category=kurtas"), link.click()]);
    const price = main.getByRole("combobox", { name: "Price range" });
    await Promise.all([asked("price=500-1000"), price.selectOption("500-1000")]);
    await main.getByRole("combobox", { name: "Sort by" }).last().selectOption("price-asc");
    await page.getByRole("link", { name: "Remove filter Kurtas" }).waitFor();
    await page.getByRole("link", { name: "Remove filter ₹500 – ₹1,000" }).waitFor();
    expect(await main.getByRole("combobox", { name: "Sort by" }).last().inputValue()).toBe("price-asc");
  }));

test("a filter chosen before the previous one is rendered is added to it too", () =>
  visit("/shop", { screen: desktop }, async ({ page }) => {
    await page.evaluate(() => {
      const price = document.querySelector<HTMLSelectElement>("main [name=price]");
      document.querySelector<HTMLAnchorElement>(".facets a[href*='category=kurtas']")?.click();
      if (price) price.value = "500-1000";
      price?.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.getByRole("link", { name: "Remove filter ₹500 – ₹1,000" }).waitFor();
    await page.getByRole("link", { name: "Remove filter Kurtas" }).waitFor();
  }));

test("filters clicked in quick succession combine, and 'Clear all' removes pending ones too", () =>
  visit("/category/men?size=M", { screen: desktop }, async ({ page }) => {
    /** Clicks all of them before the first response is rendered. */
    const click = (...links: string[]) =>
      page.evaluate((selectors) => {
        for (const selector of selectors) document.querySelector<HTMLAnchorElement>(selector)?.click();
      }, links);
    await click(".facets [href*='discount=10']", ".facets [href*='discount=25']", ".facets [href*='size=L']");
    await page.waitForURL("**/category/men?size=M&discount=25&size=L");
    await page.getByRole("link", { name: "Remove filter Size L" }).waitFor();
    await click("[aria-label='Remove filter Size M']", ".quick-filters [href*='stock=1']");
    await page.waitForURL("**/category/men?size=L&discount=25&stock=1");
    await page.getByRole("link", { name: "Remove filter In Stock Only" }).waitFor();
    await click(".facets [href*='colour=blue']", ".chip-clear");
    await page.waitForURL("**/category/men");
    await expect.poll(() => page.locator(".chip-clear").count()).toBe(0);
  }));

test("all brands are listed on request, and the group stays open until the visitor closes it", () =>
  visit("/category/men?sort=newest", { screen: desktop }, async ({ page }) => {
    const brands = page.locator(".facets details").filter({ hasText: "Brand" });
    await brands.locator("summary").click();
    const values = brands.locator("a.check");
    expect(await values.count()).toBe(8);
    const all = brands.getByRole("link", { name: /^Show all \(\d+\)/ });
    const [, total] = /(\d+)/.exec((await all.textContent()) ?? "") ?? [];
    await all.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/category/men?all=brand&sort=newest");
    await expect.poll(() => values.count()).toBe(Number(total));
    const fewer = brands.getByRole("link", { name: "Show fewer" });
    expect(await fewer.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => values.count()).toBe(8);
    expect(await values.first().isVisible()).toBe(true);
  }));

test("without scripts, the filters are applied by a button", () =>
  visit("/shop", { screen: desktop, scripts: false }, async ({ page }) => {
    const form = page.locator("form.listing-controls");
    await form.getByRole("combobox", { name: "Price range" }).selectOption("0-500");
    await form.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/shop?**price=0-500**");
    expect(await page.getByRole("link", { name: "Remove filter ₹0 – ₹500" }).count()).toBe(1);
  }));
