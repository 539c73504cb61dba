import { expect, test } from "vitest";
import { plural } from "./plural.ts";

test("one of a thing is not called many", () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, "buyer"))).toEqual([
    "0 buyers",
    "1 buyer",
    "2 buyers",
    "1,200 buyers",
  ]);
  expect(plural(2, "category", "categories")).toBe("2 categories");
});
