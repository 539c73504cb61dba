import { expect, test } from "vitest";
import type { Measure } from "../../shop/catalogue/kinds/measures.ts";
import { readDemoData } from "./demo-data.server.ts";
import { demoMeasures } from "./measures.ts";

const { products, categories } = await readDemoData();
const kindOf = new Map(categories.map(({ name, kind }) => [name, kind]));
const sizesOf = ({ variants }: (typeof products)[number]) => [...new Set(variants.map(({ size }) => size))];
const named = (words: string) => {
  const product = products.find(({ name }) => name === words);
  if (!product) throw new Error(`no ${words}`);
  return demoMeasures(product);
};
const medium = (words: string, measure: Measure) =>
  named(words).find((one) => one.size === "M" && one.measure === measure)?.millimetres ?? 0;

test("every size of clothes and shoes has the measures of its kind, and other products have none", () => {
  for (const product of products) {
    const kind = kindOf.get(product.category);
    const worn = kind === "dress" || kind === "shoes";
    const measured = demoMeasures(product);
    expect([...new Set(measured.map(({ size }) => size))], product.slug).toEqual(
      worn ? sizesOf(product) : [],
    );
    const strange = measured.filter(
      ({ measure, millimetres }) =>
        !worn ||
        (measure === "foot-length") !== (kind === "shoes") ||
        millimetres < 100 ||
        millimetres > 1500,
    );
    expect(strange, product.slug).toEqual([]);
  }
});

test("every measure grows with the size", () => {
  const notLarger = products.flatMap((product) => {
    const last = new Map<Measure, number>();
    return demoMeasures(product).flatMap(({ measure, millimetres }) => {
      const before = last.get(measure) ?? 0;
      last.set(measure, millimetres);
      return millimetres > before ? [] : [`${product.slug}: ${measure}`];
    });
  });
  expect(notLarger).toEqual([]);
});

test("the measures follow the cut in the product's name", () => {
  expect(medium("Cobalt Short Kurta", "length")).toBeLessThan(medium("Rani Bandhani Kurta", "length") - 150);
  expect(medium("Solid Tiered Maxi Dress", "length")).toBeGreaterThan(1250);
  expect(medium("Black Strappy Maxi Dress", "sleeve")).toBe(0);
  expect(named("Tan Moccasins").find(({ size }) => size === "8")?.millimetres).toBe(268);
});
