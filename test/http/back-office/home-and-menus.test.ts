import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";
import { patience } from "../../support/pages/patience.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

const cached = openCachedShop();
let office: { ask: Ask; admin: Person } | undefined;

async function staff() {
  office ??= { ask: await asking(cached.shop.services), admin: await anAdmin(cached.shop) };
  return office;
}
async function open(path: string) {
  const { ask, admin } = await staff();
  const answer = await ask(path, { as: admin });
  return { status: answer.status, html: await answer.text() };
}
async function send(path: string, fields: Record<string, string>) {
  const { ask, admin } = await staff();
  const version = /name="version" value="([^"]*)"/.exec((await open(path)).html)?.[1] ?? "";
  return ask(path, { ...posted({ version, ...fields }), as: admin });
}
const visit = (path: string) => cached.textOf(path);
/** What is published reaches every visitor within a second. */
const within = patience(1_000, () => cached.get("/faq?q=size"));

const header = "/admin/content/menus/header";
const footer = "/admin/content/menus/footer";
/** The fields of a list's form. */
const listed = (...items: Record<string, string>[]) => ({
  items: items.map((_, at) => at).join(","),
  ...Object.fromEntries(
    items.flatMap((item, at) =>
      Object.entries({ kind: "link", ...item }).map(([name, value]) => [`item.${at}.${name}`, value]),
    ),
  ),
});
/** The links of a part of a page, with their words. */
const linksIn = (html: string, part: RegExp) =>
  [...(part.exec(html)?.[0] ?? "").matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, to, words]) => [
    words,
    to,
  ]);
const mainNav = /<nav class="nav"[\s\S]*?<\/nav>/;
const columns = /<div class="columns">[\s\S]*?<div class="legal/;

test("an own header: staff preview it, visitors see it on every page once published, two deep, and it can be taken back", async () => {
  const shipped = await visit("/faq");
  const own = listed(
    { label: "Sale", to: "/shop?max=499" },
    { label: "Gifts", to: "" },
    { label: "For her", to: "/category/women", isBelow: "on" },
    { label: "Ask us", to: "mailto:gifts@shop.example", isBelow: "on" },
    { kind: "collections" },
  );
  const drafted = await send(header, { ...own, intent: "preview" });
  expect([drafted.status, drafted.headers.get("Location")]).toEqual([303, "/?preview=menu/header"]);
  expect(textOf((await open("/?preview=menu/header")).html)).toContain("Preview of a draft");
  expect(linksIn((await open("/?preview=menu/header")).html, mainNav)[0]).toEqual(["Sale", "/shop?max=499"]);
  expect(linksIn(await visit("/?preview=menu/header"), mainNav)[0]).toEqual(["Shop", "/shop"]);

  await send(header, { ...own, intent: "publish" });
  await expect
    .poll(async () => linksIn(await visit("/faq"), mainNav).slice(0, 4), within)
    .toEqual([
      ["Sale", "/shop?max=499"],
      ["For her", "/category/women"],
      ["Ask us", "mailto:gifts@shop.example"],
      ["Students", "/category/students"],
    ]);
  const html = await visit("/faq");
  expect(html).toContain('aria-label="More of Gifts"');
  // Again in the phone's menu.
  expect(html.split('href="/shop?max=499"')).toHaveLength(3);
  expect(textOf((await open(header)).html)).toContain("Words: Gifts");
  await send(header, { intent: "restore", id: "" });
  await expect
    .poll(async () => linksIn(await visit("/faq"), mainNav), within)
    .toEqual(linksIn(shipped, mainNav));
});

