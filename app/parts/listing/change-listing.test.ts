import { expect, test } from "vitest";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import {
  listingAddress,
  type MultiFilter,
  toggleAddresses,
  withChange,
  withoutText,
  withToggled,
} from "./change-listing.ts";

test("removing the search text returns to the default order, without a sort parameter", () => {
  const searched = readListing(new URLSearchParams("q=kurta&stock=1"));
  expect(listingAddress("/shop", withoutText(searched))).toBe("/shop?stock=1");
});

test.each([
  ["adds a value", "?size=M", "", "?colour=blue", "size=M&colour=blue"],
  ["adds a second value", "?size=M", "", "?size=L", "size=M&size=L"],
  ["takes a value off", "?size=M&size=L&sort=name", "?size=M", "", "size=L&sort=name"],
  ["adds what is there already", "?size=M&page=2", "", "?size=M", "size=M"],
  ["takes off what is gone already", "?stock=1", "?size=M", "", "stock=1"],
  ["takes the last one off", "?stock=1", "?stock=1", "", ""],
  ["replaces a single value", "?discount=25", "", "?discount=10", "discount=10"],
  ["takes off what was replaced", "?discount=25&new=7", "?discount=10", "", "new=7"],
  [
    "puts a band for a range",
    "?min=10&max=90&size=M",
    "?min=10&max=90",
    "?price=0-500",
    "size=M&price=0-500",
  ],
  [
    "keeps words as understood",
    "?q=kurta&colour=red&size=M",
    "?q=red+kurta",
    "?q=kurta&colour=red&stock=1",
    "size=M&q=kurta&colour=red&stock=1",
  ],
])("a link's change is applied to a list still loading: %s", (_name, coming, drawn, next, changed) => {
  expect(withChange(coming, drawn, next)).toBe(changed);
});

test("two values chosen one after the other are both applied, for each filter that takes several", () => {
  const filters: MultiFilter[] = ["categories", "bands", "sizes", "colours", "brands", "origins", "details"];
  const drawn = readListing(new URLSearchParams());
  for (const filter of filters) {
    const [one, other] = ["a", "b"].map(toggleAddresses("", drawn, filter));
    const both = withChange(one ?? "", "", other ?? "");
    expect(both.split("&").map((param) => param.split("=")[1])).toEqual(["a", "b"]);
  }
});

test("the link of each filter value is the list's address with that value added or removed", () => {
  const values: Record<MultiFilter, string[]> = {
    categories: ["kurtas", "shoes", "bags"],
    bands: ["500-1000", "0-500"],
    sizes: ["M", "UK 8", "28/30"],
    colours: ["blue", "red"],
    brands: ["Firstbench", "M&Co’s, Ltd. (India)", "खादी"],
    origins: ["India", "Viet Nam"],
    details: ["gender.women", "knitted.yes"],
  };
  const asked = [
    ["/shop", ""],
    [
      "/shop",
      "q=a%EE%80%80b&exact=1&category=women&category=shoes&price=500-1000&size=M&size=UK+8&colour=blue",
    ],
    [
      "/shop",
      "brand=Firstbench&origin=India&discount=20&min=100&max=900&stock=1&rating=4&sort=newest&page=3",
    ],
    ["/category/shoes", "category=kurtas&size=28%2F30"],
    ["/category/women", "brand=M%26Co%E2%80%99s%2C+Ltd.+%28India%29"],
  ] as const;
  for (const [path, search] of asked) {
    const query = readListing(new URLSearchParams(search), path.split("/")[2]);
    for (const filter of Object.keys(values) as MultiFilter[]) {
      const addresses = toggleAddresses(path, query, filter);
      expect(values[filter].map(addresses)).toEqual(
        values[filter].map((value) => listingAddress(path, withToggled(query, filter, value))),
      );
    }
  }
});
