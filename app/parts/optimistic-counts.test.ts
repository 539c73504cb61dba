import { expect, test } from "vitest";
import { optimisticCounts } from "./optimistic-counts.ts";

const form = (to: string, message: Record<string, string>) => {
  const fields = new FormData();
  for (const [name, value] of Object.entries(message)) fields.set(name, value);
  return { to, fields };
};
const now = { cart: 3, wishlist: 1 };

test.each([
  ["nothing", [], now],
  ["an add", [form("/cart", { intent: "add", quantity: "2" })], { cart: 5, wishlist: 1 }],
  ["an add of a card", [form("/cart", { intent: "add" })], { cart: 4, wishlist: 1 }],
  ["a step", [form("/cart", { intent: "set", quantity: "1", was: "2" })], { cart: 2, wishlist: 1 }],
  ["a removal", [form("/cart", { intent: "remove", was: "2" })], { cart: 1, wishlist: 1 }],
  ["a clearing", [form("/cart", { intent: "clear" })], { cart: 0, wishlist: 1 }],
  ["a heart", [form("/wishlist", { intent: "add" })], { cart: 3, wishlist: 2 }],
  ["a heart taken back", [form("/wishlist", { intent: "remove" })], { cart: 3, wishlist: 0 }],
  ["another form", [form("/contact", { intent: "add" })], now],
])("with %s pending, the header shows the counts that will result", (_what, asked, expected) => {
  expect(optimisticCounts(now, asked)).toEqual(expected);
});

test("several pending changes add up, and no count falls below zero", () => {
  const heart = form("/wishlist", { intent: "remove" });
  const add = form("/cart", { intent: "add" });
  expect(optimisticCounts(now, [heart, heart, add, add])).toEqual({ cart: 5, wishlist: 0 });
});
