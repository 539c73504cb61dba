import { expect, test } from "vitest";
import { sizesFrom } from "./sizes.ts";

test.each([
  ["UK 3-UK 7", ["UK 3", "UK 4", "UK 5", "UK 6", "UK 7"]],
  ["uk 9 – uk 11, UK 12", ["uk 9", "uk 10", "uk 11", "UK 12"]],
  ["28 to 31", ["28", "29", "30", "31"]],
  ["S to XL", ["S", "M", "L", "XL"]],
  ["UK6-UK8", ["UK6", "UK7", "UK8"]],
  // These are sizes as they are: an age, a pair, a free size.
  ["2-3 years", ["2-3 years"]],
  ["28-30", ["28-30"]],
  ["S-M, S/M", ["S-M", "S/M"]],
  ["UK 7 to UK 3", ["UK 7 to UK 3"]],
  ["1 to 900", ["1 to 900"]],
  ["One size , ", ["One size"]],
])("the sizes typed as %s", (typed, sizes) => {
  expect(sizesFrom(typed.split(","))).toEqual(sizes);
});
