import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { listProducts } from "./list-products.server.ts";
import { popularProducts } from "./popular.server.ts";
import { searchProducts } from "./search-products.server.ts";

const shop = await testShop({ seed: true });
const { services } = shop;
afterAll(shop.dispose);

const find = (q: string, more = "") =>
  searchProducts(services, readListing(new URLSearchParams(`${more}&q=${encodeURIComponent(q)}`)));
const names = async (q: string) => (await find(q)).listing.products.map(({ name }) => name.toLowerCase());
const categories = async (q: string) =>
  new Set((await find(q)).listing.products.map(({ category }) => category));

describe("a search", () => {
  test.each([
    ["kurat", "kurta"],
    ["sneekers", "sneakers"],
    ["hoddie", "hoodie"],
    ["shrit", "shirt"],
    ["jenas", "jeans"],
    ["backpak", "backpack"],
    ["wacth", "watch"],
    ["chapal", "chappal"],
    ["sunglases", "sunglasses"],
  ])("%s is corrected to %s, and the correction is reported", async (typed, correction) => {
    const { interpretation, listing } = await find(typed);
    expect(interpretation?.corrections).toEqual([{ typed, correction }]);
    expect(listing.count).toBe((await find(correction)).listing.count);
    expect(listing.count).toBeGreaterThan(0);
  });

  test.each([
    ["chappal", "Sandals & Slides"],
    ["चप्पल", "Sandals & Slides"],
    ["jhola", "Totes"],
    ["झोला", "Totes"],
    ["कुर्ता", "Kurtas"],
    ["kurti", "Kurtas"],
    ["ghadi", "Watches"],
    ["घड़ी", "Watches"],
    ["chashma", "Sunglasses"],
    ["mojari", "Juttis & Flats"],
    ["topi", "Caps & Hats"],
    ["t-shirt", "T-Shirts"],
    ["tee", "T-Shirts"],
    ["flip flops", "Sandals & Slides"],
    ["batua", "Wallets"],
    ["moze", "Socks"],
  ])("%s finds %s", async (word, category) => {
    expect(await categories(word)).toContain(category);
  });

  test("synonyms work in both directions, and products with the word itself come first", async () => {
    expect((await find("suti kurta")).listing.count).toBe((await find("cotton kurta")).listing.count);
    expect((await names("kurti"))[0]).toContain("kurti");
  });

  test("words match in any order, the last one also as a prefix, and the best match comes first", async () => {
    expect((await find("polo olive")).listing.count).toBe((await find("olive polo")).listing.count);
    expect((await find("olive backp")).listing.count).toBe((await find("olive backpack")).listing.count);
    for (const name of (await names("hoodi")).slice(0, 5)) expect(name).toContain("hoodie");
    expect((await names("denim jacket"))[0]).toMatch(/denim.*jacket/);
  });

  test.each([
    ["tops", "Tops"],
    ["shorts", "Shorts"],
    ["tie", "Ties & Hair Accessories"],
    ["slingbag", "Sling Bags"],
    ["sun glass", "Sunglasses"],
    ["back pack", "Backpacks"],
    ["t shirts", "T-Shirts"],
    ["wrist wach", "Watches"],
    ["sleepers", "Sandals & Slides"],
    ["earings", "Jewellery"],
    ["neckless", "Jewellery"],
    ["diwali kurta", "Kurtas"],
    ["party wear dress", "Dresses"],
    ["shaadi ke liye kurta", "Kurtas"],
    ["स्कूल बैग", "Backpacks"],
    ["best quality leather wallet", "Wallets"],
    ["jhumkas", "Jewellery"],
    ["small sling bag", "Sling Bags"],
    ["denimjacket", "Jackets & Layers"],
    ["wedding shoes", "Juttis & Flats"],
    ["light blue jeans", "Jeans"],
    ["dark green kurta", "Kurtas"],
  ])("%s finds only products of %s", async (text, category) => {
    expect(await categories(text)).toEqual(new Set([category]));
  });

  test.each([
    ["saree", ["saree"], "Kurtas"],
    ["smart watch", ["smart watch"], "Watches"],
    ["bridal lehenga", ["lehenga"], "Long skirts"],
    ["raincoat for men", ["raincoat"], "Jackets"],
    ["leggings", ["leggings"], "Palazzos"],
    ["puma", ["puma"], null],
    ["titan", ["titan"], null],
    ["zara kurta", ["zara"], null],
    ["umbrella", ["umbrella"], "Caps"],
    ["book", ["book"], "Totes"],
    ["hp laptop", ["hp", "laptop"], null],
  ])(
    "%s is not corrected to another word: the missing words and similar types are reported",
    async (text, absent, similar) => {
      const { listing, interpretation, alternatives } = await find(text);
      expect(listing.count).toBe(0);
      expect(interpretation?.corrections ?? []).toEqual([]);
      expect(alternatives?.absent).toEqual(absent);
      if (similar === null) expect(alternatives?.similar).toEqual([]);
      else {
        expect(alternatives?.similar.map(({ name }) => name)).toContain(similar);
        expect(alternatives?.products.length).toBeGreaterThan(0);
      }
    },
  );

  test("the similar types of what is not sold share the products shown instead", async () => {
    const { alternatives } = await find("saree");
    expect(alternatives?.products.map(({ category }) => category)).toEqual([
      ...["Kurtas", "Kurtas", "Kurtas"],
      ...["Scarves & Dupattas", "Scarves & Dupattas", "Scarves & Dupattas"],
      ...["Skirts", "Skirts"],
    ]);
  });

  test("a type's own category comes first, and words such as diwali, cheap or wife set a filter or sort order", async () => {
    expect((await find("tshirt")).listing.products.every(({ category }) => category === "T-Shirts")).toBe(
      true,
    );
    expect((await find("tshirt")).listing.facets.categories.map(({ label }) => label)).toContain(
      "Polos & Henleys",
    );
    const festive = (await find("diwali kurta")).interpretation?.filters;
    expect(festive).toEqual(["Festive"]);
    expect((await find("cheap backpack")).query.sort).toBe("price-asc");
    expect((await find("gift for wife")).query).toMatchObject({ collection: "women", text: "gift" });
    expect((await find("gift for wife")).listing.count).toBeGreaterThan(100);
  });

  test("a search for a shade shows the picture of that shade", async () => {
    const { listing } = await find("mocha tee");
    expect(listing.products.find(({ slug }) => slug === "soft-washed-everyday-tee")).toMatchObject({
      shownColour: "Mocha",
    });
  });

  test("a corrected word is parsed like a typed one", async () => {
    const { query, interpretation } = await find("blak hoddie");
    expect(query).toMatchObject({ colours: ["black"], text: "hoodie" });
    expect(interpretation?.corrections).toEqual([
      { typed: "blak", correction: "black" },
      { typed: "hoddie", correction: "hoodie" },
    ]);
  });

  test("black tee under 900 size m is parsed as filters, and every result matches the price", async () => {
    const { query, interpretation, listing } = await find("black tee under 900 size m");
    expect(query).toMatchObject({ text: "tee", colours: ["black"], sizes: ["M"], to: 900_00 });
    expect(interpretation?.filters).toEqual(["Up to ₹900", "Size M", "Black"]);
    expect(listing.count).toBeGreaterThan(0);
    for (const { price } of listing.products) expect(price.paid).toBeLessThanOrEqual(900_00);
    const exactly = await find("black tee under 900 size m", "exact=1");
    expect(exactly.interpretation).toBeNull();
    expect(exactly.listing.count).toBe(0);
  });

  test.each([
    ["kurta not cotton", "kurta", "cotton kurta", "Without cotton"],
    ["shirt without collar", "shirt", "collar shirt", "Without collar"],
    ["shoes without laces", "shoes", "laces shoes", "Without laces"],
    ["shirt other than linen", "shirt", "linen shirt", "Without linen"],
  ])("%s leaves out what it names", async (q, all, left, said) => {
    const [found, whole, without] = [await find(q), await find(all), await find(left)];
    const shown = found.listing.products.map(({ id }) => id);
    const isLeft = new Set(without.listing.products.map(({ id }) => id));
    expect(shown.filter((id) => isLeft.has(id))).toEqual([]);
    expect(found.listing.count).toBeGreaterThan(0);
    expect(found.listing.count).toBeLessThan(whole.listing.count);
    expect(found.interpretation?.filters).toEqual([said]);
    expect((await find(found.query.text)).listing.count).toBe(found.listing.count);
  });

  test("a search without results names what to leave out, and shows the results without it", async () => {
    const { listing, relaxed } = await find("leather wallet size xxl");
    expect(listing.count).toBe(0);
    expect(relaxed?.without).toEqual(["Size XXL"]);
    expect(relaxed?.count).toBeGreaterThan(0);
    expect(relaxed?.products.length).toBeGreaterThan(0);
    expect((await find("denim zzzzyx")).relaxed?.without).toEqual(["“zzzzyx”"]);
    expect((await find("qqqqq")).relaxed).toBeNull();
  });

  test.each([
    ["%"],
    ["_"],
    ["\\"],
    ["'; drop table product; --"],
    [":*"],
    ["kurta | !"],
    ["🧥👟"],
    ["قميص"],
    ["a ".repeat(50)],
  ])("hostile text %s is treated as plain text", async (text) => {
    const { listing } = await find(text);
    expect(listing.products.length).toBeLessThanOrEqual(12);
    if (!/[a-z]/.test(text)) expect(listing.count).toBe(0);
  });
});

test("beside an empty list are the ten categories with the most products in stock", async () => {
  const { categories } = await popularProducts(services);
  const inStock = await listProducts(services, readListing(new URLSearchParams("stock=1")), [], {
    categoriesOnly: true,
  });
  const counts = inStock.facets.categories.map(({ count }) => count).sort((one, other) => other - one);
  expect(categories.map(({ count }) => count)).toEqual(counts.slice(0, 10));
});

test("a synonym that staff add applies to searches", async () => {
  expect((await find("bindaas")).listing.count).toBe(0);
  await services.db.execute(sql`insert into search_synonym (words) values ('{bindaas,hoodie}')`);
  await expect
    .poll(async () => (await find("bindaas")).listing.count)
    .toBe((await find("hoodie")).listing.count);
});
