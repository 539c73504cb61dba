import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import products from "../../../demo/catalogue/products.json" with { type: "json" };
import { keptMessages } from "../../../demo/messages.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aShirt, putInCart } from "../../support/orders.server.ts";
import { pagesOf } from "../../support/readers/pdf-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";
import { phoneVisits } from "../accounts/phone/phone-visits.ts";

/**
 * A live shop with a name and texts of its own, as an owner sets them in the back office: of the shop that the software
 * came with, nothing is left.
 */
const name = "Quillmoor Threads";
const demoBrands = new Set(products.map(({ brand }) => brand));
const others = new RegExp(
  [
    "campus",
    String.raw`\bstyles?\b`,
    "students?",
    "hostel",
    "new delhi",
    String.raw`\bCS[-/]`,
    ...demoBrands,
    // What a value that is no text becomes in one.
    String.raw`\[object `,
    "=>",
    String.raw`\bfunction \w*\(`,
    String.raw`\bundefined\b`,
    String.raw`\bNaN\b`,
  ].join("|"),
  "i",
);
const ownTexts = {
  shopName: name,
  tagline: `${name}, since 1998`,
  description: "Handloom from Gujarat.",
};

let shop: TestShop;
let ask: Ask;
let office: Ask;
let admin: Person;
let shopper: Person;
let orderId: string;
beforeAll(async () => {
  shop = await testShop();
  const { services } = shop;
  ask = await asking({ ...services, site: { ...services.site, mode: "live", publicUrl: null } });
  // A live shop asks staff for a second factor, which is not what is tested here.
  office = await asking(services);
  admin = await aShopper(shop, { name: "Owner", email: "owner@shop.example" });
  await services.db.update(users).set({ role: "admin" }).where(eq(users.id, admin.id));
  shopper = await aShopper(shop, { email: "asha@shop.example" });
  const keys = ["shopName", "tagline", "description"] as const;
  const { version } = await currentSettings(services.db, keys);
  const saved = await saveSettings(services, {
    actor: { kind: "staff", id: admin.id, name: "Owner", permissions: new Set() },
    changes: ownTexts,
    version,
  });
  expect(saved.ok).toBe(true);
  const published = await office("/admin/content/home", {
    ...posted({
      intent: "publish",
      version: "0",
      items: "0,1,2,3",
      ...{ "item.0.kind": "hero", "item.0.text": "", "item.0.button": "Shop now" },
      ...{ "item.0.to": "/shop", "item.0.customers": "9K", "item.0.customersLabel": "Happy weavers" },
      ...{ "item.1.kind": "collections", "item.1.title": "Our cloth" },
      ...{ "item.2.kind": "tabs", "item.3.kind": "quick-access" },
    }),
    as: admin,
  });
  expect(published.status).toBe(303);
  const path = "/admin/collections/students/edit";
  const form = await (await office(path, { as: admin })).text();
  const collectionVersion = /name="version" value="(\d+)"/.exec(form)?.[1] ?? "";
  const deleted = await office(path, {
    ...posted({ intent: "delete", version: collectionVersion }),
    as: admin,
  });
  expect(deleted.status).toBe(303);
  const shirt = await aShirt(shop);
  orderId = (await aDeliveredOrder(shop, shopper, [[shirt, 1]])).id;
  await putInCart(shop, shopper, shirt);
});
afterAll(() => shop.dispose());

/** What people, screen readers, search engines and shared links get of a page, besides its typed values. */
function wordsOf(html: string): string {
  const read = [...html.matchAll(/\b(?:content|alt|title|aria-label|placeholder)="([^"]*)"/g)].map(
    ([, words]) => words,
  );
  // Texts that the owner has yet to write stand in their fields.
  return [textOf(html.replace(/<(textarea)[^>]*>[^<]*/g, "")), ...read].join(" | ");
}

/** The log tells what was deleted; the groups of words that mean the same are about the language of shoppers. */
const notAboutTheShop = new Set(["/admin/audit", "/admin/searches/synonyms"]);

