import { expect, test } from "vitest";
import { formatMobile, readMobile, readPin } from "./formats.ts";

test.each([
  ["560001", "560001"],
  ["560 001", "560001"],
  ["060001", null],
  ["56001", null],
  ["5600011", null],
  ["५६०००१", null],
  ["", null],
])("PIN %j", (typed, pin) => expect(readPin(typed)).toBe(pin));

test.each([
  ["9876543210", "+919876543210"],
  ["+91 98765 43210", "+919876543210"],
  ["098765-43210", "+919876543210"],
  ["91 9876543210", "+919876543210"],
  ["9198765432", "+919198765432"],
  ["5876543210", null],
  ["987654321", null],
  ["98765432101", null],
  ["+1 9876543210", null],
  ["", null],
])("mobile %j", (typed, mobile) => expect(readMobile(typed)).toBe(mobile));

test("a stored mobile number is shown in the usual format", () => {
  expect(formatMobile("+919876543210")).toBe("98765 43210");
});
