import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listArticles } from "../../../shop/content/blog/edit-article.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

const open = async (path: string, as?: Person) => {
  const answer = await ask(path, { as });
  return { status: answer.status, html: await answer.text() };
};
const send = (path: string, fields: Record<string, string>) => ask(path, { ...posted(fields), as: admin });
const told = (answer: Response) => /flash=(\w+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1];
const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";

const article = {
  title: "What to wear in the rain?",
  slug: "",
  category: "Copper care",
  excerpt: "Dry feet first.",
  body: "## Shoes\n\n**Rubber**, and <script>alert(1)</script>.",
  author: "Meera",
  publishedAt: "",
  pictureAlt: "",
};
async function idOf(title: string) {
  const { articles } = await listArticles(shop.services, { q: title, page: 1, size: 5 });
  return articles[0]?.id ?? "";
}

test("an article is a draft until it has a date; then the shop renders its Markdown and escapes its HTML", async () => {
  const made = await send("/admin/content/articles/new", article);
  expect([made.status, made.headers.get("Location")]).toEqual([303, "/admin/content"]);
  expect(told(made)).toBe("articleDraftSaved");
  expect(textOf((await open("/admin/content", admin)).html)).toMatch(/What to wear in the rain\?.*Draft/);
  expect((await open("/blog/what-to-wear-in-the-rain")).status).toBe(404);

  const path = `/admin/content/articles/${await idOf(article.title)}`;
  const { html } = await open(path, admin);
  const later = { ...article, slug: "rain", publishedAt: "2099-11-21T11:00", version: versionIn(html) };
  expect(told(await send(path, later))).toBe("articleScheduled");
  expect((await open("/blog/rain")).status).toBe(404);
  const version = versionIn((await open(path, admin)).html);
  const published = await send(path, { ...later, publishedAt: "2026-11-21T11:00", version });
  expect(told(published)).toBe("articlePublished");
  const read = await open("/blog/rain");
  expect(read.status).toBe(200);
  expect(read.html).toContain("<strong>Rubber</strong>");
  expect(read.html).not.toContain("<script>alert(1)");
  expect((await open("/blog")).html).toContain(article.title);

  const gone = await send(path, { intent: "delete" });
  expect(gone.headers.get("Set-Cookie")).toContain("articleDeleted");
  expect((await open("/blog/rain")).status).toBe(404);
});

test("the preview saves nothing, and an invalid article shows its errors and keeps what was typed", async () => {
  const previewed = await send("/admin/content/articles/new", {
    ...article,
    title: "Only a look",
    intent: "preview",
  });
  const html = await previewed.text();
  expect(html).toContain("<strong>Rubber</strong>");
  expect(html).toContain("Only a look");
  expect(await idOf("Only a look")).toBe("");

  const wrong = await send("/admin/content/articles/new", { ...article, title: "", slug: "Not An Address" });
  expect(wrong.status).toBe(400);
  const words = await wrong.text();
  expect(textOf(words)).toContain("Please write something here.");
  expect(textOf(words)).toContain("Small letters, digits and single hyphens");
  expect(words).toContain("Not An Address");
  const { articles } = await listArticles(shop.services, { q: "", page: 1, size: 1 });
  const taken = await send("/admin/content/articles/new", { ...article, slug: articles[0]?.slug ?? "" });
  expect(textOf(await taken.text())).toContain("Another article has this address.");
});

test("when two edit one article, the second is refused and sees what the first saved", async () => {
  await send("/admin/content/articles/new", { ...article, title: "Two hands" });
  const path = `/admin/content/articles/${await idOf("Two hands")}`;
  const version = versionIn((await open(path, admin)).html);
  await send(path, { ...article, title: "Two hands", slug: "two", excerpt: "The first's words", version });
  const second = await send(path, {
    ...article,
    title: "Two hands",
    slug: "two",
    excerpt: "The second's words",
    version,
  });
  expect(second.status).toBe(409);
  const words = textOf(await second.text());
  expect(words).toContain("Saved meanwhile: The first's words");
  expect(words).toContain("The second's words");
});