test("an own footer at a time of its own; a column without links is not drawn, nor a link whose page is gone", async () => {
  await send("/admin/collections/new", { name: "Clearance", slug: "clearance", position: "9" });
  const own = listed(
    { label: "Shop with us", to: "" },
    { label: "Clearance", to: "/category/clearance", isBelow: "on" },
    { label: "On Instagram", to: "https://instagram.example/us", isBelow: "on" },
    { label: "Only that", to: "" },
    { label: "Clearance again", to: "/category/clearance", isBelow: "on" },
  );
  await send(footer, { ...own, intent: "schedule", publishAt: "2026-11-22T12:00" });
  expect(linksIn(await visit("/about"), columns)).toContainEqual(["Track Order", "/track"]);
  cached.shop.clock.set("2026-11-22T06:30:00Z");
  await expect
    .poll(async () => linksIn(await visit("/about"), columns).slice(1), within)
    .toEqual([
      ["Clearance", "/category/clearance"],
      ["On Instagram", "https://instagram.example/us"],
      ["Clearance again", "/category/clearance"],
    ]);
  const { version } = /name="version" value="(?<version>\d+)"/.exec(
    (await open("/admin/collections/clearance/edit")).html,
  )?.groups ?? { version: "" };
  await send("/admin/collections/clearance/edit", {
    name: "Clearance",
    slug: "last-chance",
    position: "9",
    version: version ?? "",
  });
  await expect
    .poll(async () => linksIn(await visit("/about"), columns)[1], within)
    .toEqual(["Clearance", "/category/last-chance"]);
  await send("/admin/collections/last-chance/edit", { intent: "delete" });
  await expect
    .poll(async () => linksIn(await visit("/about"), columns).slice(1), within)
    .toEqual([["On Instagram", "https://instagram.example/us"]]);
  expect(textOf(await visit("/about"))).not.toContain("Only that");
});

test("what cannot be drawn is refused at its field, what was typed stays, and the buttons work without scripts", async () => {
  const wrong = listed(
    { label: "First", to: "/faq", isBelow: "on" },
    { label: "", to: "javascript:alert(1)" },
    { label: "Gone", to: "/category/nothing-like-it" },
    { label: "Other", to: "//evil.example" },
  );
  const sent = await send(header, { ...wrong, intent: "publish" });
  const html = await sent.text();
  expect(sent.status).toBe(400);
  for (const words of ["Please fill this in.", "An address of this shop"])
    expect(textOf(html)).toContain(words);
  expect(html).toContain('value="javascript:alert(1)"');
  const broken = await send(header, {
    ...listed({ label: "First", to: "/faq" }, { label: "Gone", to: "/category/nothing-like-it" }),
    items: "1,0",
    "item.0.isBelow": "on",
    "item.1.isBelow": "on",
  });
  const shown = await broken.text();
  expect(broken.status).toBe(400);
  expect(shown.indexOf("There is no page at this address")).toBeLessThan(shown.indexOf('value="/faq"'));
  expect(textOf(shown)).toContain("The first one cannot be below another.");
  const strange = await send(header, { items: "0", "item.0.kind": "constructor", "item.0.label": "x" });
  expect([strange.status, textOf(await strange.text()).includes("unknown kind")]).toEqual([400, true]);

  const names = (page: string) =>
    [...page.matchAll(/aria-label="Move up: ([^"]*)"/g)].map(([, name]) => name);
  const two = listed({ label: "One", to: "/faq" }, { label: "Two", to: "/about" });
  const up = await send(header, { ...two, arrange: "up 1" });
  expect([up.status, names(await up.text())]).toEqual([200, ["Two", "One"]]);
  const more = await send(header, { ...two, arrange: "add", added: "collections" });
  expect(names(await more.text())).toEqual(["One", "Two", "All collections that are shown in menus"]);
  const less = await send(header, { ...two, arrange: "remove 0" });
  expect(names(await less.text())).toEqual(["Two"]);
  expect((await open("/admin/content/menus/nonsense")).status).toBe(404);
  const found = await open("/admin/content/addresses?q=kurta");
  expect(found.html).toMatch(/"value":"\/product\/[^"]+","label":"[^"]*kurta[^"]*\(product\)"/i);
});

const home = "/admin/content/home";
const main = (html: string) => textOf(html.slice(html.indexOf("<main"), html.indexOf("</main>")));

