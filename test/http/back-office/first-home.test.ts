import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClosed } from "../../../shop/settings/opening.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

/** A live shop on its first day, without a product. */
let shop: TestShop;
let ask: Ask;
let office: Ask;
let owner: Person;
beforeAll(async () => {
  shop = await testShop();
  const { services } = shop;
  ask = await asking({ ...services, site: { ...services.site, mode: "live", publicUrl: null } });
  // A live shop asks staff for a second factor, which is not what is tested here.
  office = await asking(services);
  owner = await anAdmin(shop);
});
afterAll(() => shop.dispose());

const main = (html: string) => textOf(html.slice(html.indexOf("<main"), html.indexOf("</main>"))).trim();
const visit = async (path: string) => {
  const answer = await ask(path);
  return { status: answer.status, html: await answer.text() };
};
async function publish(path: string, fields: Record<string, string>) {
  const form = await (await office(path, { as: owner })).text();
  const version = /name="version" value="([^"]*)"/.exec(form)?.[1] ?? "";
  const { status, headers } = await office(path, { ...posted({ version, ...fields }), as: owner });
  return [status, /flash=(\w+)/.exec(headers.getSetCookie().join())?.[1]];
}

test("an empty list and an empty cart have no headings without products below them", async () => {
  expect(main((await visit("/shop")).html)).toMatch(/No products found Try adjusting .* filters$/);
  const cart = await (await office("/cart", { as: owner })).text();
  expect(main(cart)).toMatch(/Your cart is empty Add some products to get started Continue Shopping$/);
});

test("without products and pictures nothing empty is drawn: no tiles, no row, no picture, no number", async () => {
  const { status, html } = await visit("/");
  expect(status).toBe(200);
  expect(main(html)).toMatch(/^Campus Style Redefined Discover trendy .* Shop Collection View Categories/);
  for (const words of ["Shop by Category", "Brands", "Happy"])
    expect(main(html).split("New Arrivals")[0]).not.toContain(words);
  expect(html).not.toMatch(/category-card|hero-picture|class="metrics/);
  expect(html).toMatch(/href="\/category"[^>]*>View Categories/);
});

test("a tab without products is drawn only when it is asked for", async () => {
  const { productId } = await aShirt(shop, { name: "First Tee" });
  const shown = async (path: string) => main((await visit(path)).html);
  await expect.poll(() => shown("/"), { timeout: 6_000 }).toContain("New Arrivals 1");
  const home = await shown("/");
  expect(home).not.toMatch(/Popular Products|Offer Zone/);
  expect(await shown("/?tab=offers")).toMatch(
    /New Arrivals 1 Offer Zone 0 No products found in this category yet\./,
  );
  await shop.services.db.execute(sql`update product set status = 'draft' where id = ${productId}`);
  await expect.poll(() => shown("/"), { timeout: 6_000 }).not.toContain("First Tee");
});

test("the owner's own description takes the place of the text that the shop came with", async () => {
  await shop.services.db.execute(sql`
    insert into setting (key, value) values ('description', '"Cotton from Kutch."')`);
  await expect
    .poll(async () => main((await visit("/")).html), { timeout: 6_000 })
    .toMatch(/^Campus Style Redefined Cotton from Kutch\./);
});

test("its owner publishes home and header while it is closed; visitors see both once it is open", async () => {
  await startClosed(shop.services.db);
  const hero = { "item.0.kind": "hero", "item.0.title": "Woven by hand", "item.0.text": "From Bhuj." };
  const text = { "item.1.kind": "text", "item.1.title": "Who we are", "item.1.body": "Two sisters." };
  const row = { "item.2.kind": "products", "item.2.title": "Fresh", "item.2.source": "new" };
  const own = { items: "0,1,2", ...hero, ...text, ...row, intent: "publish" };
  expect(await publish("/admin/content/home", own)).toEqual([303, "publishedWhileClosed"]);
  const link = { "item.0.kind": "link", "item.0.label": "Sarees", "item.0.to": "/shop" };
  expect((await publish("/admin/content/menus/header", { items: "0", ...link, intent: "publish" }))[0]).toBe(
    303,
  );
  expect((await visit("/")).status).toBe(503);
  await shop.services.db.execute(sql`delete from setting where key = 'opening'`);
  await expect
    .poll(async () => main((await visit("/")).html), { timeout: 6_000 })
    .toBe("Woven by hand From Bhuj. Who we are Two sisters.");
  expect((await visit("/faq")).html).toMatch(/<nav class="nav"[\s\S]*href="\/shop"[^>]*>Sarees/);
  await aShirt(shop);
  await expect
    .poll(async () => main((await visit("/")).html), { timeout: 6_000 })
    .toMatch(/^Woven by hand From Bhuj\. .*Fresh/);
  // How many there are is said from ten on.
  expect(main((await visit("/")).html)).not.toMatch(/\d\+? (Product|Brand)/);
  for (let made = 1; made < 10; made++) await aShirt(shop);
  await expect
    .poll(async () => main((await visit("/")).html), { timeout: 6_000 })
    .toMatch(/^Woven by hand From Bhuj\. 10\+ Products (?!\d)/);
});
