import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { listAll } from "../../test/support/listing/list-all.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { listingPageSize, type ProductSummary } from "../catalogue/catalogue.ts";

const shop = await testShop({ seed: true });
const { services, clock } = shop;
afterAll(shop.dispose);

const seeded = "2026-11-21T06:00:00Z";
beforeEach(() => clock.set(seeded));

const list = (address: string, path?: string) => listAll(services, address, path);
const all = async (address: string) => (await list(`${address}&page=1000`)).products;
const countOf = async (address: string) => (await list(address)).count;
const paid = (products: ProductSummary[]) => products.map(({ price }) => price.paid);
const inOrder = (values: number[]) => values.toSorted((one, other) => one - other);

describe("a repeated list", () => {
  const facetsOf = async (address: string) => (await list(address)).facets;

  test("has the same facets object until the query or a product changes", async () => {
    const before = await facetsOf("category=men");
    expect(await facetsOf("category=men")).toBe(before);
    expect(await facetsOf("category=men&sort=newest")).not.toBe(before);
    await services.db.execute(sql`update product set name = name || ' New' where slug = 'tan-moccasins'`);
    const after = await facetsOf("category=men");
    expect(after).not.toBe(before);
    await services.db.execute(sql`update product set name = 'Tan Moccasins' where slug = 'tan-moccasins'`);
    expect(after).toEqual(before);
  });

  test("has current prices: an offer applies from its start to its end", async () => {
    const cheap = async () => countOf("price=0-500");
    clock.set("2028-01-01T00:00:00Z");
    const without = await cheap();
    const { rows } = await services.db.execute(sql`
      insert into offer (title, discount_percent, valid_from, valid_to)
      values ('Half', 50, '2028-02-01T00:00:00Z', '2028-02-02T00:00:00Z') returning id`);
    await services.db.execute(sql`insert into offer_product (offer_id, product_id)
      select ${rows[0]?.id}, id from product where price between 60000 and 90000`);
    expect(await cheap()).toBe(without);
    clock.set("2028-02-01T12:00:00Z");
    expect(await cheap()).toBeGreaterThan(without);
    clock.set("2028-02-03T00:00:00Z");
    expect(await cheap()).toBe(without);
    await services.db.execute(sql`delete from offer where title = 'Half'`);
  });
});

describe("counts of the demo catalogue", () => {
  test.each([
    ["students", 230],
    ["girls", 329],
    ["men", 329],
    ["women", 445],
    ["accessories", 184],
    ["footwear", 90],
  ])("%s has %i products, by query and by path", async (slug, count) => {
    expect(await countOf(`category=${slug}`)).toBe(count);
    expect((await list("", slug)).count).toBe(count);
  });

  test("price bands count by the plain price on a day without offers", async () => {
    clock.set("2028-01-01T00:00:00Z");
    const { facets } = await list("");
    expect(facets.bands.map(({ count }) => count)).toEqual([131, 218, 192, 60]);
  });

  test("a price on the boundary of two bands is found and counted in both", async () => {
    clock.set("2028-01-01T00:00:00Z");
    const price = (paise: number) =>
      services.db.execute(sql`update product set price = ${paise} where slug = 'tan-moccasins'`);
    const { rows } = await services.db.execute(sql`select price from product where slug = 'tan-moccasins'`);
    for (const [boundary, bands] of [
      [500_00, ["0-500", "500-1000"]],
      [499_99, ["0-500"]],
      [500_01, ["500-1000"]],
    ] as const) {
      await price(boundary);
      const { facets } = await list("q=tan+moccasins");
      const counted = facets.bands.filter(({ count }) => count > 0).map(({ value }) => value);
      const found: string[] = [];
      for (const { value } of facets.bands)
        if ((await all(`q=tan+moccasins&price=${value}`)).some(({ slug }) => slug === "tan-moccasins"))
          found.push(value);
      expect(counted).toEqual(expect.arrayContaining([...bands]));
      expect(found, String(boundary)).toEqual(bands);
    }
    await price(Number(rows[0]?.price));
  });

  test("a price band finds as many products as its facet counts, by current prices", async () => {
    const { facets } = await list("");
    for (const { value, count } of facets.bands) expect(await countOf(`price=${value}`)).toBe(count);
    for (const price of paid(await all("price=500-1000"))) {
      expect(price).toBeGreaterThanOrEqual(500_00);
      expect(price).toBeLessThanOrEqual(1000_00);
    }
  });
});

