import { afterAll, beforeAll, expect, test } from "vitest";
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

const office = "/admin/collections/footwear";
const html = async (path: string) => (await ask(path, { as: admin })).text();
const namesIn = (page: string) =>
  [...page.matchAll(/<h3 class="name"><a[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name);
const shoppersSee = async () => namesIn(await (await ask("/category/footwear")).text());
const send = (intent: string, product: string) => ask(office, { ...posted({ intent, product }), as: admin });

/** The products of the office's list: ids by name, in its order. */
async function listed() {
  const page = await html(office);
  const rows = page.matchAll(/name="product" value="([^"]+)"[\s\S]*?aria-label="Bury: ([^"]*)"/g);
  return [...rows].map(([, id = "", name = ""]) => ({ id, name }));
}

test("staff pin a product to the top of a collection or bury it, and shoppers see it there", async () => {
  const before = await listed();
  expect(before.map(({ name }) => name)).toEqual(await shoppersSee());
  const [first, second, third] = [before[3], before[5], before[0]];
  if (!first || !second || !third) throw new Error("footwear has products");

  expect(await (await send("top", first.id)).text()).toContain("Pinned to the top");
  await send("top", second.id);
  await send("bury", third.id);
  await expect.poll(async () => (await shoppersSee()).slice(0, 2)).toEqual([second.name, first.name]);
  expect(await shoppersSee()).not.toContain(third.name);
  expect(textOf(await html(office))).toContain("Pinned, position 2");

  // Pinned once more it comes first; the others keep their order.
  await send("top", first.id);
  await expect.poll(async () => (await shoppersSee()).slice(0, 2)).toEqual([first.name, second.name]);

  for (const { id } of [first, second, third]) await send("back", id);
  await expect.poll(shoppersSee).toEqual(before.map(({ name }) => name));
  expect(await html("/admin/audit")).toContain("product.place");
});

test("a product outside the collection is refused, and an unknown collection answers 404", async () => {
  const refusedId = await send("top", "00000000-0000-4000-8000-000000000000");
  expect(refusedId.status).toBe(400);
  expect(await refusedId.text()).toContain("The product is no longer in this collection.");
  expect((await ask("/admin/collections/zeppelins", { as: admin })).status).toBe(404);
});
