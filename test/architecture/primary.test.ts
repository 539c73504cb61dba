import { expect, test } from "vitest";
import { under } from "./sources.ts";

/** Folders whose decisions need current data: they never read from a standby (docs/decisions/0036). */
const deciding = [
  ...["access", "cart", "checkout", "delivery", "import", "invoices", "offers", "order-management", "orders"],
  ...["payments", "push", "returns", "stock-notices", "tax", "wishlist"],
].map((folder) => `shop/${folder}`);

test("money, stock, carts, orders, sessions and permissions are never read from a standby", () => {
  const files = [...deciding, "platform/identity", "app/web/session", "app/web/access"].flatMap(under);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ text }) => /\breadDb\b|\bReadDb\b/.test(text)).map(({ path }) => path)).toEqual([]);
});
