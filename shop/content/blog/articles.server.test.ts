import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "../../../demo/seed.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { blogPost } from "../tables.server.ts";
import { categoryFrom, readMinutes } from "./article.ts";
import { articlePage, articles } from "./articles.server.ts";
import { articleHtml } from "./markdown.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  await seedDemo(shop.services);
});
afterAll(() => shop.dispose());

test("the list has the four demo articles, newest first, with their pictures and reading times", async () => {
  const all = await articles(shop.services, null);
  expect(all.map(({ category, readMinutes }) => [category, readMinutes])).toEqual([
    ["Fashion", 3],
    ["Tips", 2],
    ["Sustainability", 3],
    ["Guide", 3],
  ]);
  for (const { picture } of all) expect(picture).toMatchObject({ width: 1200, height: 800 });
  expect(await articles(shop.services, "Guide")).toHaveLength(1);
});

test("an article is found by its slug and by its id, with three related articles", async () => {
  const [row] = await shop.services.db.select().from(blogPost).limit(1);
  if (!row) throw new Error("no article");
  const bySlug = await articlePage(shop.services, row.slug);
  expect(bySlug?.article).toMatchObject({ title: row.title });
  expect(bySlug?.article.html).toContain("<h2>");
  expect(await articlePage(shop.services, row.id)).toEqual(bySlug);
  expect(bySlug?.related).toHaveLength(3);
  expect(bySlug?.related.map(({ slug }) => slug)).not.toContain(row.slug);
});

test.each(["nope", "", "a\0b", "'; drop table blog_post", "x".repeat(10_000), "../x", "कुर्ता"])(
  "no article is found for %j",
  async (name) => {
    expect(await articlePage(shop.services, name)).toBeNull();
  },
);

test("drafts and articles with a future date are not shown", async () => {
  const draft = {
    slug: "tomorrow",
    title: "Tomorrow",
    category: "Fashion",
    excerpt: "Soon",
    bodyMarkdown: "Soon.",
    author: "us",
  };
  await shop.services.db.insert(blogPost).values([
    {
      ...draft,
      id: "00000000-0000-4000-8000-000000000001",
      publishedAt: new Date("2026-11-22T00:00:00Z"),
    },
    { ...draft, id: "00000000-0000-4000-8000-000000000002", slug: "draft" },
  ]);
  expect(await articlePage(shop.services, "tomorrow")).toBeNull();
  expect(await articlePage(shop.services, "draft")).toBeNull();
  shop.clock.set("2026-11-22T00:00:00Z");
  expect(await articlePage(shop.services, "tomorrow")).not.toBeNull();
  expect((await articles(shop.services, null))[0]?.slug).toBe("tomorrow");
});

test("Markdown never produces a script or a second h1", () => {
  const html = articleHtml(
    "# Title\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) ![b](data:text/html,x)\n\n<img src=x onerror=alert(1)>",
  );
  expect(html).toContain("<h2>Title</h2>");
  expect(html).not.toMatch(/<script|<img src="?x|javascript:|data:/);
});

test("categories are parsed from an address, and the shortest reading time is one minute", () => {
  const all = ["Fashion", "Care tips"];
  const of = (text: string | null) => categoryFrom(text, all);
  expect(["fashion", " FASHION ", "care-tips", "Care tips"].map(of)).toEqual([
    "Fashion",
    "Fashion",
    "Care tips",
    "Care tips",
  ]);
  expect([null, "", "x", "constructor"].map(of)).toEqual([null, null, null, null]);
  expect(readMinutes("")).toBe(1);
});
