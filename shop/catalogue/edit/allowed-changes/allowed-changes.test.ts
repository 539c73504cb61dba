import { expect, test } from "vitest";
import type { Staff } from "../../../access/actor.ts";
import type { Permission } from "../../../access/permissions.ts";
import { forbiddenChanges } from "../allowed-changes.ts";
import { plainVariant } from "../product-draft.ts";

const staff = (...permissions: Permission[]): Staff => ({
  kind: "staff",
  id: "s",
  name: "Meera",
  permissions: new Set(permissions),
});
const before = {
  price: "499",
  originalPrice: "",
  cost: "200",
  variants: [{ ...plainVariant, id: "m", price: "549", cost: "220" }],
};
const variant = {
  id: "m",
  size: "M",
  colour: null,
  hex: null,
  sku: "S-M",
  price: 54_900,
  cost: 22_000,
  step: 0,
};
const same = { price: 49_900, originalPrice: null, cost: 20_000, variants: [variant] };
const dearer = {
  price: 59_900,
  originalPrice: 79_900,
  cost: null,
  variants: [{ ...variant, price: null, cost: 23_000, step: 3 }],
};

test("with catalogue permission only, a form that leaves prices and stock unchanged may be saved", () => {
  expect(forbiddenChanges(staff("catalogue.edit"), before, same)).toEqual({});
});

test("prices, costs and stock need a permission each, and every forbidden change is reported at its field", () => {
  const prices = ["cost", "originalPrice", "price", "variant.0.cost", "variant.0.price"];
  const wrong = (...permissions: Permission[]) =>
    Object.keys(forbiddenChanges(staff(...permissions), before, dearer)).sort();
  expect(wrong("catalogue.edit")).toEqual([...prices, "variant.0.stock"]);
  expect(wrong("catalogue.edit", "prices.edit")).toEqual(["variant.0.stock"]);
  expect(wrong("catalogue.edit", "stock.adjust")).toEqual(prices);
  expect(wrong("catalogue.edit", "prices.edit", "stock.adjust")).toEqual([]);
});

test("a new product has a price, so it needs the permission for prices", () => {
  const fresh = { ...same, cost: null, variants: [{ ...variant, id: null, price: null, cost: null }] };
  expect(Object.keys(forbiddenChanges(staff("catalogue.edit"), null, fresh))).toEqual(["price"]);
});
