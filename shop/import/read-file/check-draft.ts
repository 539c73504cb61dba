import {
  type Draft,
  draftShape,
  type ImportFormat,
  type ReportProblem,
  type Row,
  type Unchecked,
} from "../draft.ts";

/** The columns of a draft's fields in the file: own format, Shopify's. */
const columnOf: Record<string, [string, string]> = {
  slug: ["Slug", "Handle"],
  name: ["Name", "Title"],
  brand: ["Brand", "Vendor"],
  description: ["Description", "Body (HTML)"],
  price: ["Price", "Variant Price"],
  originalPrice: ["MRP", "Variant Compare At Price"],
  cost: ["Cost per item", "Cost per item"],
  tags: ["Tags", "Tags"],
  type: ["Category", "Type"],
  status: ["Status", "Status"],
  "variants.size": ["Size", "Option1 Value"],
  "variants.colour": ["Colour", "Option1 Value"],
  "variants.sku": ["SKU", "Variant SKU"],
  "variants.stock": ["Stock", "Variant Inventory Qty"],
  pictures: ["Picture", "Image Src"],
};

/** The draft when it is a valid product; else null, and the problems are reported with row and column. */
export function checkShape(
  read: Unchecked,
  first: Row,
  format: ImportFormat,
  report: ReportProblem,
): Draft | null {
  const { success, data, error } = draftShape.safeParse(read);
  if (success) return data;
  for (const { path } of error.issues) {
    const [part, at, inner] = path;
    if (part === "variants" && at === undefined) {
      report(first.number, first.heading("Size"), "too-many-variants", { grave: true });
      continue;
    }
    const nested = columnOf[`${String(part)}.${String(inner)}`] ?? columnOf[String(part)];
    const row = part === "variants" ? read.variants[Number(at)]?.row : undefined;
    const own = nested?.[format === "own" ? 0 : 1] ?? String(part);
    // Invalid amounts were reported when they were read.
    if (part === "price" && first.cell(own) !== "") continue;
    const column = first.heading(own);
    report(row ?? first.number, column, "not-allowed", {
      grave: true,
    });
  }
  return null;
}

/** Reports duplicates and invalid colours. `skus`: the SKUs so far, in lower case, with their row. */
export function checkVariants(
  draft: Draft,
  skus: Map<string, number>,
  first: Row,
  format: ImportFormat,
  report: ReportProblem,
) {
  const skuColumn = first.heading(format === "own" ? "SKU" : "Variant SKU");
  const seen = new Set<string>();
  for (const { row, size, colour, hex, sku } of draft.variants) {
    const isNamed = draft.absent.includes("Size") && draft.absent.includes("Colour") && sku !== null;
    const both = JSON.stringify(isNamed ? sku.toLowerCase() : [size, colour]);
    if (seen.has(both))
      report(row, first.heading(format === "own" ? "Size" : "Option1 Value"), "variant-twice", {
        grave: true,
        value: [size, colour].filter(Boolean).join(", "),
      });
    seen.add(both);
    if (colour !== null && !draft.absent.includes("Colour code") && !/^#[0-9a-f]{6}$/.test(hex ?? ""))
      report(row, "Colour code", "no-colour-code", { grave: true, value: hex ?? "" });
    if (sku === null) continue;
    if (skus.has(sku.toLowerCase()))
      report(row, skuColumn, "sku-twice", {
        grave: true,
        value: sku,
      });
    skus.set(sku.toLowerCase(), row);
  }
}
