import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped } from "./numbers.ts";

test("lakhs and crores are grouped by two", () => {
  expect([0, 999, 1_000, 12_345, 123_456, 12_34_567, -1_234].map(grouped)).toEqual([
    "0",
    "999",
    "1,000",
    "12,345",
    "1,23,456",
    "12,34,567",
    "-1,234",
  ]);
});

test("any whole number reads as Intl writes it for India", () => {
  const intl = new Intl.NumberFormat("en-IN");
  fc.assert(fc.property(fc.maxSafeInteger(), (whole) => grouped(whole) === intl.format(whole)));
});
