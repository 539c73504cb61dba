import { expect, test } from "vitest";
import { slugOf } from "./slug.ts";

test.each([
  ["Indigo Kurta", "indigo-kurta"],
  ["Men’s kurtas & more!", "mens-kurtas-more"],
  ["  --Élan-- ", "elan"],
  ["नीला कुर्ता", "nila-kurta"],
  ["பருத்தி புடவை", "prutti-putvai"],
  ["…", ""],
  ["Indigo kurta with a long name", "indigo-kurta-with"],
])("%s is %s", (text, slug) => {
  expect(slugOf(text, 18)).toBe(slug);
});
