import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { textOf } from "../../support/ask.server.ts";
import { eventually } from "../../support/eventually.ts";
import { openCachedShop, sendTo } from "../../support/pages/cached-shop.server.ts";
import { aSecondProcess } from "../../support/pages/second-process.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/** A shop that its owner closes and opens, as two processes serve it. */
const cached = openCachedShop();
const { get } = cached;
let owner: Person;
let shopper: Person;
let second: Awaited<ReturnType<typeof aSecondProcess>>;
beforeAll(async () => {
  [owner, shopper] = [await anAdmin(cached.shop), await aShopper(cached.shop)];
  second = await aSecondProcess(cached.shop);
});
afterAll(() => second.close());

async function send(path: string, fields: Record<string, string>, cookie = "") {
  const answer = await fetch(cached.address + path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers: { Origin: cached.address, ...(cookie && { Cookie: cookie }) },
  });
  return { status: answer.status, headers: answer.headers, text: textOf(await answer.text()) };
}
const setupPage = async () => (await get("/admin/setup", { Cookie: owner.cookie })).body.toString();
const version = async () => /name="version" value="([^"]*)"/.exec(await setupPage())?.[1] ?? "none";
const change = async (fields: Record<string, string>, cookie = owner.cookie) =>
  send("/admin/setup", { version: await version(), ...fields }, cookie);

/**
 * In every process, by the change event: without one, settings in memory are read again after five seconds. It is a
 * matter of milliseconds, and a busy machine gets four seconds.
 */
async function everywhere(status: number) {
  await eventually(
    async () => {
      for (const address of [cached.address, second.address])
        expect((await sendTo(address, "/shop")).status).toBe(status);
    },
    { timeout: 4_000, interval: 20 },
  );
}
async function close(text = "") {
  expect((await change({ intent: "close", text })).status).toBe(303);
  await everywhere(503);
}
async function open() {
  expect((await change({ intent: "open" })).status).toBe(303);
  await everywhere(200);
}
beforeEach(async () => {
  const { rows } = await cached.shop.services.db.execute(sql`
    delete from setting where key = 'opening' returning 1`);
  if (rows.length > 0) await everywhere(200);
});

test("visitors of a closed shop get 503 with the owner's text, which no search engine lists", async () => {
  await close("We are back on 2 January.");
  for (const path of ["/", "/shop", "/product/tan-moccasins", "/about", "/cart", "/nothing-here"]) {
    const { status, headers, body } = await get(path);
    expect([path, status]).toEqual([path, 503]);
    expect(headers).toMatchObject({
      "retry-after": "3600",
      "x-robots-tag": "noindex",
      "cache-control": "no-store",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    const html = body.toString();
    expect(textOf(html)).toContain("We are back on 2 January.");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain("<script");
  }
  expect((await get("/", {}, "HEAD")).body.length).toBe(0);
});

test("no sitemap, no feeds, no suggestions, and robots.txt refuses all; media and health stay", async () => {
  const picture = /\/media\/[0-9a-f]{32}\/\d+\.webp/.exec((await get("/shop")).body.toString())?.[0] ?? "";
  expect(picture).not.toBe("");
  await close();
  for (const path of [
    "/sitemap.xml",
    "/sitemaps/sitemap-pages.xml",
    "/feeds/google.xml",
    "/feeds/blog.xml",
    "/functions/suggest?q=shirt",
    "/functions/cards?ids=1",
    "/media/og/tan-moccasins.jpg",
  ]) {
    const { status, headers } = await get(path);
    expect([path, status]).toEqual([path, 503]);
    expect(headers["cache-control"]).toBe("no-store");
  }
  const robots = await get("/robots.txt");
  expect([robots.status, robots.body.toString()]).toEqual([200, "User-agent: *\nDisallow: /\n"]);
  expect((await get("/health")).body.toString()).toBe("ok");
  expect((await get(picture)).status).toBe(200);
  expect((await get("/favicon.svg")).status).toBe(200);
});

test("nobody signs up while the shop is closed; signing in and a new password work", async () => {
  await close();
  const before = await cached.shop.services.db.execute(sql`select count(*) as n from users`);
  const password = "correct horse battery staple";
  const typed = { name: "Ravi", email: "ravi@new.example", password, confirm: password };
  const shown = textOf((await get("/auth?tab=signup")).body.toString());
  expect(shown).toContain("No new accounts at the moment");
  expect(shown).not.toContain("Create Account");
  const refused = await send("/auth?tab=signup", { intent: "signup", ...typed });
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining("No new accounts at the moment"),
  ]);
  const after = await cached.shop.services.db.execute(sql`select count(*) as n from users`);
  expect(after.rows).toEqual(before.rows);
  const entered = await send("/auth", { intent: "login", email: owner.email, password: owner.password });
  expect(entered.headers.get("set-cookie")).toContain("session=");
  const asked = await send("/auth?tab=recover", { intent: "recover", email: owner.email });
  expect(asked.status).toBe(303);
  expect((await get("/auth/owner?token=x")).status).toBe(410);
});

