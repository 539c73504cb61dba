import { expect, test } from "vitest";
import { priceBands } from "./catalogue.ts";
import { inPriceRange } from "./pricing.ts";

test.each([
  [0, ["0-500"]],
  [500_00, ["0-500", "500-1000"]],
  [500_01, ["500-1000"]],
  [1_000_00, ["500-1000", "1000-2000"]],
  [2_000_00, ["1000-2000", "2000"]],
  [2_000_01, ["2000"]],
])("a price of %i paise is in the bands %j: an edge is in both", (paid, bands) => {
  const found = priceBands.filter(({ id }) => inPriceRange(paid, { bands: [id], from: null, to: null }));
  expect(found.map(({ id }) => id)).toEqual(bands);
});

test("a chosen price range holds both of its ends", () => {
  const range = { bands: [], from: 499_00, to: 999_00 };
  const held = [498_99, 499_00, 999_00, 999_01].filter((paid) => inPriceRange(paid, range));
  expect(held).toEqual([499_00, 999_00]);
});
