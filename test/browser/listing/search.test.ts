import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { desktop, openShop, phone, type VisitOptions, type Visitor } from "../../support/visitor.server.ts";

const shop = openShop();

// Searched in three different hours, so that it is shown to others.
beforeAll(async () => {
  await shop.shop.services.db.execute(sql`
    insert into search_log (at, query, results)
    select now() - hours * interval '1 hour', 'denim', 12 from generate_series(1, 3) hours`);
});

async function visit(path: string, options: VisitOptions, journey: (visitor: Visitor) => Promise<void>) {
  const visitor = await shop.visit(options);
  await visitor.open(path);
  await journey(visitor);
  await visitor.leave();
}

describe("suggestions", () => {
  test("by keyboard: arrows select, Escape closes, Enter opens; the count is announced to screen readers", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      const field = page.getByRole("banner").getByLabel("Search for products").first();
      await field.pressSequentially("kur");
      const list = page.getByRole("listbox", { name: "Suggestions" }).first();
      await list.waitFor();
      expect(await field.getAttribute("role")).toBe("combobox");
      expect(await field.getAttribute("aria-expanded")).toBe("true");
      await page
        .getByRole("banner")
        .getByRole("status")
        .getByText(/^\d+ suggestions$/)
        .first()
        .waitFor();
      await field.press("ArrowDown");
      const chosen = await field.getAttribute("aria-activedescendant");
      expect(await page.locator(`[id="${chosen}"]`).getAttribute("aria-selected")).toBe("true");
      await field.press("Escape");
      await expect.poll(() => list.isVisible()).toBe(false);
      expect(await field.inputValue()).toBe("kur");
      await field.press("ArrowDown");
      await list.waitFor();
      const product = page.getByRole("group", { name: "Products" }).getByRole("option").first();
      for (let steps = 0; steps < 20 && (await product.getAttribute("aria-selected")) !== "true"; steps++)
        await field.press("ArrowDown");
      await field.press("Enter");
      await page.waitForURL("**/product/**");
    }));

  test("nothing is listed twice, not as a style and as a category either", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      const field = page.getByRole("banner").getByLabel("Search for products").first();
      await field.pressSequentially("kurta");
      const list = page.getByRole("listbox", { name: "Suggestions" }).first();
      await list.getByText("See all 36 products").waitFor();
      await list.getByRole("group", { name: "Styles" }).waitFor();
      const lines = await list.getByRole("option").allInnerTexts();
      expect(lines.length).toBeGreaterThan(5);
      expect(lines).toEqual([...new Set(lines)]);
    }));

  test("a misspelt word: the list suggests a correction, and Enter shows its results with a notice", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      const field = page.getByRole("banner").getByLabel("Search for products").first();
      await field.pressSequentially("kurat");
      await page.getByRole("group", { name: "Did you mean" }).getByText("kurta").waitFor();
      await field.press("Enter");
      await page.waitForURL("**/shop?q=kurat");
      await page.getByText("Showing results for “kurta”").waitFor();
      await page.getByRole("link", { name: "Search for exactly “kurat” instead" }).click();
      await page.getByText("No products found").waitFor();
      await page.getByRole("heading", { name: "Popular now" }).waitFor();
    }));

  test("without a match the search itself is offered; an empty field lists earlier searches until cleared", () =>
    visit("/", { screen: desktop }, async ({ page }) => {
      const field = page.getByRole("banner").getByLabel("Search for products").first();
      await field.pressSequentially("zzyzx");
      await page.getByRole("group", { name: "No match" }).getByText("Search for “zzyzx”").waitFor();
      await field.press("Enter");
      await page.getByText("No products found").waitFor();
      await page.getByRole("link", { name: "Campus Style" }).first().click();
      await page.waitForURL((url) => url.pathname === "/");
      await field.click();
      const before = page.getByRole("group", { name: "Recent searches" });
      await before.getByText("zzyzx").waitFor();
      await page.getByRole("group", { name: "Trending" }).getByText("denim").waitFor();
      await before.getByText("Clear").click();
      await expect.poll(() => before.isVisible()).toBe(false);
    }));

  test.each([
    ["a phone", phone],
    ["a desktop", desktop],
  ])("the open list passes axe and fits the screen, on %s", (_, screen) =>
    visit("/", { screen }, async ({ page }) => {
      const field = page.getByLabel("Search for products").locator("visible=true").first();
      await field.pressSequentially("black");
      await page.getByRole("listbox", { name: "Suggestions" }).locator("visible=true").first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    }),
  );
});

test("a filter that was understood from the search words can be removed", () =>
  visit("/shop?q=black+tee+under+900+size+m", { screen: desktop }, async ({ page }) => {
    await page.getByText("Understood as Up to ₹900 · Size M · Black").waitFor();
    await page.getByRole("link", { name: "Remove filter Size M" }).click();
    await page.waitForURL("**/shop?q=tee&colour=black&max=900");
    // The address changes a moment before the list.
    await page.getByRole("link", { name: "Remove filter Size M" }).waitFor({ state: "detached" });
  }));

test("a product that was viewed is listed under 'Recently viewed'", () =>
  visit("/product/maroon-festive-kurta", { screen: desktop }, async ({ page }) => {
    const stored = () => page.evaluate(() => localStorage.getItem("recently-viewed") ?? "");
    await expect.poll(stored, { timeout: 10_000 }).toContain("-");
    await page.goto(new URL("/shop", page.url()).href);
    const row = page.getByRole("region", { name: "Recently viewed" });
    await row.getByRole("link", { name: "Maroon Festive Kurta" }).waitFor();
  }));

test("a very long word that is searched for breaks on a phone instead of widening the page", async () => {
  for (const words of ["W".repeat(95), `shirt ${"W".repeat(95)}`])
    await visit(`/shop?${new URLSearchParams({ q: words })}`, { screen: phone }, async ({ page }) => {
      expect(await sidewaysScroll(page), words.slice(0, 9)).toBeLessThanOrEqual(0);
    });
});
