import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readListing } from "../../catalogue/listing-address.ts";
import { parseQuery } from "./parse-query.ts";

const collections = new Set(["students", "girls", "men", "women", "accessories", "footwear"]);

const ask = (q: string, more = "") => {
  const { query, filterLabels, words, without } = parseQuery(
    readListing(new URLSearchParams(`${more}&q=${encodeURIComponent(q)}`), undefined, collections),
    () => 1,
    collections,
  );
  return { text: query.text, said: filterLabels.join(", "), query, words, without };
};

describe("phrases are parsed as filters and the rest is the search text", () => {
  test.each([
    ["black dress under 500 size m", "dress", "Up to ₹500, Size M, Black"],
    ["dress below rs 1,299", "dress", "Up to ₹1,299"],
    ["dress below rs.999", "dress", "Up to ₹999"],
    ["kurta ₹500 to ₹1000", "kurta", "₹500 to ₹1,000"],
    ["kurta 500-1000", "kurta", "₹500 to ₹1,000"],
    ["shoes between 500 and 1k", "shoes", "₹500 to ₹1,000"],
    ["watch above 1000", "watch", "₹1,000 and above"],
    ["watch over ₹ 2k", "watch", "₹2,000 and above"],
    ["watch < 800", "watch", "Up to ₹800"],
    ["tshirt 300 rs", "tshirt", "Up to ₹300"],
    ["500 rs ke neeche kurti", "kurti", "Up to ₹500"],
    ["kurti 500 se kam", "kurti", "Up to ₹500"],
    ["500 se 1000 tak jeans", "jeans", "₹500 to ₹1,000"],
    ["500 aur 1000 ke beech jeans", "jeans", "₹500 to ₹1,000"],
    ["joote 1000 se zyada", "joote", "₹1,000 and above"],
    ["कुर्ता ५०० से कम", "कुर्ता", "Up to ₹500"],
    ["काला कुर्ता ₹800 के नीचे", "कुर्ता", "Up to ₹800, Black"],
    ["kurta for men", "kurta", "Men"],
    ["men's shirt", "shirt", "Men"],
    ["ladkiyon ke liye lal dress", "dress", "Girls, Red"],
    ["cotton shirt for women xl", "cotton shirt", "Women, Size XL"],
    ["sneakers size 8", "sneakers", "Size 8"],
    ["sneakers uk 9 in stock", "sneakers", "Size 9, In stock"],
    ["hoodie medium size", "hoodie", "Size M"],
    ["tee 50% off", "tee", "50% off and more"],
    ["4 star backpack", "backpack", "4 stars and above"],
    ["bag for students", "bag", "Students"],
    ["black", "", "Black"],
    ["red or blue shirt", "shirt", "Red, Blue"],
    ["kurta not red", "kurta", "Not red"],
    ["kurta but not in laal", "kurta", "Not red"],
    ["shirt -black xl", "shirt", "Not black, Size XL"],
    ["non-white sneakers", "sneakers", "Not white"],
    ["shirt not under 500", "shirt", "₹500 and above"],
    ["shirt not above 500", "shirt", "Up to ₹500"],
    ["100% cotton shirt under 500", "cotton shirt", "Up to ₹500"],
    ["100% Cotton kurta", "Cotton kurta", ""],
    ["100% off", "100% off", ""],
  ])("%s", (q, text, response) => {
    expect(ask(q)).toMatchObject({ text, said: response });
  });

  test.each([
    ["shirt without collar", "shirt", ["collar"]],
    ["kurta not cotton", "kurta", ["cotton"]],
    ["shoes without any laces under 2000", "shoes", ["laces"]],
    ["kurti other than cotton without pockets", "kurti", ["cotton", "pockets"]],
    ["collar ke bina shirt", "shirt", ["collar"]],
    ["shirt बिना कॉलर", "shirt", ["कॉलर"]],
    ["kurta not red without collar", "kurta", ["collar"]],
    ["jeans not too tight", "jeans not too tight", []],
    ["without collar", "without collar", []],
    ["no show socks", "no show socks", []],
  ])("%s leaves out what it names", (q, text, without) => {
    const found = ask(q);
    expect(found).toMatchObject({ words: text, without });
    // A further filter is added to this text, which means the same.
    expect(ask(found.text)).toMatchObject({ words: text, without });
  });

  test.each([
    ["navy polo"],
    ["m"],
    ["s club tee"],
    ["size"],
    ["under the banyan tee"],
    ["501 jeans"],
    ["top"],
    ["between 1000 and 500"],
    ["levi's"],
    ["90s mixtape tee"],
  ])("%s contains no filter", (q) => {
    expect(ask(q)).toMatchObject({ text: q, said: "" });
  });

  test.each([
    ["sneakers in stock", { inStockOnly: true }],
    ["tee 1% off", { minDiscount: 1 }],
    ["tee on sale", { minDiscount: 10 }],
    ["1 star backpack", { minRating: 1 }],
    ["5 star backpack", { minRating: 5 }],
    ["6 star backpack", { minRating: null }],
    ["0 star backpack", { minRating: null }],
    ["plus size kurta", { sizes: ["XXL", "3XL", "4XL"] }],
    ["sneakers size 8", { sizes: ["8"] }],
    ["bag for students", { collection: "students" }],
    ["cheapest jeans", { sort: "price-asc" }],
    ["jeans", { inStockOnly: false, minDiscount: null, minRating: null, sizes: [], sort: "relevance" }],
  ])("%s asks for %j", (q, asked) => {
    expect(ask(q).query).toMatchObject(asked);
  });

  test("prices are parsed to paise, and filters in the address take precedence over the text", () => {
    expect(ask("dress under 500").query).toMatchObject({ from: null, to: 500_00 });
    expect(ask("dress under 500", "max=900").query).toMatchObject({ to: 900_00 });
    expect(ask("4 star backpack", "rating=3").query).toMatchObject({ minRating: 3 });
    expect(ask("tee 50% off", "discount=25").query).toMatchObject({ minDiscount: 25 });
    expect(ask("men shoes", "category=women").query).toMatchObject({ collection: "women" });
    expect(ask("black shirt", "colour=red").query.colours).toEqual(["red", "black"]);
    expect(ask("shirt not black", "colour=red&colour=black").query.colours).toEqual(["red"]);
    expect(ask("shirt not red").query.colours).toHaveLength(11);
    expect(ask("shirt not red").query.colours).not.toContain("red");
  });

  test("the text of an exact search is not parsed", () => {
    expect(ask("black dress under 500", "exact=1")).toMatchObject({
      text: "black dress under 500",
      said: "",
    });
  });
});

test("any text is parsed to a query with a limited text and a valid price", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: "grapheme" }),
          fc.constantFrom(
            "under",
            "rs",
            "500",
            "se",
            "between",
            "-",
            "size",
            "₹",
            "%",
            "xl",
            "9999999",
            "ke",
          ),
        ),
      ),
      (words) => {
        const { query } = ask(words.join(" "));
        expect(query.text.length).toBeLessThanOrEqual(300);
        expect(query.to === null || Number.isSafeInteger(query.to)).toBe(true);
      },
    ),
  );
});
