import type { ReportProblem, Row } from "../draft.ts";
import { slugOfHandle } from "./slug-of-handle.ts";

/** What Shopify's columns are called in WooCommerce's export, where one has the same meaning. */
const same: Record<string, string> = {
  Title: "Name",
  Vendor: "Brands",
  Tags: "Tags",
  "Variant SKU": "SKU",
  "Variant Inventory Qty": "Stock",
  "Variant Price": "Regular price",
  "Variant Compare At Price": "Regular price",
  "Body (HTML)": "Description",
  Type: "Categories",
  Handle: "Name",
  "Image Src": "Images",
  "Variant Image": "Images",
  Published: "Published",
};

/** A product and the names of the options by which its variations differ, which only the variations say. */
type Parent = { handle: string; options: string[] };

/**
 * Rows of WooCommerce's product CSV as rows of Shopify's, which `readShopify` then reads: variations belong to the
 * product that their column Parent names, by its SKU or as "id:17"; each further picture of a row is a row of its own.
 * In: where problems are reported. Source: WooCommerce's documentation, "Product CSV Importer and Exporter schema".
 */
export function wooCommerceRows(report: ReportProblem): (row: Row) => Row[] {
  const parents = new Map<string, Parent>();
  const taken = new Set<string>();

  function parentOf(row: Row): Parent {
    const [id, sku] = [row.cell("ID"), row.cell("SKU")];
    // The export has no address of the product: WooCommerce makes it from the name, and numbers a second one.
    const slug = slugOfHandle(row.cell("Name")) || `product-${id}`;
    const handle = taken.has(slug) ? slugOfHandle(`${slug} ${id || sku}`) : slug;
    taken.add(handle);
    const parent = { handle, options: [] };
    if (id) parents.set(`id:${id}`, parent);
    if (sku) parents.set(sku, parent);
    return parent;
  }

  return (row) => {
    const type = row.cell("Type").toLowerCase();
    const isVariation = type.includes("variation");
    const parent = isVariation ? parents.get(row.cell("Parent")) : parentOf(row);
    const own = isVariation ? attributesOf(row) : new Map<string, string>();
    for (const name of own.keys()) if (parent && !parent.options.includes(name)) parent.options.push(name);
    const { price, mrp } = pricesOf(row, report);
    // A product with variations is not sold itself.
    const isSold = !type.includes("variable");
    const [picture = "", ...pictures] = row.cell("Images").split(/,\s*(?=https?:)/i);
    const description = () => row.cell("Description") || row.cell("Short description");
    const values = new Map<string, () => string>([
      ["Handle", () => parent?.handle ?? ""],
      ["Title", () => row.cell("Name")],
      // The export writes line breaks as these two characters.
      ["Body (HTML)", () => description().replaceAll("\\n", "\n")],
      ["Vendor", () => row.cell("Brands")],
      ["Type", () => row.cell("Categories").split(",")[0]?.split(">").at(-1)?.trim() ?? ""],
      ["Tags", () => row.cell("Tags")],
      ["Published", () => String(row.cell("Published") === "1")],
      ["Variant Price", () => (isSold ? price : "")],
      ["Variant Compare At Price", () => (isSold ? mrp : "")],
      ["Variant SKU", () => (isSold ? row.cell("SKU") : "")],
      [
        "Variant Inventory Qty",
        // A variation that is not published is not sold.
        () => (isVariation && row.cell("Published") === "0" ? "0" : row.cell("Stock")),
      ],
      ["Image Src", () => (isVariation ? "" : picture)],
      ["Variant Image", () => (isVariation ? picture : "")],
      ...[1, 2, 3].flatMap((number): [string, () => string][] => {
        const name = () => parent?.options[number - 1] ?? "";
        return [
          [`Option${number} Name`, name],
          [`Option${number} Value`, () => own.get(name()) ?? ""],
        ];
      }),
    ]);
    // An attribute is a column's name in one cell and its value in another; those of the options differ by variation.
    const field = (label: string) => {
      const isOption = parent?.options.some((option) => option.toLowerCase() === label.toLowerCase());
      return isVariation || isOption ? null : (attributeOf(row, label) ?? row.field(label));
    };
    const heading = (column: string) => row.heading(same[column] ?? column);
    const cell = (column: string) => values.get(column)?.() ?? "";
    const further = pictures.map((source): Row => {
      const only = (column: string) =>
        column === "Handle" ? (parent?.handle ?? "") : column === "Image Src" ? source : "";
      return { ...row, heading, cell: only, field: () => null };
    });
    return [{ ...row, heading, cell, field }, ...(isVariation ? [] : further)];
  };
}

/** The attribute of a product that is named like a field. */
function attributeOf(row: Row, label: string): ReturnType<Row["field"]> {
  for (let number = 1; row.has(`Attribute ${number} name`); number++) {
    const column = `Attribute ${number} value(s)`;
    if (row.cell(`Attribute ${number} name`).toLowerCase() === label.toLowerCase())
      return { text: row.cell(column), column: row.heading(column) };
  }
  return null;
}

/** The attributes of a variation: name and value. */
function attributesOf(row: Row): Map<string, string> {
  const found = new Map<string, string>();
  for (const number of [1, 2, 3]) {
    const name = row.cell(`Attribute ${number} name`);
    if (name) found.set(name, row.cell(`Attribute ${number} value(s)`));
  }
  return found;
}

/** The price, and the regular one while a sale without dates runs. */
function pricesOf(row: Row, report: ReportProblem): { price: string; mrp: string } {
  const [regular, sale] = [row.cell("Regular price"), row.cell("Sale price")];
  if (!sale) return { price: regular, mrp: "" };
  if (row.cell("Date sale price starts") || row.cell("Date sale price ends")) {
    report(row.number, row.heading("Sale price"), "sale-with-dates", { value: sale });
    return { price: regular, mrp: "" };
  }
  return { price: sale, mrp: regular };
}
