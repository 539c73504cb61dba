import { expect, test } from "vitest";
import { colourCode } from "./colour-code.ts";

test.each([
  ["Maroon", "#6d1a2b"],
  ["ivory", "#f6efdd"],
  ["Off-White", "#f5f1e6"],
  ["Dusty Rose", "#c9707f"],
  ["Rani Pink", "#e79ab0"],
  ["Peacock", null],
  ["", null],
])("the shade of the colour “%s” is %s", (name, shade) => {
  expect(colourCode(name)).toBe(shade);
});
