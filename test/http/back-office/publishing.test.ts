import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";
import { patience } from "../../support/pages/patience.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

const cached = openCachedShop();
let office: { ask: Ask; admin: Person } | undefined;

async function staff() {
  office ??= { ask: await asking(cached.shop.services), admin: await anAdmin(cached.shop) };
  return office;
}
async function open(path: string, as?: Person) {
  const { ask, admin } = await staff();
  const answer = await ask(path, { as: as ?? admin });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}
/** Sends the form of a screen with the version that it shows now, unless another is given. */
async function send(path: string, fields: Record<string, string>) {
  const { ask, admin } = await staff();
  const shown = (await open(path)).html;
  const version = /name="version" value="([^"]*)"/.exec(shown)?.[1] ?? "";
  return ask(path, { ...posted({ version, ...fields }), as: admin });
}
/** What a visitor gets, from the page cache; the text as they read it. */
async function visit(path: string) {
  const { status, headers, body } = await cached.get(path);
  return { status, headers, html: body.toString(), text: textOf(body.toString()) };
}
const within = patience(1_000, () => cached.get("/faq?q=size"));

const page = {
  title: "Where to find us",
  slug: "",
  body: "## Delhi\n\nAsk for **{{name}}**.\n\n<script>alert(1)</script>",
  metaTitle: "",
  metaDescription: "Two shops in Delhi.",
};

test("an own page: staff preview it, visitors see it once published, its address can change, it can be taken down", async () => {
  const made = await send("/admin/content/pages/new", { ...page, intent: "preview" });
  expect(made.status).toBe(303);
  const preview = made.headers.get("Location") ?? "";
  expect(preview).toMatch(/^\/pages\/where-to-find-us\?preview=page\/[0-9a-f-]{36}$/);
  const screen = `/admin/content/pages/${preview.split("/").at(-1)}`;
  const seen = await open(preview);
  expect([seen.status, seen.headers.get("X-Robots-Tag"), seen.headers.get("Cache-Control")]).toEqual([
    200,
    "noindex",
    "private, no-store",
  ]);
  expect(textOf(seen.html)).toContain("Preview of a draft");
  expect(textOf(seen.html)).toContain("Ask for Campus Style");
  const shopper = await aShopper(cached.shop);
  expect((await open(preview, shopper)).status).toBe(404);
  expect((await visit(preview)).status).toBe(404);
  expect((await visit("/pages/where-to-find-us")).status).toBe(404);

  expect((await send(screen, { ...page, intent: "publish" })).headers.get("Location")).toBe(screen);
  await expect.poll(async () => (await visit("/pages/where-to-find-us")).status, within).toBe(200);
  const { html, text } = await visit("/pages/where-to-find-us");
  expect(text).toContain("Where to find us Delhi Ask for Campus Style");
  expect(html).toContain('content="Two shops in Delhi."');
  expect(html).not.toContain("<script>alert");
  cached.drawn.splice(0);
  await visit("/pages/where-to-find-us");
  expect(cached.drawn).toEqual([]);
  expect((await open("/sitemaps/sitemap-pages.xml")).html).toContain("/pages/where-to-find-us");

  await send(screen, { ...page, body: "We moved to Pune.", intent: "" });
  expect((await visit("/pages/where-to-find-us")).text).not.toContain("Pune");
  const editing = textOf((await open(screen)).html);
  expect(editing).toContain("Draft differs from what visitors see.");
  expect(editing).toContain("Discard the draft? Visitors see the same as now.");
  await send(screen, { ...page, slug: "pune", body: "We moved to Pune.", intent: "publish" });
  await expect.poll(async () => (await visit("/pages/pune")).text, within).toContain("Pune");
  await expect
    .poll(async () => (await visit("/pages/where-to-find-us")).headers.location, within)
    .toBe("/pages/pune");

  const [, oldest = ""] = [...(await open(screen)).html.matchAll(/name="id" value="(\d+)"/g)].at(-1) ?? [];
  await send(screen, { intent: "restore", id: oldest });
  await expect.poll(async () => (await visit("/pages/where-to-find-us")).text, within).toContain("Delhi");
  await send(screen, { intent: "restore", id: "" });
  await expect.poll(async () => (await visit("/pages/where-to-find-us")).status, within).toBe(404);
  expect(textOf((await open("/admin/content/pages")).html)).toContain("Not published, draft differs");
  // What would be lost is all that is left of it.
  expect(textOf((await open(screen)).html)).toContain("Delete it? It is not published");
  expect((await send(screen, { intent: "discard" })).headers.get("Location")).toBe("/admin/content/pages");
  expect(textOf((await open("/admin/content/pages")).html)).toContain("No pages yet.");
});

test("About and the head of the FAQ are edited alike", async () => {
  const about = {
    title: "Who we are",
    lead: "Two sisters.",
    description: "Two sisters.",
    body: "Hello.\n\n{{seller}}",
  };
  await send("/admin/content/policies/about", { ...about, intent: "publish" });
  await expect
    .poll(async () => (await visit("/about")).text, within)
    .toMatch(/Who we are Two sisters\. Hello\. Legal name/);
  await send("/admin/content/policies/faq", {
    title: "Ask us",
    lead: "Anything.",
    description: "Answers.",
    intent: "publish",
  });
  await expect.poll(async () => (await visit("/faq")).text, within).toContain("Ask us Anything.");
});