test("staff see the whole shop under a bar with the way to the setup, and nothing of it is public", async () => {
  await close();
  for (const path of ["/", "/shop", "/product/tan-moccasins", "/functions/suggest?q=shirt", "/shop.data"]) {
    const { status, headers, body } = await get(path, { Cookie: owner.cookie });
    expect([path, status]).toEqual([path, 200]);
    expect(headers["cache-control"]).toBe("private, no-store");
    if (!/\.data|functions/.test(path))
      expect(textOf(body.toString())).toContain("The shop is closed: only staff can see it. Set up and open");
    expect((await get(path)).status).not.toBe(200);
  }
  expect(await setupPage()).toContain("The shop is closed");
});

test("customers track their orders while the shop is closed, and see nothing else of it", async () => {
  await close();
  for (const path of ["/orders", "/profile"])
    expect((await get(path, { Cookie: shopper.cookie })).status).toBe(200);
  expect((await get("/track")).status).toBe(200);
  expect((await get("/shop", { Cookie: shopper.cookie })).status).toBe(503);
  expect((await send("/cart", { intent: "add", variant: "x" }, shopper.cookie)).status).toBe(503);
  const page = (await get("/track")).body.toString();
  expect(page).not.toContain("/category/");
});

test("only staff with the settings' permission open and close the shop", async () => {
  expect((await change({ intent: "close", text: "" }, shopper.cookie)).status).toBe(302);
  expect((await change({ intent: "close", text: "" }, "")).status).toBe(302);
  expect((await get("/shop")).status).toBe(200);
});

test("two people at once: the second is told, and keeps what was typed", async () => {
  const old = await version();
  await close("First");
  const { status, text } = await change({ intent: "close", text: "Second", form: "close", version: old });
  expect([status, text]).toEqual([409, expect.stringContaining("Second")]);
  expect(textOf((await get("/")).body.toString())).toContain("First");
  const { rows } = await cached.shop.services.db.execute(
    sql`select after -> 'opening' ->> 'text' as text from audit_entry where subject_id = 'opening' order by at desc limit 1`,
  );
  expect(rows).toEqual([{ text: "First" }]);
});

test("a page in memory is not sent while closed, nor the closed page once open, also by its ETag", async () => {
  const shown = await get("/shop");
  await sendTo(second.address, "/shop");
  const seen = { "If-None-Match": String(shown.headers.etag) };
  expect((await get("/shop", seen)).status).toBe(304);
  await close("Away");
  for (const address of [cached.address, second.address])
    for (const headers of [{}, seen]) {
      const answer = await sendTo(address, "/shop", headers);
      expect([answer.status, answer.headers.etag]).toEqual([503, undefined]);
      expect(answer.body.toString()).toContain("Away");
    }
  await open();
  for (const address of [cached.address, second.address])
    for (const headers of [{}, seen])
      expect((await sendTo(address, "/shop", headers)).body.toString()).not.toContain("Away");
});

