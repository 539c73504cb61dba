import { expect, test } from "vitest";
import { measuresText, millimetresFrom, ownMeasures, readMeasures } from "./measures.ts";

test("a length is entered in centimetres, with at most one decimal", () => {
  expect(["70.5", " 52 ", "52 cm", "1", "250"].map(millimetresFrom)).toEqual([705, 520, 520, 10, 2500]);
  expect(["", "0", "250.1", "70.55", "-3", "1e2", "70,5"].map(millimetresFrom)).toEqual(Array(7).fill(null));
});

test("an import cell lists measures with their lengths, and one invalid entry makes the whole cell invalid", () => {
  expect(readMeasures("Chest 52; length: 70.5 cm; foot length 27")).toEqual([
    { measure: "chest", millimetres: 520 },
    { measure: "length", millimetres: 705 },
    { measure: "foot-length", millimetres: 270 },
  ]);
  expect(readMeasures("")).toEqual([]);
  expect(["nose 5", "chest", "chest 52; chest 53", "chest many"].map(readMeasures)).toEqual(
    Array(4).fill(null),
  );
});

test("a very long text is refused at once", () => {
  const began = performance.now();
  expect(readMeasures(`chest${" ".repeat(4_000)}x`)).toBeNull();
  expect(millimetresFrom(`5${" ".repeat(100_000)}x`)).toBeNull();
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("exported measures can be imported again", () => {
  const some = [
    { measure: "foot-length", millimetres: 271 },
    { measure: "chest", millimetres: 520 },
  ] as const;
  expect(measuresText(some)).toBe("chest 52; foot-length 27.1");
  expect(readMeasures(measuresText(some))).toEqual([some[1], some[0]]);
});

test("the table has the measured sizes, with a dash for each missing measure", () => {
  const measured = ownMeasures(
    ["S", "M", "L"],
    [
      { size: "M", measure: "length", millimetres: 705 },
      { size: "M", measure: "chest", millimetres: 520 },
      { size: "L", measure: "chest", millimetres: 540 },
    ],
  );
  expect(measured?.columns).toEqual(["Size", "Chest", "Length"]);
  expect(measured?.rows).toEqual([
    ["M", "52", "70.5"],
    ["L", "54", "–"],
  ]);
  expect(ownMeasures(["S"], [])).toBeNull();
});
