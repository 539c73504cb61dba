import { expect, test } from "vitest";
import { type Candidate, chooseVariant } from "./choose-variant.ts";

const variant = (size: string | null, colour: string | null, available: number): Candidate => ({
  id: `${size}-${colour}`,
  productId: "p",
  name: "Kurta",
  size,
  colour,
  available,
  paid: 109_900,
});
const kurta = [
  variant("S", "Red", 1),
  variant("S", "Blue", 2),
  variant("M", "Red", 3),
  variant("M", "Blue", 0),
];
const bag = [variant(null, "Black", 0), variant(null, "Tan", 4)];

test.each([
  ["size and colour", kurta, "S", "Blue", "S-Blue"],
  ["a size that is left in one colour only", kurta, "M", null, "M-Red"],
  ["a size that is left in two colours", kurta, "S", null, "choose-colour"],
  ["a colour without a size", kurta, null, "Red", "choose-size"],
  ["nothing", kurta, null, null, "choose-size"],
  ["what is sold out", kurta, "M", "Blue", "out-of-stock"],
  ["a size that does not exist", kurta, "XXL", null, "not-sold"],
  ["nothing, of what is left in one colour", bag, null, null, "null-Tan"],
  ["nothing, of what is sold out", [variant("S", null, 0)], null, null, "out-of-stock"],
])("choosing %s", (_what, variants, size, colour, expected) => {
  const chosen = chooseVariant({ size, colour }, variants);
  expect(chosen.ok ? chosen.value.id : chosen.refused).toBe(expected);
});
