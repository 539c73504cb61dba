import type { Browser } from "playwright-core";
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

test("the home page opens, runs its scripts, and breaks none of its own security rules", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(served.address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.title()).toContain("Campus Style");
  expect(complaints).toEqual([]);
});
