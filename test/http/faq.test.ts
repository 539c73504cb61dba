import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../support/ask.server.ts";
import { hostileTexts, pageFacts, readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

test("four groups in one accordion that opens one question at a time", async () => {
  const page = await readPage(ask, "/faq");
  expect(page.status).toBe(200);
  for (const words of [
    "Orders & Shipping",
    "Returns & Exchanges",
    "Products & Sizing",
    "Account & Payment",
    "24 questions",
    "5-7 business days",
    "7 days from the day of delivery",
    "within 48 hours of delivery",
    "Write to us",
  ])
    expect(page.text).toContain(words);
  // This shop has no number.
  expect(page.text).not.toMatch(/\bcall\b|WhatsApp/i);
  expect(page.html.match(/<details[^>]* name="faq"/g)).toHaveLength(24);
  expect(pageFacts(page)).toMatchObject({ headings: 1, canonical: "http://shop.test/faq" });
});

test("without scripts, the search filters questions and answers, ignoring case", async () => {
  const page = await readPage(ask, "/faq?q=ReFuNd");
  expect(page.text).toContain("5 of 24 questions");
  expect(page.text).toContain("When do I get my refund?");
  expect(page.text).not.toContain("How do I wash it?");
  expect(page.html).toMatch(/name="q"[^>]*value="ReFuNd"|value="ReFuNd"[^>]*name="q"/);
});

test("a search without results shows a message and a link to clear it", async () => {
  const page = await readPage(ask, "/faq?q=zzzz");
  expect(page.text).toContain("0 of 24 questions");
  expect(page.text).toContain("No results found");
  expect(page.html).toMatch(/href="\/faq"[^>]*>Clear search/);
});

test.each(hostileTexts)("a search for hostile text %# is escaped", async (text) => {
  const page = await readPage(ask, `/faq?${new URLSearchParams({ q: text })}`);
  expect(page.status).toBe(200);
  expect(page.html).not.toContain("<script>alert(1)");
  expect(page.html).not.toContain("' onfocus=alert(1)");
});
