import { expect, test } from "vitest";
import { fillDown, pasteCells, setColumn } from "./fill-variants.ts";
import { plainVariant } from "./product-draft.ts";
import { variantMatrix } from "./variant-matrix.ts";

const colours = [
  { name: "Indigo", hex: "#33407f" },
  { name: "Off white", hex: "#f5f1e6" },
];
const rows = variantMatrix([], ["S", "M"], colours);
const all = new Set(rows.keys());

test("a value is set in all rows, or in the chosen ones only", () => {
  expect(setColumn(rows, all, "stock", " 12 ").map(({ stock }) => stock)).toEqual(["12", "12", "12", "12"]);
  expect(setColumn(rows, new Set([1, 3]), "price", "899").map(({ price }) => price)).toEqual([
    "",
    "899",
    "",
    "899",
  ]);
});

test("SKUs follow a pattern, with colour and size added when it names neither, and none stands there twice", () => {
  const skus = (pattern: string, of = rows) => setColumn(of, all, "sku", pattern).map(({ sku }) => sku);
  expect(skus("K/{colour}/{size}")).toEqual(["K/INDIGO/S", "K/INDIGO/M", "K/OFFWHITE/S", "K/OFFWHITE/M"]);
  expect(skus("KUR")).toEqual(["KUR-INDIGO-S", "KUR-INDIGO-M", "KUR-OFFWHITE-S", "KUR-OFFWHITE-M"]);
  expect(skus("KUR-{size}")).toEqual(["KUR-S", "KUR-M", "KUR-S-2", "KUR-M-2"]);
  const onlySizes = variantMatrix([], ["S", "M"], []);
  expect(setColumn(onlySizes, new Set([0, 1]), "sku", "KUR").map(({ sku }) => sku)).toEqual([
    "KUR-S",
    "KUR-M",
  ]);
});

test("filling down copies the first chosen row; a SKU is carried over with the colour and size of each row", () => {
  const typed = rows.map((row, at) => (at === 0 ? { ...row, price: "950", sku: "KUR-IND-S" } : row));
  expect(fillDown(typed, all, "price").map(({ price }) => price)).toEqual(["950", "950", "950", "950"]);
  expect(fillDown(typed, new Set([0, 2]), "price").map(({ price }) => price)).toEqual(["950", "", "950", ""]);
  expect(fillDown(typed, all, "sku").map(({ sku }) => sku)).toEqual([
    "KUR-IND-S",
    "KUR-IND-M",
    "KUR-OFF-S",
    "KUR-OFF-M",
  ]);
  const plain = rows.map((row, at) => (at === 0 ? { ...row, sku: "A1" } : row));
  expect(fillDown(plain, all, "sku").map(({ sku }) => sku)).toEqual([
    "A1",
    "A1-INDIGO-M",
    "A1-OFFWHITE-S",
    "A1-OFFWHITE-M",
  ]);
});

test("a pasted column fills the rows below, tabs the columns to the right, and lines beyond the last row are counted", () => {
  const down = pasteCells(rows, { at: 1, column: "stock", text: "1,200\r\n3\r\n4\r\n5\r\n" });
  expect(down.rows.map(({ stock }) => stock)).toEqual(["0", "1200", "3", "4"]);
  expect(down).toMatchObject({ filled: 3, left: 1 });
  const [first, second] = pasteCells(rows, { at: 0, column: "stock", text: "7\t₹1,299.50\n8\tRs. 99" }).rows;
  expect([first?.stock, first?.price, second?.stock, second?.price]).toEqual(["7", "1299.50", "8", "99"]);
  // A decimal comma is left for the form to refuse.
  const [odd] = pasteCells(rows, { at: 0, column: "price", text: "₹12,50" }).rows;
  expect(odd?.price).toBe("12,50");
  const forbidden = pasteCells([plainVariant], { at: 0, column: "stock", text: "7\t99" }, ["price", "cost"]);
  expect(forbidden.rows[0]).toMatchObject({ stock: "", price: "99" });
});

test("sizes that stand in no scale are in the order in which they are worn", () => {
  const typed = variantMatrix([], ["UK 10", "UK 9", "UK 11", "UK 6 (kids)"], []);
  expect(typed.map(({ size }) => size)).toEqual(["UK 6 (kids)", "UK 9", "UK 10", "UK 11"]);
});
