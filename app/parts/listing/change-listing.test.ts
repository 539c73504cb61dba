import { expect, test } from "vitest";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import { listingAddress, withoutText } from "./change-listing.ts";

test("a search that is taken off leaves the usual order, not a chosen one", () => {
  const searched = readListing(new URLSearchParams("q=kurta&stock=1"));
  expect(listingAddress("/shop", withoutText(searched))).toBe("/shop?stock=1");
});
