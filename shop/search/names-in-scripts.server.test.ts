import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { searchProducts } from "./search-products.server.ts";

const shop = await testShop({ seed: true });
const { services } = shop;
afterAll(shop.dispose);

const renamed = [
  ["maroon-festive-kurta", "நீல பருத்தி புடவை"],
  ["canvas-travel-sling", "பருத் தி"],
  ["coral-a-line-kurta", "नीला चाँद"],
  ["micro-dot-party-shirt", "ਪੰਜਾਬੀ ਜੁੱਤੀ"],
  ["sage-half-moon-sling", "Blue Comet"],
] as const;
for (const [slug, name] of renamed)
  await services.db.execute(sql`update product set name = ${name} where slug = ${slug}`);

const found = async (q: string) => {
  const { listing } = await searchProducts(services, readListing(new URLSearchParams({ q })));
  return listing.products.map(({ name }) => name);
};

test.each([
  ["பருத்தி", "நீல பருத்தி புடவை"],
  ["ਜੁੱਤੀ", "ਪੰਜਾਬੀ ਜੁੱਤੀ"],
  ["चाँद", "नीला चाँद"],
  ["चांद", "नीला चाँद"],
  // Blue, and no product of that name is.
  ["नीला चाँद", "नीला चाँद"],
  ["blue comet", "Blue Comet"],
])("%s finds the product that is named so, and no other", async (q, name) => {
  expect(await found(q)).toEqual([name]);
});