test("the announcement is drawn on every page from its first to its last minute, and without one nothing is", async () => {
  const line = { text: "Sale until Sunday", link: "/shop", from: "2026-11-21T12:00", to: "2026-11-22T12:00" };
  const isShown = async () => (await visit("/about")).html.includes('class="announcement');
  expect(await isShown()).toBe(false);
  // The shop's clock shows 11:30 in India.
  await send("/admin/content/announcement", { ...line, intent: "publish" });
  expect(await isShown()).toBe(false);
  cached.shop.clock.set("2026-11-21T06:30:00Z");
  await expect.poll(isShown, within).toBe(true);
  const { html } = await visit("/");
  expect(html.indexOf("Sale until Sunday")).toBeLessThan(html.indexOf("site-head"));
  expect(html).toContain('<a href="/shop" data-discover="true">Sale until Sunday</a>');
  cached.shop.clock.set("2026-11-22T06:30:00Z");
  await expect.poll(isShown, within).toBe(false);
});

test("an announcement leads to a page that is there, and to nothing once that is gone", async () => {
  const line = { text: "New boots", from: "", to: "" };
  const wrong = await send("/admin/content/announcement", {
    ...line,
    link: "/categry/new",
    intent: "publish",
  });
  expect([wrong.status, textOf(await wrong.text())]).toEqual([
    400,
    expect.stringContaining("There is no page"),
  ]);
  await send("/admin/content/announcement", { ...line, link: "/product/tan-moccasins", intent: "publish" });
  const bar = async () => /<aside class="announcement[\s\S]*?<\/p>/.exec((await visit("/")).html)?.[0] ?? "";
  await expect.poll(bar, within).toContain('href="/product/tan-moccasins"');
  await cached.shop.services.db.execute(
    sql`update product set status = 'archived' where slug = 'tan-moccasins'`,
  );
  await expect.poll(bar).not.toContain("href");
  expect(await bar()).toContain("New boots");
  await send("/admin/content/announcement", { intent: "restore", id: "" });
});

test("a page that is only scheduled keeps its time when its draft is discarded", async () => {
  const hours = { ...page, title: "Holiday hours", publishAt: "2026-12-30T10:00" };
  const screen = (await send("/admin/content/pages/new", { ...hours, intent: "schedule" })).headers.get(
    "Location",
  );
  expect(screen).toMatch(/^\/admin\/content\/pages\/[0-9a-f-]{36}$/);
  await send(screen ?? "", { ...hours, body: "Closed on Sunday.", intent: "" });
  const editing = textOf((await open(screen ?? "")).html);
  expect(editing).toContain("Goes live on");
  expect(editing).toContain("Discard the draft?");
  expect(editing).not.toContain("Delete it?");
  await send(screen ?? "", { intent: "discard" });
  const left = textOf((await open(screen ?? "")).html);
  expect(left).toContain("Goes live on");
  expect(left).not.toContain("Closed on Sunday.");
});

test("a policy with the owner's words, its date and its placeholders; taken back it is the default text again", async () => {
  const screen = "/admin/content/policies/refund-policy";
  // After the demo's settings, of which the policy tells, were written.
  cached.shop.clock.set("2036-12-05T06:00:00Z");
  const shipped = await visit("/refund-policy");
  const form = (await open(screen)).html;
  expect(textOf(form)).toContain("{{returnDays}} Days to return 7 days");
  const own = {
    title: "Returns at {{name}}",
    lead: "Short.",
    description: "How to return.",
    body: "## How long {#long}\n\nYou have {{returnDays}}.",
  };
  await send(screen, { ...own, intent: "publish" });
  await expect
    .poll(async () => (await visit("/refund-policy")).text, within)
    .toContain("Returns at Campus Style");
  const { text, html } = await visit("/refund-policy");
  expect(text).toContain("You have 7 days.");
  expect(text).toContain("Last updated on 5 December 2036");
  expect(html).toContain('href="#long"');
  expect(textOf((await open("/admin/setup")).html)).toContain("Read, and published.");
  await send(screen, { intent: "restore", id: "" });
  await expect
    .poll(async () => (await visit("/refund-policy")).text, within)
    .toContain("Pack it with its tags");
  const sections = (from: string) => /<section id="in-short">[\s\S]*<\/section>/.exec(from)?.[0];
  expect(sections((await visit("/refund-policy")).html)).toBe(sections(shipped.html));
});

test("what is wrong stands at its field, and everything that was typed stays", async () => {
  const wrong = async (path: string, fields: Record<string, string>, words: string) => {
    const answer = await send(path, fields);
    const html = await answer.text();
    expect([answer.status, textOf(html).includes(words)]).toEqual([400, true]);
    return html;
  };
  const unknown = { ...page, slug: "unknown", body: "{{nmae}}", intent: "publish" };
  expect(await wrong("/admin/content/pages/new", unknown, "There is no placeholder {{nmae}}")).toContain(
    'value="unknown"',
  );
  const long = "x ".repeat(100_000);
  const kept = await wrong("/admin/content/pages/new", { ...page, body: long }, "At most 30000 characters.");
  expect(kept.length).toBeGreaterThan(200_000);
  await send("/admin/content/pages/new", { ...page, slug: "taken" });
  await wrong("/admin/content/pages/new", { ...page, slug: "taken" }, "Another page has this address.");
  await wrong("/admin/content/pages/new", { ...page, intent: "schedule" }, "A day and a time");
  const bad = {
    text: "x".repeat(121),
    link: "javascript:alert(1)",
    from: "2026-11-22T10:00",
    to: "2026-11-21T10:00",
  };
  const html = await wrong("/admin/content/announcement", bad, "At most 120 characters.");
  expect(textOf(html)).toContain("An address of this shop");
  const late = await send("/admin/content/policies/terms-and-conditions", {
    version: "7",
    title: "T",
    lead: "",
    description: "D",
    body: "Mine",
  });
  expect([late.status, (await late.text()).includes("Mine")]).toEqual([409, true]);
  expect((await open("/admin/content/policies/nonsense")).status).toBe(404);
  expect((await open("/admin/content/pages/nonsense")).status).toBe(404);
});
