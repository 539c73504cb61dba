import { expect, test } from "vitest";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import {
  listingAddress,
  type MultiFilter,
  toggleAddresses,
  withoutText,
  withToggled,
} from "./change-listing.ts";

test("a search that is taken off leaves the usual order, not a chosen one", () => {
  const searched = readListing(new URLSearchParams("q=kurta&stock=1"));
  expect(listingAddress("/shop", withoutText(searched))).toBe("/shop?stock=1");
});

test("the addresses of a filter's values are those of the lists with the value added or removed", () => {
  const values: Record<MultiFilter, string[]> = {
    categories: ["kurtas", "shoes", "bags"],
    bands: ["500-1000", "0-500"],
    sizes: ["M", "UK 8", "28/30"],
    colours: ["blue", "red"],
    brands: ["Firstbench", "M&Co’s, Ltd. (India)", "खादी"],
    origins: ["India", "Viet Nam"],
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