test("an own home page: previewed, published at once, a section from its first to its last minute, taken back", async () => {
  const shipped = main(await visit("/"));
  await cached.shop.services.db.execute(sql`insert into coupon
    (code, description, kind, value, valid_from, valid_to)
    values ('FREE', '', 'flat', 100, '2020-01-01', '2099-01-01')`);
  const own = listed(
    { kind: "strip", text: "Free delivery this week", code: "FREE", to: "/shop" },
    { kind: "hero" },
    { kind: "prices", title: "Small prices", amounts: "₹299 1,499" },
    { kind: "products", title: "For men", source: "collection", collection: "men" },
    { kind: "products", title: "Loved", source: "popular", collection: "" },
    { kind: "collections", title: "Two of six", "slugs.men": "on", "slugs.women": "on" },
    {
      kind: "banner",
      title: "Diwali",
      text: "Gifts for all",
      button: "See them",
      to: "/category/girls",
      showFrom: "2026-11-25T12:00",
      showUntil: "2026-11-26T12:00",
    },
    { kind: "text", title: "Who we are", body: "Two **sisters**. <script>alert(1)</script>" },
    { kind: "articles", title: "To read" },
    { kind: "quick-access", isHidden: "on" },
  );
  const drafted = await send(home, { ...own, intent: "preview" });
  expect([drafted.status, drafted.headers.get("Location")]).toEqual([303, "/?preview=home/home"]);
  const preview = main((await open("/?preview=home/home")).html);
  for (const words of ["Free delivery this week", "Diwali Gifts for all See them"])
    expect(preview).toContain(words);
  expect(main(await visit("/?preview=home/home"))).toBe(shipped);

  await send(home, { ...own, intent: "publish" });
  await expect
    .poll(async () => main(await visit("/")), within)
    .toContain("Free delivery this week Code FREE");
  const html = await visit("/");
  const text = main(html);
  for (const words of [
    "Campus Style Redefined",
    "Under ₹299 Under ₹1,499",
    "Two of six",
    "Who we are",
    "To read",
  ])
    expect(text).toContain(words);
  expect(text.indexOf("Free delivery")).toBeLessThan(text.indexOf("Campus Style Redefined"));
  expect(html).toContain("Two <strong>sisters</strong>.");
  expect(html).toContain('href="/shop?max=1499"');
  expect(html.match(/class="card[ "]/g)).toHaveLength(8);
  expect(html.match(/class="category-card/g)).toHaveLength(2);
  expect(html).not.toContain("<script>alert");
  for (const words of ["Diwali", "Shop by Category", "Quick Access"]) expect(text).not.toContain(words);
  cached.shop.clock.set("2026-11-25T06:30:00Z");
  await expect.poll(async () => main(await visit("/")), within).toContain("Diwali");
  cached.shop.clock.set("2026-11-26T06:30:00Z");
  await expect.poll(async () => main(await visit("/")), within).not.toContain("Diwali");
  await send(home, { intent: "restore", id: "" });
  await expect.poll(async () => main(await visit("/")), within).toContain("Shop by Category");
});

test("a section of a deleted collection is left out, and the editor says so; what cannot be drawn is refused", async () => {
  await send("/admin/collections/new", { name: "Monsoon", slug: "monsoon", position: "9" });
  const row = { kind: "products", title: "Rain", source: "collection", collection: "monsoon" };
  await send(home, { ...listed(row, { kind: "text", title: "Hello", body: "Words." }), intent: "publish" });
  await expect.poll(async () => main(await visit("/")), within).toContain("Hello");
  expect(main(await visit("/"))).not.toContain("Rain");
  await send("/admin/collections/monsoon/edit", { intent: "delete" });
  await expect.poll(async () => textOf((await open(home)).html), within).toContain("no longer here");
  expect(main(await visit("/"))).not.toContain("Rain");

  const refused = async (item: Record<string, string>, words: string) => {
    const answer = await send(home, { ...listed({ kind: "tabs" }, item), intent: "publish" });
    expect([answer.status, textOf(await answer.text())]).toEqual([400, expect.stringContaining(words)]);
  };
  await refused(row, "Please choose a collection.");
  await refused({ kind: "prices", title: "P", amounts: "cheap" }, "One to eight whole amounts");
  await refused({ kind: "banner", title: "B", button: "Go", to: "" }, "A button needs both");
  await refused({ kind: "banner", title: "B", button: "Go", to: "/pages/none" }, "There is no page");
  await refused(
    { kind: "tabs", showFrom: "2026-12-02T10:00", showUntil: "2026-12-01T10:00" },
    "It must end after",
  );
  await refused({ kind: "text", title: "", body: "" }, "Please write something here.");
});

/** The same with files, as browsers send it. */
async function upload(fields: Record<string, string>, files: Record<string, Buffer>) {
  const { ask, admin } = await staff();
  const version = /name="version" value="([^"]*)"/.exec((await open(home)).html)?.[1] ?? "";
  const body = new FormData();
  for (const [name, value] of Object.entries({ version, ...fields })) body.set(name, value);
  for (const [name, bytes] of Object.entries(files))
    body.set(name, new File([new Uint8Array(bytes)], "picture.png"));
  const headers = { Origin: "http://shop.test", Host: "shop.test" };
  const answer = await ask(home, { method: "POST", body, headers, as: admin });
  return { status: answer.status, html: await answer.text() };
}

