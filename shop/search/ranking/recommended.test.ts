import { expect, test } from "vitest";
import { recommendedScore, varied } from "./recommended.ts";

const day = 86_400_000_000;
const plain = {
  sold: 8,
  rating: 4,
  reviewCount: 10,
  createdAt: 20_000 * day,
  variants: [
    { size: "M", colour: null, inStock: true },
    { size: "L", colour: null, inStock: false },
  ],
};
const score = (change: Partial<typeof plain>) => recommendedScore({ ...plain, ...change });
const sizes = (inStock: boolean[]) => inStock.map((one) => ({ size: "M", colour: null, inStock: one }));

test("sales, sizes in stock, ratings and newness raise the score, and a sold-out product has the lowest", () => {
  expect(score({ sold: 20 })).toBeGreaterThan(score({}));
  expect(score({ variants: sizes([true, true]) })).toBeGreaterThan(score({}));
  expect(score({ rating: 4.5 })).toBeGreaterThan(score({}));
  expect(score({ createdAt: 20_030 * day })).toBeGreaterThan(score({}));
  expect(score({ variants: sizes([false, false]), sold: 10_000 })).toBeLessThan(
    score({ sold: 0, rating: 1 }),
  );
  // A single review does not decide.
  expect(score({ rating: 5, reviewCount: 1 })).toBeLessThan(score({ rating: 4.6, reviewCount: 100 }));
});

test("neighbours differ where possible, no product is lost, and later products do not change earlier blocks", () => {
  const list = Array.from({ length: 60 }, (_, at) => ({ at, brand: at < 30 ? "one" : "two" }));
  const shown = varied(list, [({ brand }) => brand]);
  expect(new Set(shown)).toEqual(new Set(list));
  expect(shown.slice(20, 40).some(({ brand }) => brand === "two")).toBe(true);
  expect(varied(list.slice(0, 48), [({ brand }) => brand])).toEqual(shown.slice(0, 48));
  const byBrand = (names: string[]) => varied(names, [(name) => name[0]]);
  expect(byBrand(["a1", "a2", "b1", "b2"])).toEqual(["a1", "b1", "a2", "b2"]);
  // Nor is the one but next alike, where a third brand is near.
  expect(byBrand(["a1", "b1", "a2", "c1"])).toEqual(["a1", "b1", "c1", "a2"]);
});
