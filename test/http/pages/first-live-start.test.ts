import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { firstStart } from "../../../server/first-start.server.ts";
import { readSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { pageFacts, readPage } from "../../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/** A live shop on its first day: migrated, without data, without Cashfree, Google and messages. */
let shop: TestShop;
let ask: Ask;
let office: Ask;
let owner: Person;
beforeAll(async () => {
  shop = await testShop();
  const { services } = shop;
  ask = await asking({
    ...services,
    site: { ...services.site, mode: "live", publicUrl: null },
    payments: { ...services.payments, online: undefined },
  });
  // A live shop asks staff for a second factor, which is not what is tested here.
  office = await asking(services);
  owner = await anAdmin(shop);
});
afterAll(() => shop.dispose());

const six = [
  ["students", "Student Collection"],
  ["girls", "Girls Fashion"],
  ["men", "Men's Wear"],
  ["women", "Women's Collection"],
  ["accessories", "Accessories"],
  ["footwear", "Footwear"],
] as const;

test("the first start of a live shop closes it; a shop that started before stays open", async () => {
  // Without accounts: those of tests are a demo's.
  const empty = await testShop();
  onTestFinished(() => empty.dispose());
  const { services } = empty;
  const live: typeof services = { ...services, site: { ...services.site, mode: "live" } };
  await firstStart(live);
  expect((await readSettings(services.db)).opening.isOpen).toBe(false);
  await services.db.execute(sql`delete from setting where key = 'opening'`);
  await firstStart(live);
  expect((await readSettings(services.db)).opening.isOpen).toBe(true);
});

test("an owner who tries the shop with a reserved address is no account of the demo: it starts again", async () => {
  const tried = await testShop();
  onTestFinished(() => tried.dispose());
  const { services } = tried;
  const live: typeof services = { ...services, site: { ...services.site, mode: "live" } };
  await firstStart(live);
  await aShopper(tried, { email: "meera@handlooms.test" });
  expect(await firstStart(live)).toBe(false);
  await aShopper(tried);
  await expect(firstStart(live)).rejects.toThrow(/accounts of the demo \(shopper-.*@campus\.test\)/);
});

test("home, header and footer have the six collections of the specification", async () => {
  const { status, html } = await readPage(ask, "/");
  expect(status).toBe(200);
  for (const [slug] of six) expect(html.split(`href="/category/${slug}"`).length).toBeGreaterThan(3);
});

test.each(six)("/category/%s has the title %s", async (slug, title) => {
  const { status, html } = await readPage(ask, `/category/${slug}`);
  expect(status).toBe(200);
  expect(html.replaceAll("&#x27;", "'")).toContain(`<h1>${title}</h1>`);
});

test.each([
  "/",
  "/about",
  "/contact",
  "/faq",
  "/terms-and-conditions",
  "/privacy-policy",
  "/refund-policy",
  "/auth",
])("%s shows nothing of the demo's seller", async (path) => {
  const { status, html } = await readPage(ask, path);
  expect(status).toBe(200);
  for (const words of [
    "New Delhi",
    "campusstyle.example",
    "10K+",
    "00000 00000",
    "Happy Students",
    "Grievance officer</h2>",
  ])
    expect(html).not.toContain(words);
  expect(html).not.toMatch(/Founders<|wa\.me|>null<|undefined/);
});

test("Health names what is not set of the seller", async () => {
  const page = textOf(await (await office("/admin/health", { as: owner })).text());
  expect(page).toMatch(/Not set, and shown nowhere: .*legal name, address, email, phone.*grievance officer/);
});

test("the first product gets a category that its form makes, and the same name again makes no second", async () => {
  const create = (name: string, newCategory: string) => {
    const body = new FormData();
    const fields = { name, newCategory, price: "1499", categoryId: "new:shoes", status: "draft" };
    for (const [field, value] of Object.entries({ ...fields, "variant.0.size": "8", "variant.0.stock": "3" }))
      body.set(field, value);
    const headers = { Origin: "http://shop.test", Host: "shop.test" };
    return office("/admin/products/new", { method: "POST", body, headers, as: owner });
  };
  expect((await create("Canvas Sneakers", "Sneakers")).status).toBe(303);
  expect((await create("Court Sneakers", "sneakers")).status).toBe(303);
  const without = await create("Nameless", " ");
  expect(await without.text()).toContain("Please write the name of the new category.");
  const { rows } = await shop.services.db.execute(sql`
    select c.name, c.slug, c.kind, count(p.id)::int as products
    from category c left join product p on p.category_id = c.id group by c.id`);
  expect(rows).toEqual([{ name: "Sneakers", slug: "sneakers", kind: "shoes", products: 2 }]);
});

test("nothing is promised that this shop does not offer: online payment without a gateway, WhatsApp without a number, free delivery for a fee", async () => {
  const shirt = await aShirt(shop);
  const page = (await readPage(ask, `/product/${shirt.slug}`)).text;
  expect(page).toContain("Cash on Delivery available");
  expect(page).not.toContain("Or pay online");
  const shopper = await aShopper(shop);
  await putInCart(shop, shopper, shirt);
  const cart = await readPage(ask, "/cart", { as: shopper });
  expect(cart.text).toContain("Proceed to Checkout");
  expect(cart.text).not.toContain("WhatsApp");
  for (const path of ["/faq", "/terms-and-conditions"])
    expect((await readPage(ask, path)).text, path).not.toContain("WhatsApp");
  await shop.services.db.execute(sql`
    insert into setting (key, value) values ('policy', ${JSON.stringify({ ...defaultSettings.policy, deliveryFee: 4900 })}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  // The built shop reads the settings again after five seconds. Whole milliseconds: with fractions, adding and
  // subtracting 5,000 may give a little less than 5,000.
  const running = Math.ceil(performance.now());
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(running + 5_000);
  for (const path of ["/shop", "/category/men", "/brand/test", `/product/${shirt.slug}`]) {
    const page = await readPage(ask, path);
    expect(pageFacts(page).description ?? "", path).not.toMatch(/free/i);
    expect(page.text, path).not.toMatch(/free/i);
  }
});
