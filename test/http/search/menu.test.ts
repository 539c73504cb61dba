import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

/** The categories of the menus of a page, as addresses: in the header, then in the phone's menu. */
const inMenus = async (path: string) =>
  [...(await (await ask(path)).text()).matchAll(/<details class="sub">.*?<\/details>/gs)].map(([menu]) =>
    [...menu.matchAll(/href="([^"]+)"/g)].map(([, address = ""]) => address),
  );

test("each collection's menu lists its categories in stock, which link to the filtered list", async () => {
  // A list waits for the product index; the menu of a page does not.
  await ask("/shop");
  const menus = await inMenus("/faq");
  const ofMen = menus.filter(([first]) => first?.startsWith("/category/men?"));
  expect(ofMen).toHaveLength(2);
  expect(ofMen[0]).toEqual(ofMen[1]);
  expect(ofMen[0]).toContain("/category/men?category=shirts");
  expect(Math.max(...menus.map((menu) => menu.length))).toBeLessThanOrEqual(8);
  for (const address of ofMen[0] ?? []) {
    const html = await (await ask(address)).text();
    expect(html).not.toContain("No products found");
    expect(html).toMatch(/Remove filter /);
  }
});

test("a category that is sold out leaves the menu within a minute", async () => {
  const address = "/category/men?category=shirts";
  await shop.services.db.execute(sql`
    update product set status = 'archived'
    where category_id in (select id from category where slug = 'shirts')`);
  await ask("/shop");
  expect((await inMenus("/faq")).flat()).toContain(address);
  shop.clock.forward(61_000);
  expect((await inMenus("/faq")).flat()).not.toContain(address);
});
