import { expect, test } from "vitest";
import { sameSitePath } from "./same-site.ts";

test.each(["/", "/cart", "/shop?q=kurta&page=2", "/product/x#reviews", "/a%2F%2Fevil.example"])(
  "lets %s through",
  (path) => {
    expect(sameSitePath(path)).toBe(path);
  },
);

const elsewhere = [
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/%0a/../\\evil",
  "javascript:alert(1)",
  "/a/..//evil.example",
  "/.//evil.example",
  "cart",
  "",
  " /cart",
  `/${"a".repeat(3000)}`,
  null,
  undefined,
];

test.each(elsewhere)("refuses %j", (path) => {
  expect(sameSitePath(path)).toBeNull();
});
