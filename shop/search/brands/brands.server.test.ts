import { expect, test } from "vitest";
import { brandSlug } from "./brands.server.ts";

test.each([
  ["Firstbench", "firstbench"],
  ["Genda & Grey", "genda-grey"],
  ["  Bétel—Nut!  ", "betel-nut"],
  ["नीला", "nila"],
  ["7 Moons", "7-moons"],
  ["-- & --", null],
])("the slug of the brand %s is %s", (brand, slug) => expect(brandSlug(brand)).toBe(slug));

test("a slug is shortened, without a hyphen at its end", () => {
  expect(brandSlug(`${"a".repeat(79)} b`)).toBe("a".repeat(79));
});