describe("offers", () => {
  test("a list sorted by price is in the order of the prices on its cards", async () => {
    const products = await all("sort=price-asc");
    expect(products).toHaveLength(601);
    expect(paid(products)).toEqual(inOrder(paid(products)));
    expect(paid(await all("sort=price-desc"))).toEqual(inOrder(paid(products)).toReversed());
    const bands = await Promise.all(
      ["0-500", "500-1000", "1000-2000", "2000"].map((band) => all(`price=${band}`)),
    );
    expect(bands.flat().length).toBe(601);
  });

  test("an offer lowers the price only while it runs", async () => {
    const priceOn = async (day: string) => {
      clock.set(day);
      return (await list("q=oat+button+cardigan")).products[0]?.price;
    };
    expect(await priceOn(seeded)).toEqual({ paid: 1439_00, struck: 1799_00, percentOff: 20 });
    const plain = { paid: 1799_00, struck: null, percentOff: null };
    expect(await priceOn("2026-11-01T00:00:00Z")).toEqual(plain);
    expect(await priceOn("2027-03-01T00:00:00Z")).toEqual(plain);
  });
});

describe("sort orders", () => {
  const names = (products: ProductSummary[]) => products.map(({ name }) => name.toLowerCase());

  test("recommended is the default: sold-out products come last, and neighbours rarely have the same brand", async () => {
    const products = await all("");
    const soldOut = products.map(({ stock }) => stock === 0);
    expect(soldOut.indexOf(true)).toBeGreaterThan(0);
    expect(soldOut.slice(soldOut.indexOf(true)).every(Boolean)).toBe(true);
    const alike = products.slice(1, 96).filter(({ brand }, at) => brand === products[at]?.brand);
    expect(alike.length).toBeLessThan(5);
  });

  test("by name", async () => {
    const products = await all("sort=name");
    expect(names(products)).toEqual(names(products).toSorted());
  });

  test("by rating, unrated last", async () => {
    const ratings = (await all("sort=rating")).map(({ rating }) => rating ?? 0);
    expect(ratings).toEqual(ratings.toSorted((one, other) => other - one));
    expect(ratings[0]).toBe(5);
    expect(ratings.at(-1)).toBe(0);
  });

  test("pages are cumulative and stable", async () => {
    const first = await list("sort=rating");
    const second = await list("sort=rating&page=2");
    expect(first.products).toHaveLength(listingPageSize);
    expect(second.products).toHaveLength(2 * listingPageSize);
    expect(second.products.slice(0, listingPageSize)).toEqual(first.products);
    expect(first.pages).toBe(51);
  });

  test("a page beyond the last one shows the last one", async () => {
    const { page, pages, products } = await list("category=footwear&page=900");
    expect({ page, pages, shown: products.length }).toEqual({ page: 8, pages: 8, shown: 90 });
  });
});

