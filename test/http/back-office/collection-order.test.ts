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

const office = "/admin/collections/footwear/products";
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
  expect((await ask("/admin/collections/zeppelins/products", { as: admin })).status).toBe(404);
});

/** The form of a page that sorts a list: its items in their order, and its version. */
async function sortForm(path: string) {
  const page = await html(path);
  const values = (name: string) =>
    [...page.matchAll(new RegExp(`name="item\\.\\d+\\.${name}" value="([^"]*)"`, "g"))].map(
      ([, value = ""]) => value,
    );
  const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? "";
  return { keys: values("kind"), names: values("name"), version };
}

const sorted = (keys: readonly string[], version: string) =>
  posted({
    version,
    items: keys.map((_, at) => at).join(","),
    ...Object.fromEntries(keys.map((key, at) => [`item.${at}.kind`, key])),
  });

test("staff sort the pinned products, the collections, the categories and the size scales, and shoppers see the order", async () => {
  const [one, two] = await listed();
  if (!one || !two) throw new Error("footwear has products");
  for (const { id } of [one, two]) await send("top", id);
  await expect.poll(async () => (await shoppersSee()).slice(0, 2)).toEqual([two.name, one.name]);
  const path = "/admin/collections/footwear/sort";
  const pinned = await sortForm(path);
  expect(pinned.keys).toEqual([two.id, one.id]);
  const form = sorted(pinned.keys.toReversed(), pinned.version);
  expect((await ask(path, { ...form, as: admin })).headers.get("Location")).toBe(office);
  await expect.poll(async () => (await shoppersSee()).slice(0, 2)).toEqual([one.name, two.name]);

  const before = await sortForm("/admin/collections/sort");
  const collections = before.keys.toReversed();
  const saved = await ask("/admin/collections/sort", { ...sorted(collections, before.version), as: admin });
  expect(saved.headers.get("Location")).toBe("/admin/collections");
  expect((await sortForm("/admin/collections/sort")).keys).toEqual(collections);
  const onHome = async () => [
    ...new Set((await (await ask("/")).text()).match(/href="\/category\/[a-z-]+"/g) ?? []),
  ];
  await expect
    .poll(async () => {
      const links = await onHome();
      const place = (slug: string) => links.indexOf(`href="/category/${slug}"`);
      return place("footwear") > -1 && place("footwear") < place("men");
    })
    .toBe(collections.indexOf("footwear") < collections.indexOf("men"));

  const categories = await sortForm("/admin/categories/sort");
  const moved = categories.keys.toSpliced(0, 1).concat(categories.keys.slice(0, 1));
  await ask("/admin/categories/sort", { ...sorted(moved, categories.version), as: admin });
  expect((await sortForm("/admin/categories/sort")).names.at(-1)).toBe(categories.names[0]);

  const sizes = "/admin/sizes/sort";
  const scales = await sortForm(sizes);
  await ask("/admin/sizes/new", { ...posted({ name: "Sort", sizes: "One\nTwo" }), as: admin });
  const stale = await ask(sizes, { ...sorted(scales.keys.toReversed(), scales.version), as: admin });
  expect(stale.status).toBe(409);
  const longer = await sortForm(sizes);
  expect(longer.names, "a new scale is the last one").toEqual([...scales.names, "Sort"]);
  await ask(sizes, { ...sorted(longer.keys.toReversed(), longer.version), as: admin });
  expect((await sortForm(sizes)).names[0]).toBe("Sort");
  expect(await html("/admin/audit")).toContain("category.sort");
});

test("a list that somebody else has sorted, or an order that lacks a row, is refused; nothing is half sorted", async () => {
  const path = "/admin/collections/sort";
  const { keys, version } = await sortForm(path);
  for (const [order, at] of [
    [keys.slice(1), version],
    [[...keys.slice(1), "zeppelins"], version],
    [[...keys.slice(1), keys[1] ?? ""], version],
    [keys.toReversed(), "0000000000000000"],
    [[], ""],
  ] as const) {
    const answer = await ask(path, { ...sorted(order, at), as: admin });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("changed")]);
  }
  expect((await sortForm(path)).keys).toEqual(keys);
  // Without scripts a button moves a row, and nothing is saved yet.
  const form = { items: "0,1", "item.0.kind": "a", "item.1.kind": "b", arrange: "down 0", version };
  const arranged = await (await ask(path, { ...posted(form), as: admin })).text();
  expect(arranged).toMatch(/name="items"[^>]*value="1,0"|value="1,0"[^>]*name="items"/);
});
