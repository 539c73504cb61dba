import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { colourFamilies, type ListingQuery, longFacets, priceBands, sortOptions } from "./catalogue.ts";
import { noFilters, readListing, writeListing } from "./listing-address.ts";

const collections = new Set(["students", "girls", "men", "women", "accessories", "footwear"]);
const readParams = (params: URLSearchParams, path?: string) => readListing(params, path, collections);
const read = (query: string, path?: string) => readParams(new URLSearchParams(query), path);

const plain: ListingQuery = {
  ...noFilters,
  text: "",
  exact: false,
  collection: null,
  sort: "recommended",
  page: 1,
};

const some = <Value>(values: readonly Value[]) => fc.uniqueArray(fc.constantFrom(...values));
const anyListing: fc.Arbitrary<ListingQuery> = fc.record({
  text: fc.constantFrom("", "hoodie", "red & blue", "50% off_", "ताज़ा कुर्ता", "a".repeat(100)),
  collection: fc.constantFrom(null, "students", "men", "footwear"),
  categories: some(["t-shirts", "polos-and-henleys", "watches"]),
  bands: some(priceBands.map(({ id }) => id)),
  sizes: some(["S", "XXL", "7", "28 IN"]),
  colours: some(colourFamilies.map(({ id }) => id)),
  exact: fc.boolean(),
  brands: fc.subarray(["Firstbench", "Jhilmil & Jute"]),
  origins: fc.subarray(["India", "China"]),
  details: fc.subarray(["gender.women", "fabric.Pure cotton, 40s"]),
  minDiscount: fc.option(fc.integer({ min: 1, max: 100 })),
  from: fc.option(fc.integer({ min: 0, max: 9000 }).map((rupees) => rupees * 100)),
  to: fc.option(fc.integer({ min: 0, max: 9000 }).map((rupees) => rupees * 100)),
  inStockOnly: fc.boolean(),
  minRating: fc.constantFrom(null, 1, 3, 4, 5),
  newWithinDays: fc.constantFrom(null, 7, 30),
  allOf: fc.constantFrom(null, ...longFacets),
  sort: fc.constantFrom(...sortOptions),
  page: fc.integer({ min: 1, max: 1000 }),
});
/** Without a search text the exact flag has no meaning. */
const written = anyListing.map((query) => ({ ...query, exact: query.exact && query.text !== "" }));

test("an empty query is the whole shop in recommended order", () => {
  expect(read("")).toEqual(plain);
  expect(writeListing(plain).toString()).toBe("");
});

test("every parameter of an address is parsed", () => {
  expect(
    read(
      "q=+hoodie+&exact=1&category=students&category=jeans&price=2000&min=500&max=900&size=m&colour=blue&brand=Quadfolk&origin=India&detail=gender.women&detail=Gender&discount=25&stock=1&rating=4&sort=newest&page=2&new=7&all=brand",
    ),
  ).toEqual({
    text: "hoodie",
    exact: true,
    collection: "students",
    categories: ["jeans"],
    bands: ["2000"],
    sizes: ["M"],
    colours: ["blue"],
    brands: ["Quadfolk"],
    origins: ["India"],
    details: ["gender.women"],
    allOf: "brands",
    minDiscount: 25,
    from: 500_00,
    to: 900_00,
    inStockOnly: true,
    minRating: 4,
    newWithinDays: 7,
    sort: "newest",
    page: 2,
  });
});

test("a search is sorted by relevance unless another order is chosen", () => {
  expect(read("q=kurta").sort).toBe("relevance");
  expect(writeListing(read("q=kurta")).toString()).toBe("q=kurta");
  expect(read("q=kurta&sort=name").sort).toBe("name");
  expect(writeListing({ ...read("q=kurta"), text: "" }).toString()).toBe("");
});

describe("the slug of a category listing", () => {
  test("a collection in the path takes precedence over one in the query", () => {
    expect(read("category=girls", "men").collection).toBe("men");
  });
  test("any other slug is a category", () => {
    expect(read("", "jeans")).toEqual({ ...plain, categories: ["jeans"] });
  });
  test("without the shop's collections every slug is a category's, in the order of the address", () => {
    const query = readListing(new URLSearchParams("category=shirts&category=women"), "men");
    expect([query.collection, query.categories]).toEqual([null, ["men", "shirts", "women"]]);
  });

  test("a collection in the path is not repeated in the query", () => {
    const query = read("size=M", "men");
    expect(writeListing(query, "men").toString()).toBe("size=M");
    expect(readParams(writeListing(query, "men"), "men")).toEqual(query);
  });
});

test("unknown values are ignored and values out of range are clamped", () => {
  expect(
    read("price=99&colour=plaid&sort=random&stock=yes&rating=x&page=abc&size=%3Cb%3E&category=..%2F"),
  ).toEqual(plain);
  expect(read("page=0").page).toBe(1);
  expect(read("page=-5").page).toBe(1);
  expect(read("page=99999").page).toBe(1000);
  expect(read("page=9".padEnd(400, "9")).page).toBe(1);
  expect(read("rating=9").minRating).toBe(5);
  expect(["7", "30", "8", "07", "x"].map((days) => read(`new=${days}`).newWithinDays)).toEqual([
    7,
    30,
    null,
    null,
    null,
  ]);
});

test("hostile text is trimmed, shortened and freed of control characters", () => {
  expect(read(`q=${encodeURIComponent("a\u0000b\u001b\nc")}`).text).toBe("a b c");
  expect(read(`q=${"x".repeat(10_000)}`).text).toBe("x".repeat(100));
  expect([...read(`q=${encodeURIComponent("🧥".repeat(200))}`).text]).toHaveLength(100);
});

test("a listing written to an address is parsed back unchanged", () => {
  fc.assert(
    fc.property(written, (query) => {
      expect(readParams(writeListing(query))).toEqual(query);
    }),
  );
});

test("the listing of any address is unchanged when it is written and parsed again", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("q", "category", "price", "size", "page"), fc.string())),
      (pairs) => {
        const query = readParams(new URLSearchParams(pairs));
        expect(readParams(writeListing(query))).toEqual(query);
      },
    ),
  );
});