test("a page that was being rendered while the shop closed is not kept", async () => {
  let go: () => void = () => undefined;
  cached.holding.until = new Promise((resolve) => {
    go = () => resolve();
  });
  const first = get("/shop?sort=newest");
  await eventually(() => expect(cached.held).toContain("/shop?sort=newest"));
  cached.holding.until = undefined;
  const now = sendTo(second.address, "/admin/setup", { Cookie: owner.cookie });
  const at = /name="version" value="([^"]*)"/.exec((await now).body.toString())?.[1] ?? "none";
  await send("/admin/setup", { version: at, intent: "close", text: "" }, owner.cookie);
  await everywhere(503);
  go();
  await first;
  expect((await get("/shop?sort=newest")).status).toBe(503);
});

test("a tab that was open when the shop closed loads the closed page", async () => {
  await close();
  const { status, body } = await get("/about.data");
  expect(status).toBe(202);
  expect(body.toString()).toContain("/about");
});

test("a preview link shows the shop until it is over or withdrawn, and no other does", async () => {
  await close();
  expect((await change({ intent: "preview", name: "Family", days: "2" })).status).toBe(303);
  const token = /\/preview\/([\w.-]+)/.exec(await setupPage())?.[1] ?? "";
  const link = await get(`/preview/${token}`);
  expect([link.status, link.headers["cache-control"]]).toEqual([303, "private, no-store"]);
  const [set = ""] = link.headers["set-cookie"] ?? [];
  expect(set).toMatch(/^shop-preview=[\w.-]+; Expires=.*; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = set.split(";")[0] ?? "";
  const friend = await get("/shop", { Cookie: cookie });
  expect([friend.status, friend.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  expect(textOf(friend.body.toString())).toContain("Nobody can order or sign up until it opens.");
  expect(textOf(await setupPage())).toContain("cannot sign up or order. Place the test order yourself.");
  expect((await get("/shop")).status).toBe(503);

  const tampered = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  for (const other of [tampered, token.split(".")[0] ?? "", "x.y", `${token}x`]) {
    expect((await get(`/preview/${other}`)).status).toBe(410);
    expect((await get("/shop", { Cookie: `shop-preview=${other}` })).status).toBe(503);
  }
  cached.shop.clock.forward(2 * 86_400_000);
  expect((await get("/shop", { Cookie: cookie })).status).toBe(503);
  expect((await get(`/preview/${token}`)).status).toBe(410);
  cached.shop.clock.forward(-2 * 86_400_000);
  expect((await get("/shop", { Cookie: cookie })).status).toBe(200);
  const id = token.split(".")[0] ?? "";
  expect((await change({ intent: "revoke", id })).status).toBe(303);
  // By the event of the change: without it, settings are read again after five seconds.
  await eventually(async () => expect((await get("/shop", { Cookie: cookie })).status).toBe(503), {
    timeout: 4_000,
  });
});

test.each([
  [{ intent: "preview", name: "", days: "2" }, "Please say for whom the link is."],
  [{ intent: "preview", name: "Family", days: "many" }, "A whole number of days from 1 to 60."],
  [{ intent: "preview", name: "Family", days: "61" }, "A whole number of days from 1 to 60."],
  [{ intent: "close", text: "x".repeat(501) }, "At most 500 characters."],
])("$0.intent $0.days is refused at its field: $1", async (fields, words) => {
  await close();
  const { status, text } = await change({ ...fields, form: fields.intent });
  expect([status, text]).toEqual([400, expect.stringContaining(words)]);
});

test("notices of goods that are back wait until the shop is open", async () => {
  const { db } = cached.shop.services;
  await close();
  await db.execute(sql`
    insert into stock_notice (variant_id, email)
    select id, 'waits@mail.example' from variant where stock > reserved limit 1`);
  await cached.shop.services.jobs.send(db, "send-stock-notices", {});
  await cached.shop.runDue();
  const waiting = () => cached.shop.sentMail().filter(({ to }) => to === "waits@mail.example").length;
  expect(waiting()).toBe(0);
  await open();
  await cached.shop.runDue();
  expect(waiting()).toBe(1);
});
