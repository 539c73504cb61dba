import { expect, test } from "vitest";
import { maskedPhone, readSignInPhone } from "./phone-number.ts";

test.each(["9876543210", "98765 43210", "+91 98765-43210", "09876543210", "919876543210", "0091 9876543210"])(
  "%s is an Indian mobile",
  (typed) => expect(readSignInPhone(typed)).toBe("+919876543210"),
);

test.each(["", "12345", "5876543210", "98765432101", "+971501234567", "+1 202 555 0100", "+91 5876543210"])(
  "%s is not an Indian mobile",
  (typed) => expect(readSignInPhone(typed)).toBeNull(),
);

test("a number of another country is accepted only when its calling code is allowed", () => {
  expect(readSignInPhone("+971 50 123 4567", ["91", "971"])).toBe("+971501234567");
  expect(readSignInPhone("971501234567", ["91", "971"])).toBeNull();
  expect(readSignInPhone("+1 202 555 0100", ["91", "971"])).toBeNull();
  expect(readSignInPhone("9876543210", ["971"])).toBeNull();
});

test("a masked number hides its middle digits", () => {
  expect(maskedPhone("+919876543210")).toBe("98xxxx3210");
});
