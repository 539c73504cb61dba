import { sql } from "drizzle-orm";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePageCache, type PageCache } from "../../server/page-cache/page-cache.server.ts";
import { openBrowser } from "../support/browser.server.ts";
import { makeApplication } from "../support/built.server.ts";
import { eventually } from "../support/eventually.ts";
import { type ServedShop, serveShop } from "../support/served-shop.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let pages: PageCache;
let served: ServedShop;
let browser: Browser;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  const application = makeApplication(shop.services, new AbortController().signal);
  pages = makePageCache({ services: shop.services, application, publicUrl: null, megabytes: 64 });
  served = await serveShop(shop, { application, pages });
  await eventually(() => expect(shop.services.live.listening()).toBe(true));
  browser = await openBrowser();
});
afterAll(async () => {
  pages.close();
  await served.close();
  await shop.dispose();
});

/** A page that collects the browser's errors and warnings, above all about refused scripts and styles. */
async function aPage() {
  const context = await browser.newContext({ baseURL: served.address });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints, leave: () => context.close() };
}

test("a page from the cache hydrates under its own content security policy without browser warnings", async () => {
  const { page, complaints, leave } = await aPage();
  for (const path of [
    "/",
    "/?utm_source=mail&tab=offers",
    "/shop?sort=newest&utm_source=x",
    "/product/tan-moccasins",
    "/faq",
  ]) {
    for (const _ of ["made", "kept"]) {
      const answer = await page.goto(path);
      const policy = answer?.headers()["content-security-policy"] ?? "";
      expect(policy).toContain("sha256-");
      expect(policy).not.toContain("nonce-");
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
    }
  }
  await page.goto("/");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Shop Collection" }).click();
  await page.getByRole("heading", { level: 1, name: "Shop All Products" }).waitFor();
  expect(complaints).toEqual([]);
  await leave();
});

test("an open page that came from the cache shows a new price", async () => {
  const { page, complaints, leave } = await aPage();
  await page.goto("/product/tan-moccasins");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.waitForResponse((answer) => answer.url().includes("/live?"));
  for (const rupees of [777, 888, 999]) {
    await shop.services.db.execute(
      sql`update product set price = ${rupees * 100} where slug = 'tan-moccasins'`,
    );
    await page.getByText(`₹${rupees}`).first().waitFor();
  }
  expect(complaints).toEqual([]);
  await leave();
});
