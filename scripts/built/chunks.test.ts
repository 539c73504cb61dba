import { resolve } from "node:path";
import { expect, test } from "vitest";
import { isShared } from "./chunks.ts";

const root = resolve(import.meta.dirname, "../..");

test("the shop's shared modules are known by their path from the root, also when the root is in a folder 'shop'", () => {
  expect(isShared(`${root}/app/ui/icon.tsx`)).toBe(true);
  expect(isShared(`${root}/app/http/page/page-context.ts`)).toBe(true);
  expect(isShared(`${root}/shop/money.ts`)).toBe(true);
  expect(isShared(`${root}/app/back-office/layout.tsx`)).toBe(false);
  expect(isShared(`${root}/app/parts/messages/office/office-messages.ts`)).toBe(false);
  expect(isShared(`${root}/shop/saved-views/views.ts`)).toBe(false);
  expect(isShared("/srv/shop/campus/node_modules/zod/index.js")).toBe(false);
});
