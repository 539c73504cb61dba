import { afterAll, expect, test } from "vitest";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { listingPageSize } from "../catalogue.ts";
import { showcase } from "../home.server.ts";
import { servedPicture } from "./served-picture.server.ts";

const shop = await testShop({ seed: true });
const { services } = shop;
afterAll(shop.dispose);

/** A phone of 360 px shows two columns; at twice the density a column needs 320 px, at three times 480. */
test.each([
  ["avif", 320],
  ["avif", 480],
  ["webp", 320],
  ["webp", 480],
] as const)("the pictures of a list have at most 150 KB together as %s of %i px", async (format, width) => {
  const { newest: products } = await showcase(services);
  let bytes = 0;
  for (const { picture } of products) {
    const file = picture && (await servedPicture(services, picture.key, width, format));
    bytes += file?.length ?? Number.NaN;
  }
  expect(products).toHaveLength(listingPageSize);
  expect(bytes).toBeLessThanOrEqual(150 * 1024);
});
