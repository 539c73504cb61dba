import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blogPost } from "../../shop/content/tables.server.ts";
import { type Ask, asking } from "../support/ask.server.ts";
import { pageFacts, readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const kurta = "one-kurta-five-campus-outfits";

test("the list features the newest article and has three more cards", async () => {
  const page = await readPage(ask, "/blog");
  expect(page.status).toBe(200);
  expect(page.text).toContain("4 articles");
  for (const words of ["All", "Fashion", "Tips", "Sustainability", "Guide", "Subscribe"])
    expect(page.text).toContain(words);
  expect(page.html.match(/class="article-card featured"/g)).toHaveLength(1);
  expect(page.html.match(/class="article-card"/g)).toHaveLength(3);
  expect(page.html.indexOf(`/blog/${kurta}`)).toBeLessThan(page.html.indexOf("/blog/make-your-clothes"));
  expect(pageFacts(page)).toMatchObject({ headings: 1, canonical: "http://shop.test/blog" });
});

test.each([
  ["?category=fashion", "One Kurta, Five Campus Outfits"],
  ["?category=Tips", "Make Your Clothes Survive Hostel Laundry"],
  ["?category=sustainability", "Buy Less, Wear More"],
  ["?category=guide", "A First-Year Wardrobe for 5,000 Rupees"],
])("%s shows the one article that matches", async (query, title) => {
  const page = await readPage(ask, `/blog${query}`);
  expect(page.text).toContain("1 article");
  expect(page.text).toContain(title);
  expect(page.html).toContain('aria-current="true"');
});

test("an unknown category shows all articles and is never sent back as a script", async () => {
  const page = await readPage(ask, `/blog?category=${encodeURIComponent("<script>alert(1)</script>\0")}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("4 articles");
  expect(page.html).not.toContain("<script>alert(1)");
});

test("an article opens by its slug, with its details, its text and what to read next", async () => {
  const page = await readPage(ask, `/blog/${kurta}`);
  expect(page.status).toBe(200);
  for (const words of [
    "Fashion",
    "12 November 2026",
    "3 min read",
    "Care that keeps the colour",
    "Read next",
  ])
    expect(page.text).toContain(words);
  expect(page.html).toMatch(/<img[^>]+alt="An indigo block-print kurta/);
  expect(pageFacts(page)).toEqual({
    headings: 1,
    title: "One Kurta, Five Campus Outfits · Campus Style",
    description:
      "From the 8 am lecture to Garba night: five ways to wear the same cotton kurta, and how to keep its colour.",
    canonical: `http://shop.test/blog/${kurta}`,
  });
});

test("an article opened by its id names its slug's address as canonical", async () => {
  const [row] = await shop.services.db.select().from(blogPost).where(eq(blogPost.slug, kurta));
  const page = await readPage(ask, `/blog/${row?.id}`);
  expect(page.status).toBe(200);
  expect(pageFacts(page).canonical).toBe(`http://shop.test/blog/${kurta}`);
});

test.each(["nope", "%00", "%E0%A4%A", "..%2F..%2Fetc", "x".repeat(3_000)])(
  "/blog/%s answers 400, or 404 with a message",
  async (name) => {
    const page = await readPage(ask, `/blog/${name}`);
    expect([400, 404]).toContain(page.status);
    if (page.status === 404) {
      expect(page.text).toMatch(/Article not found|Oops! Page not found/);
      expect(page.html).toContain('name="robots" content="noindex"');
    }
  },
);

test("the buttons are the categories that articles have, the one of the newest first", async () => {
  const { db } = shop.services;
  const buttons = async () => {
    const { html } = await readPage(ask, "/blog");
    const list = /<nav aria-label="Kinds of article">(.*?)<\/nav>/s.exec(html)?.[1] ?? "";
    return [...list.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, label]) => [label, to]);
  };
  expect((await buttons()).map(([label]) => label)).toEqual([
    "All",
    "Fashion",
    "Tips",
    "Sustainability",
    "Guide",
  ]);
  await db.update(blogPost).set({ category: "Copper care" }).where(eq(blogPost.slug, kurta));
  expect((await buttons())[1]).toEqual(["Copper care", "/blog?category=copper-care"]);
  const page = await readPage(ask, "/blog?category=copper-care");
  expect(page.text).toContain("1 article");
  await db.update(blogPost).set({ category: "Fashion" }).where(eq(blogPost.slug, kurta));
});

test("a shop without articles says so", async () => {
  const empty = await testShop();
  const page = await readPage(await asking(empty.services), "/blog");
  expect(page.status).toBe(200);
  expect(page.text).toContain("No articles yet");
  await empty.dispose();
});