test("a built-in FAQ question is edited, hidden and reset, and a new one is added", async () => {
  const path = "/admin/content/faq/size";
  const words = { question: "Which size am I?", answer: "Measure & compare <b>twice</b>." };
  await send(path, { ...words, version: versionIn((await open(path, admin)).html) });
  const faq = async () => textOf((await open("/faq")).html);
  expect(await faq()).toContain("Measure & compare <b>twice</b>.");
  expect(await faq()).not.toContain("How do I find my size?");

  const stale = await send(path, { ...words, answer: "Mine", version: "" });
  expect(stale.status).toBe(409);
  await send(path, { ...words, hidden: "on", version: versionIn((await open(path, admin)).html) });
  expect(await faq()).not.toContain("Which size am I?");
  await send(path, { intent: "drop" });
  expect(await faq()).toContain("How do I find my size?");

  await send("/admin/content/faq/new", { groupId: "account", ...words, version: "" });
  expect(await faq()).toContain("Which size am I?");
  expect(textOf((await open("/admin/content/faq", admin)).html)).toMatch(/Which size am I\?.*Added/);
  expect((await open("/admin/content/faq/no-such-question", admin)).status).toBe(404);
});

test("staff sort the questions of a group, the shop's own among them, and the groups; two at once are told", async () => {
  const words = { groupId: "orders", answer: "No.", version: "" };
  for (const question of ["Do you deliver at night?", "Do you deliver abroad?"])
    await send("/admin/content/faq/new", { ...words, question });
  const path = "/admin/content/faq/sort/orders";
  const form = (await open(path, admin)).html;
  const keys = [...form.matchAll(/name="item\.\d+\.kind" value="([^"]*)"/g)].map(([, key = ""]) => key);
  const sent = (order: string[], version = versionIn(form)) => ({
    version,
    items: order.map((_, at) => at).join(","),
    ...Object.fromEntries(order.map((key, at) => [`item.${at}.kind`, key])),
  });
  const faq = async () => textOf((await open("/faq")).html);
  // New ones are last, in the order in which they were added.
  expect(await faq()).toMatch(/missing\. What now\?.*at night\?.*abroad\?.*Returns & Exchanges/);
  expect((await send(path, sent(keys.toReversed()))).status).toBe(303);
  expect(await faq()).toMatch(/abroad\?.*at night\?.*missing\. What now\?.*How long does delivery take/);
  expect((await send(path, sent(keys))).status).toBe(409);
  await send("/admin/content/faq/new", { ...words, question: "Do you deliver on Sundays?" });
  expect(await faq()).toMatch(/How long does delivery take\?.*on Sundays\?.*Returns & Exchanges/);

  const groups = "/admin/content/faq/sort/groups";
  const version = versionIn((await open(groups, admin)).html);
  expect((await send(groups, sent(["account", "orders", "returns", "products"], version))).status).toBe(303);
  expect(await faq()).toMatch(/Account & Payment.*Orders & Shipping.*Returns & Exchanges/);
  expect(textOf((await open("/admin/content/faq", admin)).html)).toMatch(
    /Account & Payment.*Orders & Shipping/,
  );
  expect((await open("/admin/content/faq/sort/others", admin)).status).toBe(404);
});

test("an article picture that is not an image is refused with a message, and the article is unchanged", async () => {
  await send("/admin/content/articles/new", { ...article, title: "Pictured", slug: "pictured" });
  const id = await idOf("Pictured");
  const form = new FormData();
  form.set("picture", new Blob(["<svg onload=alert(1)>"], { type: "image/png" }), "a.png");
  const refused = await ask(`/admin/content/articles/${id}/picture`, {
    method: "POST",
    body: form,
    headers: { Origin: "http://shop.test", Host: "shop.test" },
    as: admin,
  });
  expect(refused.status).toBe(422);
  expect(textOf(await refused.text())).toContain("not a JPEG, PNG, WebP or AVIF");
  const stored = await shop.services.db.execute(
    sql`select title, picture_key from blog_post where id = ${id}`,
  );
  expect(stored.rows).toEqual([{ title: "Pictured", picture_key: null }]);
});
