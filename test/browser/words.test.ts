import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser.server.ts";
import { type ServedShop, serveShop } from "../support/served-shop.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let served: ServedShop;
let browser: Browser;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  served = await serveShop(shop);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await served.close();
  await shop.dispose();
});

async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await page.goto(served.address + path);
  return page;
}

const ready = (page: Page) => page.locator("html[data-ready]").waitFor({ state: "attached" });

test("the FAQ filters as one types, opens one answer at a time, and can be cleared", async () => {
  const page = await open("/faq");
  const box = page.getByRole("searchbox", { name: "Search the questions" });
  await box.pressSequentially("refund");
  await page.getByText("5 of 24 questions").waitFor();
  await page.waitForURL(/\?q=refund$/);
  await box.fill("zzzz");
  await page.getByRole("heading", { name: "No results found" }).waitFor();
  await page.getByRole("link", { name: "Clear search" }).click();
  await page.getByText("24 questions", { exact: true }).waitFor();
  expect(await box.inputValue()).toBe("");
  await page.getByText("How long does delivery take?").click();
  await page.getByText("How do I wash it?").click();
  expect(await page.locator("details[open]").count()).toBe(1);
  await page.close();
});

test("the newsletter answers in place", async () => {
  const page = await open("/blog");
  await ready(page);
  const email = page.getByRole("textbox", { name: "Email" });
  await email.fill("asha@");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("Please enter a complete email address").waitFor();
  expect(await email.inputValue()).toBe("asha@");
  await email.fill("asha@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("Almost there").waitFor();
  expect(new URL(page.url()).pathname).toBe("/blog");
  await page.close();
});

test("a wrong message moves the focus to the first mistake; the map waits for its button", async () => {
  const page = await open("/contact");
  await ready(page);
  const asked: string[] = [];
  await page.route("https://www.openstreetmap.org/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "map" });
  });
  await page.getByRole("textbox", { name: "Name" }).fill("Asha");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Please choose what it is about.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Show the map" }).click();
  await page.locator("iframe[title='Map of our address']").waitFor();
  await expect.poll(() => asked.length).toBe(1);
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Asha");
  await page.close();
});

const words = [
  "/blog",
  "/blog/one-kurta-five-campus-outfits",
  "/faq?q=refund",
  "/contact",
  "/newsletter",
  "/terms-and-conditions",
  "/privacy-policy",
  "/about",
  "/nope",
];

test.each([
  [320, "light"],
  [1280, "dark"],
] as const)("at %i px, %s, axe finds nothing and nothing runs off the side", async (width, colorScheme) => {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    bypassCSP: true,
  });
  const page = await context.newPage();
  for (const path of words) {
    await page.goto(served.address + path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => [path, id, nodes[0]?.html]),
      path,
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  await context.close();
});