/** Opens these pages and every page that they link to. Out: what stands where, for the forbidden words only. */
async function crawl(open: Ask, from: readonly string[], as?: Person) {
  const known = new Set(from);
  const found: string[] = [];
  for (const path of known) {
    const answer = await open(path, { as });
    const body = await answer.text();
    const isPage = answer.headers.get("Content-Type")?.includes("text/html");
    const words = isPage ? wordsOf(body) : body;
    if (/\.(xml|txt|webmanifest)$/.test(path) && answer.status !== 200)
      found.push(`${path}: ${answer.status}`);
    const word = new RegExp(`.{0,60}(?:${others.source}).{0,60}`, "i").exec(words)?.[0];
    if (word) found.push(`${path}: ${word}`);
    for (const [, link = ""] of body.matchAll(/href="(\/[^"#]*)"/g)) {
      const next = link.replaceAll("&amp;", "&");
      const isFile = /^\/(assets|media|fonts|icons)\//.test(next);
      const isFiltered = next.includes("?") && !next.startsWith("/auth");
      const isStaffOnly = next.startsWith("/admin") && !from.includes("/admin");
      if (!isFile && !isFiltered && !isStaffOnly && !next.endsWith(".pdf") && !notAboutTheShop.has(next))
        known.add(next);
    }
  }
  return { found, opened: known.size };
}

test("no page, feed or error of a visitor says anything of the shop that the software came with", async () => {
  const { found, opened } = await crawl(ask, [
    ...["/", "/shop", "/shop?q=shirt", "/shop?q=nothing+like+it", "/category/unknown", "/brand/unknown"],
    ...["/product/unknown", "/auth", "/auth?tab=signup", "/auth?tab=forgot", "/auth/link?token=x"],
    ...["/auth/owner?token=x", "/cart", "/wishlist", "/checkout", "/track", "/blog", "/blog/unknown", "/faq"],
    ...["/newsletter", "/unsubscribe/x", "/offline", "/nothing/here", "/manifest.webmanifest", "/robots.txt"],
    ...["/sitemap.xml", "/feeds/blog.xml", "/feeds/google.xml"],
  ]);
  expect(found).toEqual([]);
  expect(opened).toBeGreaterThan(45);
  // What it sells is the owner's choice.
  expect(await (await ask("/manifest.webmanifest")).text()).not.toContain("fashion");
});

test("a shop that has got no more than its name shows no words that were written for another", async () => {
  const named = await testShop();
  const { services } = named;
  const { version } = await currentSettings(services.db, ["shopName"]);
  await saveSettings(services, { actor: someStaff, changes: { shopName: name }, version });
  const open = await asking({ ...services, site: { ...services.site, mode: "live", publicUrl: null } });
  const texts = await Promise.all(
    ["/", "/about", "/auth", "/manifest.webmanifest", "/blog"].map(async (path) => {
      const words = wordsOf(await (await open(path)).text());
      expect(words, path).toContain(name);
      // One of the six collections that every shop begins with.
      return [path, others.exec(words.replaceAll("Students", ""))?.[0]];
    }),
  );
  expect(texts.filter(([, word]) => word !== undefined)).toEqual([]);
  await named.dispose();
});

test("no page of a customer does", async () => {
  const tabs = ["addresses", "security", "notifications", "orders", "wishlist"].map(
    (tab) => `/profile?tab=${tab}`,
  );
  const own = ["/cart", "/wishlist", "/checkout", "/orders", `/order/${orderId}`, `/track/${orderId}`];
  const { found } = await crawl(ask, ["/profile", ...tabs, ...own], shopper);
  expect(found).toEqual([]);
});

test("no page of the back office does", async () => {
  const parts = ["shop", "policy", "contact", "legal", "messages", "founders"];
  const { found, opened } = await crawl(
    office,
    ["/admin", "/admin/content/articles/new", ...parts.map((part) => `/admin/settings?part=${part}`)],
    admin,
  );
  expect(found).toEqual([]);
  expect(opened).toBeGreaterThan(40);
});

test("documents name the shop and nothing else", async () => {
  const file = await ask(`/orders/${orderId}/document.pdf`, { as: shopper });
  const text = (await pagesOf(new Uint8Array(await file.arrayBuffer()))).join(" ");
  expect(text).toContain(name);
  expect(text).not.toMatch(others);
});

test.each(["/cart", "/wishlist", "/checkout", "/orders", "/profile", "/profile?tab=security"])(
  "%s of a customer names the shop",
  async (path) => expect(await (await ask(path, { as: shopper })).text()).toContain(name),
);

test("an authenticator app lists its key under the shop's name", async () => {
  const begun = await ask("/profile?tab=security", {
    ...posted({ intent: "two-step-begin", password: shopper.password }),
    as: shopper,
  });
  const uri = /name="uri" value="([^"]+)"/.exec(await begun.text())?.[1];
  expect(uri).toMatch(/^otpauth:\/\/totp\/Quillmoor%20Threads:.*issuer=Quillmoor%20Threads/);
});

test("mails name the shop, in their subject, text, sender and picture", async () => {
  await ask("/newsletter", posted({ email: "reader@shop.example" }));
  await ask(
    "/auth?tab=signup",
    posted({
      intent: "sign-up",
      name: "Ira",
      email: "ira@shop.example",
      password: "a long enough one",
      phone: "",
    }),
  );
  await ask("/auth?tab=forgot", posted({ intent: "forgot", email: shopper.email }));
  await shop.runDue();
  const mails = shop.sentMail();
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails) {
    const { html, ...rest } = mail;
    const words = `${wordsOf(html ?? "")} ${JSON.stringify(rest)}`;
    expect(words).not.toMatch(others);
    expect(words).toContain(name);
  }
});

test("a packing slip names the shop as its sender, and nothing else", async () => {
  const html = await (await office(`/admin/orders/print?id=${orderId}`, { as: admin })).text();
  expect(wordsOf(html)).toContain(name);
  expect(wordsOf(html)).not.toMatch(others);
});

test("messages to phones name the shop: the code to log in, and an order", async () => {
  const { signIn, usersWith } = phoneVisits(shop, office);
  const mohan = await signIn("9811122298");
  const [user] = await usersWith("+919811122298");
  await putInCart(shop, { id: String(user?.id) }, await aShirt(shop));
  const fields = { name: "Mohan Das", phone: "9811122298", line1: "12, MG Road", line2: "" };
  const place = { postalCode: "560001", city: "Bengaluru", state: "Karnataka", method: "cod" };
  await office("/checkout", {
    ...posted({ ...fields, ...place, key: randomUUID(), intent: "place" }),
    as: mohan,
  });
  await shop.runDue();
  const sent = await keptMessages(shop.services);
  expect(sent.length).toBeGreaterThan(1);
  for (const { text } of sent) {
    expect(text).toContain(name);
    expect(text).not.toMatch(others);
  }
});
