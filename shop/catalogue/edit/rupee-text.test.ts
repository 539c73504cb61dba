import { expect, test } from "vitest";
import { priceFault } from "./rupee-text.ts";

test.each([
  ["", "Please write a price."],
  ["1299,50", "Paise come after a point: 1299.50, not 1299,50."],
  ["1,2,9", "A comma stands only between thousands, such as 1,299 or 1,29,900."],
  ["1299.999", "Please write at most two decimals, such as 1299.50."],
  ["0", "Please write an amount above 0."],
  ["0.00", "Please write an amount above 0."],
  ["-5", "Please write an amount above 0."],
  ["99999999999", "At most ₹99,99,99,999.99."],
  ["9999999999", "At most ₹99,99,99,999.99."],
  ["abc", "Please write the amount in digits, such as 1299 or 1299.50."],
  ["12 99", "Please write the amount in digits, such as 1299 or 1299.50."],
])("the price %j is refused with what is wrong with it", (typed, says) => {
  expect(priceFault(typed)).toBe(says);
});

test.each(["1299", "₹ 1,299.50", "1,29,900", "129,900"])("the price %j has no fault", (typed) => {
  expect(priceFault(typed)).toBeNull();
});
