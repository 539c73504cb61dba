import { expect, test } from "vitest";
import { type ActPart, actionLabel, actWords } from "./act-words.ts";
import { changedFields, fieldWords } from "./changed-fields.ts";

const part = (kind: string, name: string, before: unknown = null, after: unknown = null): ActPart => ({
  subject: { kind, id: "1", name },
  before,
  after,
});

test("an act reads as a sentence, with what it changed from and to", () => {
  const read: [string, ActPart[], string][] = [
    [
      "product.update",
      [part("product", "Linen Kurta", { price: "899" }, { price: "799" })],
      "changed the price of “Linen Kurta” from ₹899 to ₹799",
    ],
    [
      "product.update",
      [
        part(
          "product",
          "Linen Kurta",
          { price: "899", brand: "A", tags: "" },
          { price: "799", brand: "B", tags: "x" },
        ),
      ],
      "changed the price, brand and tags of “Linen Kurta”",
    ],
    ["coupon.create", [part("coupon", "DIWALI", null, { code: "DIWALI" })], "added the coupon “DIWALI”"],
    [
      "order.refund",
      [part("order", "Order 5F0C", null, { amount: 49_900, reason: "Torn" })],
      "refunded ₹499 of order 5F0C: Torn",
    ],
    ["order.refund", [part("order", "Order 5F0C")], "refunded order 5F0C"],
    [
      "order.status",
      [part("order", "Order 5F0C", null, { status: "shipped", courier: null })],
      "shipped order 5F0C",
    ],
    [
      "stock.adjust",
      [part("variant", "Kurta (K-S)", { stock: 4 }, { stock: 3, reason: "Damaged" })],
      "changed the stock of “Kurta (K-S)” from 4 to 3: Damaged",
    ],
    ["home.publish", [part("home", "Home page")], "published the home page"],
    [
      "review.hide",
      [part("review", "Review of Kurta", null, { reason: "Rude" })],
      "hid the review of Kurta: Rude",
    ],
    [
      "settings.update",
      [part("settings", "Settings", { shop: { name: "A" } }, { shop: { name: "B" } })],
      "changed the settings: shop name",
    ],
    // What no version of today records.
    ["gift-card.void", [part("gift-card", "G-1")], "gift card: void: the gift card “G-1”"],
  ];
  for (const [action, parts, words] of read) expect(actWords(action, parts)).toBe(words);
});

test("an act on many records says how many, and what was the same for all of them", () => {
  const shipped = (courier: string) => part("order", "Order", null, { status: "shipped", courier });
  expect(actWords("order.status", [shipped("Delhivery"), shipped("Delhivery")], 10)).toBe(
    "shipped 10 orders with Delhivery",
  );
  expect(actWords("order.status", [shipped("Delhivery"), shipped("Ekart")])).toBe("shipped 2 orders");
  const archived = (name: string, before: string) =>
    part("product", name, { status: before }, { status: "archived" });
  expect(actWords("product.bulk-edit", [archived("A", "active"), archived("B", "draft")], 25)).toBe(
    "changed the status of 25 products to archived",
  );
});

test("in a list of variants only what differs is a change, named by colour and size", () => {
  const variant = (stock: string) => ({
    id: "v",
    colour: "Indigo",
    size: "S",
    sku: "K-S",
    stock,
    seen: stock,
  });
  const other = { id: "w", colour: "Indigo", size: "M", sku: "K-M", stock: "1", seen: "1" };
  const [change, ...more] = changedFields({
    before: { variants: [variant("4"), other] },
    after: { variants: [variant("9"), other] },
  });
  expect(more).toEqual([]);
  expect(change).toEqual({ field: "variants Indigo S stock", before: "4", after: "9" });
  expect(fieldWords("variants Indigo S stock")).toBe("Variants Indigo S stock");
});

test("acts have labels for the filter, also those of earlier versions", () => {
  expect(
    ["product.update", "order.status", "attribute-set.delete", "order.ship-it"].map(actionLabel),
  ).toEqual([
    "Changed a product",
    "Changed the status of an order",
    "Deleted a set of details",
    "Order: ship it",
  ]);
});
