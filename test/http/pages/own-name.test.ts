import { afterAll, beforeAll, expect, test } from "vitest";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/** A live shop with a name of its own: the one that the software came with is nowhere. */
const name = "Quillmoor Threads";
const others = /Campus ?Style/i;

let shop: TestShop;
let ask: Ask;
let office: Ask;
let admin: Person;
let shopper: Person;
let product: string;
beforeAll(async () => {
  shop = await testShop();
  const { services } = shop;
  ask = await asking({ ...services, site: { ...services.site, mode: "live", publicUrl: null } });
  // A live shop asks staff for a second factor, which is not what is tested here.
  office = await asking(services);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop);
  const shirt = await aShirt(shop);
  product = shirt.slug;
  await putInCart(shop, shopper, shirt);
  const { settings, version } = await currentSettings(services.db, ["shopName", "tagline", "home"]);
  const home = { ...settings.home, title: `${name}, since 1998` };
  const changes = { shopName: name, tagline: `${name}, since 1998`, home };
  const saved = await saveSettings(services, {
    actor: { kind: "staff", id: admin.id, name: "Owner", permissions: new Set() },
    changes,
    version,
  });
  expect(saved.ok).toBe(true);
});
afterAll(() => shop.dispose());

const forVisitors = [
  ...["/", "/shop", "/category/women", "/category/unknown", "/brand/unknown", "/product/unknown"],
  ...[
    "/auth",
    "/auth?tab=signup",
    "/auth/link?token=x",
    "/auth/owner?token=x",
    "/cart",
    "/wishlist",
    "/checkout",
  ],
  ...[
    "/track",
    "/blog",
    "/blog/unknown",
    "/faq",
    "/about",
    "/contact",
    "/newsletter",
    "/unsubscribe/x",
    "/offline",
  ],
  ...["/terms-and-conditions", "/refund-policy", "/privacy-policy", "/cookie-policy", "/nothing/here"],
  ...["/manifest.webmanifest", "/robots.txt", "/sitemap.xml", "/feeds/blog.xml", "/feeds/products.xml"],
];

test.each(forVisitors)("%s", async (path) => {
  const answer = await ask(path);
  expect(answer.status).toBeLessThan(500);
  expect(await answer.text()).not.toMatch(others);
});

test.each(["/cart", "/wishlist", "/checkout", "/orders", "/profile", "/profile?tab=security"])(
  "%s of a customer",
  async (path) => {
    const html = await (await ask(path, { as: shopper })).text();
    expect(html).toContain(name);
    expect(html).not.toMatch(others);
  },
);

test("a product, its search and the blog's heading name the shop", async () => {
  for (const path of [`/product/${product}`, "/shop?q=shirt", "/blog"]) {
    const html = await (await ask(path)).text();
    expect(html).toContain(name);
    expect(html).not.toMatch(others);
  }
});

test.each(["/admin", "/admin/content/articles/new", "/admin/settings", "/admin/health", "/admin/import"])(
  "%s of the back office",
  async (path) => {
    const html = await (await office(path, { as: admin })).text();
    // Texts that the owner has yet to write stand in their fields.
    expect(html.replace(/<(textarea|input)[^>]*>[^<]*/g, "")).not.toMatch(others);
  },
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
    expect(JSON.stringify(mail)).not.toMatch(others);
    expect(JSON.stringify(mail)).toContain(name);
  }
});
