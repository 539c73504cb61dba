import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted } from "../support/ask.server.ts";
import { readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

test.each([
  "/nope",
  "/a/b/c",
  "/wp-login.php",
  "/%00",
  "/<script>alert(1)</script>",
  `/${"x".repeat(3_000)}`,
])("%s answers 404 with a message and links to continue", async (path) => {
  const page = await readPage(ask, path);
  expect(page.status).toBe(404);
  expect(page.text).toContain("Oops! Page not found");
  expect(page.html).toMatch(/href="\/"[^>]*>Return to Home/);
  expect(page.html).toContain('href="/category/students"');
  expect(page.html).toMatch(/<form[^>]+action="\/shop"/);
  expect(page.html).not.toContain("<script>alert(1)");
  expect(page.html).toContain('name="robots" content="noindex"');
});

test("a form sent to an unknown address answers 404 too", async () => {
  expect((await ask("/nope", posted({ a: "b" }))).status).toBe(404);
});

test("robots.txt allows the shop and disallows private pages", async () => {
  const answer = await ask("/robots.txt");
  expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const rules = await answer.text();
  expect(rules).toContain("User-agent: *\nAllow: /\n");
  for (const path of ["cart", "checkout", "admin", "auth", "profile", "orders", "order", "track", "dev"])
    expect(rules).toContain(`Disallow: /${path}\n`);
});