describe("filters", () => {
  test("values of one filter are combined with OR, different filters with AND", async () => {
    const jeans = await countOf("category=jeans");
    const skirts = await countOf("category=skirts");
    expect(await countOf("category=jeans&category=skirts")).toBe(jeans + skirts);
    const both = await all("category=jeans&category=skirts&price=1000-2000");
    expect(both.length).toBeGreaterThan(0);
    for (const { category, price } of both) {
      expect(["Jeans", "Skirts"]).toContain(category);
      expect(price.paid).toBeGreaterThanOrEqual(1000_00);
    }
  });

  test("the filters for size, colour and stock must match one and the same variant", async () => {
    const wanted = await countOf("q=pocket+logo+essential&size=S&stock=1");
    expect(wanted).toBe(0);
    expect(await countOf("q=pocket+logo+essential&size=M&colour=blue&stock=1")).toBe(1);
    await services.db.execute(sql`update variant set reserved = stock where sku = 'RAN4088-NAV-M'`);
    expect(await countOf("q=pocket+logo+essential&size=M&colour=blue&stock=1")).toBe(0);
    expect(await countOf("q=pocket+logo+essential&size=M&stock=1")).toBe(1);
    await services.db.execute(sql`update variant set reserved = 0 where sku = 'RAN4088-NAV-M'`);
  });

  test("the stock filter omits the 36 sold-out products, and the rating filter lower ratings", async () => {
    expect(await countOf("stock=1")).toBe(601 - 36);
    for (const { rating } of await all("rating=4")) expect(rating).toBeGreaterThanOrEqual(4);
  });

  test("a facet's count is the number of results if the value is chosen, apart from others of its group", async () => {
    const chosen = "category=women&price=500-1000&size=M&colour=blue";
    const { facets } = await list(chosen);
    for (const [name, values] of [
      ["category", facets.categories],
      ["price", facets.bands],
      ["size", facets.sizes],
      ["colour", facets.colours],
    ] as const) {
      const others = new URLSearchParams(chosen);
      others.delete(name);
      if (name === "category") others.append("category", "women");
      for (const { value, count } of values.slice(0, 4)) {
        const params = new URLSearchParams(others);
        params.append(name, value);
        expect([name, value, await countOf(params.toString())]).toEqual([name, value, count]);
      }
    }
  });

  test("a facet offers no value without results, except one that is chosen", async () => {
    const { facets, count } = await list("category=watches&size=XXL");
    expect(count).toBe(0);
    expect(facets.sizes).toEqual([{ value: "XXL", label: "XXL", count: 0 }]);
    expect(facets.colours).toEqual([]);
    expect((await list("category=watches")).facets.sizes).toEqual([]);
  });

  test("brands are the eight with the most products in the order of their names, all of them on request", async () => {
    const [some, whole] = [
      (await list("category=men")).facets,
      (await list("category=men&all=brand")).facets,
    ];
    expect(whole.notListed).toEqual({ categories: some.notListed.categories, brands: 0, origins: 0 });
    expect(whole.brands).toHaveLength(8 + some.notListed.brands);
    expect(whole.categories).toEqual(some.categories);
    const names = some.brands.map(({ value }) => value);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en")));
    const least = Math.min(...some.brands.map(({ count }) => count));
    const others = whole.brands.filter(({ value }) => !names.includes(value));
    expect(others.length).toBeGreaterThan(0);
    for (const { count } of others) expect(count).toBeLessThanOrEqual(least);
  });

  test("a chosen brand is listed however few products it has", async () => {
    const { brands } = (await list("category=men&all=brand")).facets;
    const rarest = brands.toSorted((one, other) => one.count - other.count)[0]?.value ?? "";
    expect((await list("category=men")).facets.brands.map(({ value }) => value)).not.toContain(rarest);
    const { facets: chosen } = await list(`category=men&brand=${encodeURIComponent(rarest)}`);
    expect(chosen.brands.map(({ value }) => value)).toContain(rarest);
    expect(chosen.brands).toHaveLength(8);
  });

  test("sizes are listed from small to large", async () => {
    const { facets } = await list("");
    const sizes = facets.sizes.map(({ value }) => value);
    expect(sizes).toEqual(["S", "M", "L", "XL", "XXL", "6", "7", "8", "9", "10", "11", "12"]);
  });

  test("an unknown category slug lists all products", async () => {
    expect((await list("", "nonsense")).count).toBe(601);
    expect((await list("", "jeans")).count).toBe(18);
  });
});

describe("search", () => {
  test("finds products with every word, in any order and case, with or without accents", async () => {
    expect(await countOf("q=HOODIE+bláck")).toBe(await countOf("q=black+hoodie"));
    expect(await countOf("q=black+hoodie")).toBeGreaterThan(0);
    expect(await countOf("q=black+hoodie+zzz")).toBe(0);
  });

  test("brand, category and tags are searched as well", async () => {
    expect(await countOf("q=quadfolk")).toBeGreaterThan(0);
    expect(await countOf("q=watches")).toBeGreaterThanOrEqual(24);
  });

  test.each([
    ["percent", "%"],
    ["underscore", "_"],
    ["backslash", "\\"],
    ["quote", "'; drop table product; --"],
    ["very long", "x".repeat(10_000)],
    ["NUL", "\u0000\u0000"],
    ["emoji", "🧥👟"],
    ["right to left", "قميص أزرق\u202e"],
    ["lone surrogate", "\ud800"],
    ["fifty words", "a ".repeat(50)],
  ])("hostile text (%s) is treated as plain text", async (_, text) => {
    const { count, products } = await list(new URLSearchParams({ q: text }).toString());
    expect(products.length).toBeLessThanOrEqual(listingPageSize);
    if (/[%_\\';]/.test(text)) expect(count).toBe(0);
    expect((await list("")).count).toBe(601);
  });
});

test("an archived product is in no list", async () => {
  await services.db.execute(sql`update product set status = 'archived' where slug = 'tan-moccasins'`);
  expect(await countOf("q=tan+moccasins")).toBe(0);
  expect(await countOf("")).toBe(600);
  await services.db.execute(sql`update product set status = 'active' where slug = 'tan-moccasins'`);
});
