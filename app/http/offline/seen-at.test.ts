import { expect, test } from "vitest";
import { clockTime, waitingWords } from "./seen-at.ts";

test("a time is shown with its date when that is not today", () => {
  const now = new Date(2026, 10, 21, 18, 30);
  expect(clockTime(new Date(2026, 10, 21, 9, 5), now)).toBe("09:05");
  expect(clockTime(new Date(2026, 10, 20, 23, 59), now)).toBe("20 November, 23:59");
});

test("the message counts the products that wait to be added, and is empty when there are none", () => {
  expect([0, 1, 2].map(waitingWords)).toEqual([
    "",
    "1 product waits to be added to your cart.",
    "2 products wait to be added to your cart.",
  ]);
});