test("an own hero: its picture with a point in sight for each frame, its words, two buttons and a number", async () => {
  const create = { width: 1600, height: 900, channels: 3, background: "#a1321d" } as const;
  const png = await sharp({ create }).png().toBuffer();
  const hero = { kind: "hero", title: "Woven by hand", text: "From Bhuj.", customers: "9K", to: "/shop" };
  const wrong = listed({ ...hero, button: "See all", "picture.phone.x": "120" });
  const text = { "item.0.picture.file": Buffer.from("<svg onload=alert(1)>") };
  const refused = await upload({ ...wrong, intent: "publish" }, text);
  expect([refused.status, textOf(refused.html)]).toEqual([422, expect.stringContaining("It was not taken")]);
  const kept = await upload({ ...wrong, intent: "publish" }, { "item.0.picture.file": png });
  const picture = /name="item.0.picture" value="([^"]+)"/.exec(kept.html)?.[1] ?? "";
  expect([kept.status, picture]).toEqual([400, expect.stringMatching(/^[0-9a-f]{32} 1600x900 #/)]);
  for (const words of ["The number needs words", "A whole number from 0 to 100."])
    expect(textOf(kept.html).includes(words)).toBe(words.startsWith("A whole"));

  const right = {
    picture,
    "picture.alt": "A loom",
    "picture.phone.x": "20",
    "picture.desktop.y": "70",
    button: "See all",
    button2: "Write to us",
    to2: "mailto:us@shop.example",
  };
  const first = listed({ ...hero, ...right }, { kind: "banner", title: "Sale", picture, to: "", button: "" });
  const half = await send(home, { ...first, intent: "publish" });
  expect([half.status, textOf(await half.text())]).toEqual([
    400,
    expect.stringContaining("needs words below it"),
  ]);
  const forged = picture.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  const whole = { ...first, "item.0.customersLabel": "Happy weavers", intent: "publish" };
  const gone = await send(home, { ...whole, "item.0.picture": forged });
  expect([gone.status, textOf(await gone.text())]).toEqual([
    400,
    expect.stringContaining("not stored any more"),
  ]);
  expect((await send(home, whole)).status).toBe(303);
  await expect.poll(async () => main(await visit("/")), within).toContain("Woven by hand From Bhuj.");
  const html = await visit("/");
  const key = picture.slice(0, 32);
  expect(main(html)).toContain("9K Happy weavers");
  expect(html).toContain('style="--focus:20% 50%;--focus-wide:50% 70%"');
  expect(html).toMatch(new RegExp(`<link[^>]*rel="preload"[^>]*as="image"[^>]*${key}`));
  expect(html).toMatch(new RegExp(`property="og:image" content="[^"]*${key}`));
  expect(html).toMatch(/href="mailto:us@shop.example"[^>]*>Write to us/);
  expect(html).toMatch(/<title>[^<]*Woven by hand/);
  expect(html.split('alt="A loom"')).toHaveLength(2);
  expect((await cached.get(`/media/${key}/480.webp`)).status).toBe(200);

  const without = await upload({ ...whole, "item.0.picture.remove": "on", "item.1.kind": "tabs" }, {});
  expect(without.status).toBe(303);
  await expect.poll(async () => (await visit("/")).includes(key), within).toBe(false);
});

test("a button and a link to a product that is hidden afterwards, or to an article, are not drawn until it is back", async () => {
  const to = "/product/tan-moccasins";
  const db = cached.shop.services.db;
  await db.execute(sql`insert into blog_post (id, slug, title, excerpt, body_markdown, category, author, published_at)
    values (gen_random_uuid(), 'care', 'Care', 'Leather', 'Brush it.', 'Tips', 'Asha', '2026-01-01')`);
  const banner = { kind: "banner", title: "Walk", button: "See them", to };
  await send(home, {
    ...listed(banner, { kind: "strip", text: "How to brush", to: "/blog/care" }),
    intent: "publish",
  });
  await send(footer, {
    ...listed({ label: "New", to: "" }, { label: "Moccasins", to, isBelow: "on" }),
    intent: "publish",
  });
  const links = async () => {
    const html = await visit("/");
    return [/<a [^>]*>See them</, /<a [^>]*href="\/blog\/care"/, /<a [^>]*>Moccasins</].map((link) =>
      link.test(html),
    );
  };
  await expect.poll(links, within).toEqual([true, true, true]);
  await db.execute(sql`delete from blog_post where slug = 'care'`);
  await db.execute(sql`update product set status = 'archived' where slug = 'tan-moccasins'`);
  await expect.poll(links).toEqual([false, false, false]);
  expect(main(await visit("/"))).toContain("How to brush");
  await db.execute(sql`update product set status = 'active' where slug = 'tan-moccasins'`);
  await expect.poll(links).toEqual([true, false, true]);
  await send(footer, { intent: "restore", id: "" });
});

test("reviews: the newest good ones, of one product if asked, and no section while there are none", async () => {
  const review = (slug: string, rating: number, comment: string) =>
    cached.shop.services.db.execute(sql`insert into review (product_id, rating, comment, display_name)
      select id, ${rating}, ${comment}, 'Meera' from product where slug = ${slug}`);
  const shown = async (of: string) => {
    const own = listed({ kind: "reviews", title: "They say", of }, { kind: "text", title: of, body: "x" });
    expect((await send(home, { ...own, intent: "publish" })).status).toBe(303);
    await expect.poll(async () => main(await visit("/")), within).toContain(`${of} x`);
    return main(await visit("/"));
  };
  await cached.shop.services.db.execute(sql`delete from review`);
  expect(await shown("")).not.toContain("They say");
  await review("tan-moccasins", 3, "So so");
  await review("tan-moccasins", 5, "Like walking on clouds");
  // A review is not published content: it may take longer.
  await expect.poll(async () => main(await visit("/"))).toContain("Like walking on clouds Meera");
  expect(main(await visit("/"))).not.toContain("So so");
  expect(await shown("/product/tan-moccasins")).toContain("Like walking on clouds");
  const { rows } = await cached.shop.services.db.execute(
    sql`select slug from product where status = 'active' and slug <> 'tan-moccasins' order by slug limit 1`,
  );
  expect(await shown(`/product/${rows[0]?.slug}`)).not.toContain("Like walking on clouds");
  for (const of of ["/product/none", "/category/men"])
    expect(
      (await send(home, { ...listed({ kind: "reviews", title: "R", of }), intent: "publish" })).status,
    ).toBe(400);
  await cached.shop.services.db.execute(sql`update review set status = 'hidden', hidden_reason = 'Rude'`);
  await send(home, { ...listed({ kind: "reviews", title: "They say", of: "" }), intent: "publish" });
  await expect.poll(async () => main(await visit("/")), within).not.toContain("They say");
});

test("a home page at a time of its own, in it a section that begins later; kept pages end in time for both", async () => {
  const at = (time: string) => cached.shop.clock.set(`2026-12-05T${time}Z`);
  at("06:00:00");
  const strip = { kind: "strip", text: "Tonight only", showFrom: "2026-12-05T18:00" };
  const own = listed({ kind: "text", title: "December", body: "x" }, strip);
  await send(home, { ...own, intent: "schedule", publishAt: "2026-12-05T12:00" });
  expect(main(await visit("/"))).not.toContain("December");
  at("06:29:59");
  expect(main(await visit("/"))).not.toContain("December");
  at("06:30:00");
  await expect.poll(async () => main(await visit("/")), within).toContain("December");
  at("12:29:59");
  expect(main(await visit("/"))).not.toContain("Tonight only");
  at("12:30:00");
  await expect.poll(async () => main(await visit("/")), within).toContain("Tonight only");
  await send(home, { intent: "restore", id: "" });
});
