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
      "order.parcel",
      [
        part(
          "order",
          "Order 5F0C",
          { parcel: 2, state: "sent" },
          { parcel: 2, state: "undelivered", failure: "bad-address" },
        ),
      ],
      "marked parcel 2 of order 5F0C as not delivered: bad address",
    ],
    [
      "order.edit",
      [part("order", "Order 5F0C", { total: 49_900 }, { total: 49_900, changes: ["Delivery address"] })],
      "edited order 5F0C",
    ],
    [
      "category.update",
      [part("category", "Kurtas", { hsnCode: "" }, { hsnCode: "6211" })],
      "changed the HSN code of the category “Kurtas” to 6211",
    ],
    [
      "message.assign",
      [part("message", "T-1001", null, { to: "Meera" })],
      "assigned the message “T-1001” to Meera",
    ],
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

test("amounts, times, codes, pictures and permissions read as staff know them, and ids without a name are left out", () => {
  const id = "74d247a6-af83-439a-bf73-66f5d6742004";
  const after = {
    discount: 9_050,
    amounts: [29_900, 1_49_900],
    ownPrices: [{ variantId: "Linen Kurta, S", quantity: 2, price: 45_000 }],
    pieces: [{ lineId: id, quantity: 1, disposition: "written-off" }],
    refund: id,
    expires: "2026-11-30T07:05:34.093Z",
    validTo: "2026-12-24T18:30",
    pickup: "2026-11-22",
    way: "upi",
    permissions: ["orders.view"],
    picture: { key: "314841399afafceaa2113e892a5bf828", alt: "A kurta", width: 1200, height: 900 },
    rows: [
      ["M", "91–96"],
      ["L", "97–102"],
    ],
  };
  expect(changedFields({ before: null, after }).map((one) => [fieldWords(one.field), one.after])).toEqual([
    ["Discount", "₹90.50"],
    ["Amounts", "₹299; ₹1,499"],
    ["Own prices Linen Kurta, S quantity", "2"],
    ["Own prices Linen Kurta, S price", "₹450"],
    ["Items 1 quantity", "1"],
    ["Items 1 disposition", "written off"],
    ["Expires", "30 Nov 2026, 12:35"],
    ["Valid to", "24 Dec 2026, 18:30"],
    ["Pickup", "22 Nov 2026"],
    ["How", "UPI"],
    ["Permissions", "See orders"],
    ["Picture key", "picture 314841"],
    ["Picture alt", "A kurta"],
    ["Rows", "M, 91–96; L, 97–102"],
  ]);
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
