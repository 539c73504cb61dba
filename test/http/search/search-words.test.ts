import { afterAll, beforeAll, expect, test } from "vitest";
import { listSynonyms } from "../../../shop/search/text/edit-synonyms.server.ts";
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

const open = async (path: string) => textOf(await (await ask(path, { as: admin })).text());
const send = (path: string, fields: Record<string, string>) => ask(path, { ...posted(fields), as: admin });
const found = async (q: string) => {
  const text = await open(`/shop?${new URLSearchParams({ q })}`);
  return /(\d+) products?/.exec(text.slice(text.search(/(Search|No|1) results? for/)))?.[1];
};

test("staff add a synonym for a search without results, after a preview of what it would find", async () => {
  const before = await open("/admin/searches/answer?q=angrakha");
  expect(before).toContain("“angrakha” finds 0 products");
  expect(before).toContain("The shop has nothing called “angrakha”");
  const looked = await open("/admin/searches/answer?q=angrakha&as=kurta");
  expect(looked).toContain("“kurta” finds 36 products");
  expect(await found("angrakha")).toBe("0");
  const saved = await send("/admin/searches/answer?q=angrakha", {
    intent: "synonym",
    q: "angrakha",
    as: "kurta",
  });
  expect(saved.status).toBe(200);
  await expect.poll(() => found("angrakha")).toBe("36");
  expect((await listSynonyms(shop.services)).map(({ words }) => words.join())).toContain("angrakha,kurta");
});

test("a search redirects to a page until that is removed; other hosts and the back office are refused", async () => {
  const at = "/admin/searches/answer?q=return policy";
  for (const path of [
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "/admin",
    "",
    "javascript:alert(1)",
  ]) {
    const refused = await send(at, { intent: "redirect", q: "return policy", path });
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain("The path of a page of this shop");
  }
  expect((await send(at, { intent: "redirect", q: "Return  Policy", path: "/returns" })).status).toBe(200);
  await expect
    .poll(async () => (await ask("/shop?q=return+policy")).headers.get("Location"))
    .toBe("/returns");
  expect((await ask("/shop?q=return+policy&exact=1")).status).toBe(200);
  await send("/admin/searches/synonyms", { intent: "remove-redirect", id: "return policy" });
  await expect.poll(async () => (await ask("/shop?q=return+policy")).status).toBe(200);
});

test("a one-way synonym expands a search, and not the other way round", async () => {
  expect(await found("bihu kurta")).toBe("0");
  await send("/admin/searches/synonyms", { words: "bihu", expandsTo: "festive, leheriya" });
  await expect.poll(() => found("bihu kurta")).not.toBe("0");
  expect(await open("/shop?q=bihu+kurta")).toContain("Understood as Festive");
  expect(await open("/shop?q=festive+kurta")).not.toContain("bihu");
});

test("a product type is created, found by its words, refused as part of itself, and deleted", async () => {
  const type = {
    name: "Ghungroos",
    words: "ghungroo, घुंघरू",
    parent: "Jewellery",
    // Kurtas have the word in their names, but are no jewellery.
    nameWords: "jhumka, kurta",
    similarTypes: "Bangles",
    complementaryTypes: "Kurtas, Dupattas",
  };
  expect(await found("ghungroo")).toBe("0");
  const made = await send("/admin/searches/types/new", type);
  expect([made.status, made.headers.get("Location")]).toEqual([303, "/admin/searches/types"]);
  await expect.poll(() => found("घुंघरू")).toBe("4");
  expect(await open("/admin/searches/types?q=ghung")).toContain("Ghungroos");

  const ghungroos = await (await ask("/admin/searches/types/Ghungroos", { as: admin })).text();
  expect(ghungroos).toMatch(/<textarea[^>]*name="complementaryTypes"[^>]*>Kurtas, Dupattas</);
  expect(ghungroos).toMatch(/<option[^>]* selected=""[^>]*>Jewellery</);

  const shown = /name="version" value="([^"]*)"/.exec(ghungroos)?.[1] ?? "";
  const changed = { ...type, words: "ghungroo", version: shown };
  expect((await send("/admin/searches/types/Ghungroos", changed)).status).toBe(303);
  await expect.poll(() => found("घुंघरू")).toBe("0");
  expect(await open("/admin/audit")).toMatch(
    /changed the words of the product type “Ghungroos” .* added the product type “Ghungroos”/,
  );

  const again = await send("/admin/searches/types/new", type);
  expect(textOf(await again.text())).toContain("There is already a product type of this name.");
  const jewellery = "/admin/searches/types/Jewellery";
  const html = await (await ask(jewellery, { as: admin })).text();
  const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const wider = /<select[^>]*name="parent".*?<\/select>/s.exec(html)?.[0] ?? "";
  expect([wider.includes("Kurtas"), wider.includes("Ghungroos")], "not part of what is part of it").toEqual([
    true,
    false,
  ]);
  const circle = await send(jewellery, { name: "Jewellery", words: "gehne", parent: "Ghungroos", version });
  expect(circle.status).toBe(400);
  expect(textOf(await circle.text())).toContain("This type is itself part of the one that is edited.");
  const stale = await send(jewellery, {
    name: "Jewellery",
    words: "gehne",
    version: "2020-01-01T00:00:00.000Z",
  });
  expect(stale.status).toBe(409);

  await send("/admin/searches/types/Ghungroos", { intent: "delete" });
  await expect.poll(() => found("ghungroo")).toBe("0");
});

test("a search for what the shop does not sell says so and labels similar products", async () => {
  const text = textOf(await (await ask("/shop?q=saree")).text());
  for (const said of [
    "No products found",
    "We do not have “saree”",
    "Instead of “saree”",
    "Kurtas (",
    "Dupattas (",
  ])
    expect(text).toContain(said);
  expect(text).not.toContain("Showing results for");
});

test("a colour that shoppers do not want is left out, and named in one filter to remove", async () => {
  const [all, red, others] = [await found("kurta"), await found("red kurta"), await found("kurta not red")];
  expect([Number(red) > 0, Number(others)]).toEqual([true, Number(all) - Number(red)]);
  const text = await open("/shop?q=kurta+not+red");
  expect(text).toMatch(/“kurta” (Remove filter )?Not red (Remove filter )?Clear all/);
  expect(text).toMatch(/Filters ?\( ?1 ?\)/);
});

test("a question in the search leads to its page, above the products", async () => {
  for (const [q, to, title] of [
    ["return policy", "/refund-policy", "Returns and refunds"],
    ["track my order", "/track", "Track your order"],
    ["size chart", "/faq#size", "Sizes"],
    ["coupon", "/cart", "Coupons"],
    ["paisa wapas", "/refund-policy", "Returns and refunds"],
  ]) {
    const html = await (await ask(`/shop?${new URLSearchParams({ q: q ?? "" })}`)).text();
    expect(html, q).toContain(`<a class="link" href="${to}"`);
    const [beforeProducts = ""] = html.split('class="listing"');
    expect(beforeProducts, q).toContain(`<b>${title}</b>`);
    // A question that no product answers gets no "nothing found" below its answer.
    if (q === "paisa wapas") expect(textOf(html)).not.toContain("No products found");
  }
  expect(await (await ask("/shop?q=kurta")).text()).not.toContain('aria-label="Help"');
});
