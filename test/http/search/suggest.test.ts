import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

async function suggested(q: string) {
  const answer = await ask(`/functions/suggest?${new URLSearchParams({ q })}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=60");
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(answer.headers.get("Content-Type")).toContain("application/json");
  return answer.json();
}
const words = (name: { text: string }[]) => name.map(({ text }) => text).join("");

describe("suggestions", () => {
  test("list products with picture and price, and their categories", async () => {
    const { products, categories, count, meant } = await suggested("kur");
    expect(products).toHaveLength(5);
    expect(count).toBeGreaterThan(5);
    expect(meant).toBeNull();
    expect(categories[0].slug).toBe("kurtas");
    for (const { name, paid, picture } of products) {
      expect(words(name)).toMatch(/kur/i);
      expect(name.some(({ marked }: { marked: boolean }) => marked)).toBe(true);
      expect(paid).toMatch(/^₹[\d,]+/);
      expect((await ask(picture)).status).toBe(200);
    }
  });

  test("correct a misspelt word, and find collections by their name", async () => {
    expect((await suggested("kurat")).meant).toBe("kurta");
    expect((await suggested("wom")).collections).toEqual([expect.objectContaining({ slug: "women" })]);
  });

  test("include others' searches only if made in several hours and with results", async () => {
    const log = (query: string, hour: number, results = 3) =>
      shop.services.db.execute(sql`insert into search_log (query, results, at)
        values (${query}, ${results}, ${`2026-11-20T${String(hour).padStart(2, "0")}:10:00Z`})`);
    for (const hour of [1, 2, 3]) await log("kurta for diwali", hour);
    for (let times = 0; times < 9; times++) await log("kurta of ravi", 5);
    for (const hour of [1, 2, 3]) await log("kurta nowhere", hour, 0);
    expect((await suggested("kurta")).searches).toEqual(["kurta for diwali"]);
    expect((await suggested("%")).searches).toEqual([]);
  });

  test("list matching types and brands with counts, and others' searches for an empty text", async () => {
    const { types } = await suggested("jhu");
    expect(
      types.map(({ name, count }: { name: { text: string }[]; count: number }) => [words(name), count]),
    ).toEqual([["Jhumkas", 4]]);
    const begun = await suggested("ear");
    expect(begun.types[0]).toMatchObject({ q: "earrings", count: 8 });
    expect([begun.products.length, begun.count]).toEqual([5, 8]);
    expect((await suggested("chap")).types[0]).toMatchObject({ q: "sandals", count: 24 });
    expect((await suggested("quad")).brands).toEqual([
      expect.objectContaining({ brand: "Quadfolk", count: 19 }),
    ]);
    const { searches, products } = await suggested("");
    expect([searches, products]).toEqual([["kurta for diwali"], []]);
  });

  test.each([
    ["one letter", "k"],
    ["emoji", "🧥🧥"],
    ["wildcards", "%%"],
  ])("suggest nothing for %s", async (_, q) => {
    const { products, searches, categories } = await suggested(q);
    expect([products, searches, categories]).toEqual([[], [], []]);
  });

  test.each([
    ["markup", "<script>alert(1)</script>"],
    ["SQL", "'; drop table product; --"],
    ["query words", "kurta & | ! :* <->"],
    ["NUL", "ku\u0000rta"],
    ["a lone surrogate", "ku\ud800"],
    ["very long", "kurta ".repeat(2_000)],
  ])("cause no error for hostile text (%s)", async (_, q) => {
    const { products } = await suggested(q);
    expect(products.length).toBeLessThanOrEqual(5);
  });

  test("refuse a POST", async () => {
    const answer = await ask("/functions/suggest", { method: "POST", body: "q=kurta" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

test("cards are returned for known product ids, in the requested order", async () => {
  const { rows } = await shop.services.db.execute(sql`select id from product order by slug limit 2`);
  const [one, two] = rows.map(({ id }) => String(id));
  const answer = await ask(`/functions/cards?id=${two}&id=nonsense&id=${one}&id=${two}`);
  const cards: { id: string }[] = await answer.json();
  expect(cards.map(({ id }) => id)).toEqual([two, one]);
});

test("a search without results offers relaxed filters, the shop and popular products", async () => {
  const shown = textOf(await (await ask("/shop?q=leather+wallet+size+xxl")).text());
  for (const said of [
    "No products found",
    "in other sizes",
    "Browse the shop",
    "Popular now",
    "Understood as",
  ])
    expect(shown).toContain(said);
});

test.each([
  ["kurat", /<mark>Kurta<\/mark>/],
  ["black shirt", /<mark>Shirt<\/mark>/],
  ["joota", /<mark>(Shoe|Sneaker)s?<\/mark>/],
])("the list for %s highlights the matched words", async (q, mark) => {
  const answer = await ask(`/shop?${new URLSearchParams({ q })}`);
  expect(await answer.text()).toMatch(mark);
  expect(await (await ask("/shop")).text()).not.toContain("<mark>");
});
