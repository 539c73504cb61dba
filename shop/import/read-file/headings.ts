import { type ImportFormat, laterColumns, ownColumns, type ReportProblem } from "../draft.ts";

const shopifyNeeds = ["Handle", "Title", "Variant Price"];
/**
 * Shopify's two generations of headings: the name in this program (the older one) -> the newer one. Other headings
 * differ at most in case. Source: the sample files and exports of Shopify's product CSV, 2019 and 2025.
 */
const newer: Record<string, string> = {
  handle: "url handle",
  "body (html)": "description",
  published: "published on online store",
  "variant sku": "sku",
  "variant price": "price",
  "variant compare at price": "compare-at price",
  "variant inventory qty": "inventory quantity",
  "image src": "product image url",
  "variant image": "variant image url",
};

export type Headings = {
  format: ImportFormat;
  /** The index of a column in a row; -1 when the file has none. */
  at(column: string): number;
  /** The file's name of a column. */
  named(column: string): string;
};

/** In: the first row. Out: the format and the indexes of its columns; null, and reported, when it is neither format. */
export function readHeadings(record: readonly string[], report: ReportProblem): Headings | null {
  const places = new Map(record.map((heading, at) => [heading.trim().toLowerCase(), at]));
  const format = places.has("handle") || places.has("url handle") ? "shopify" : "own";
  const at = (column: string) => {
    const name = column.toLowerCase();
    return places.get(name) ?? (format === "shopify" ? places.get(newer[name] ?? "") : undefined) ?? -1;
  };
  const needed = format === "own" ? ownColumns.filter((one) => !laterColumns.includes(one)) : shopifyNeeds;
  const missing = needed.filter((column) => at(column) < 0);
  if (missing.length > 0) {
    report(1, missing[0] ?? "", { code: "columns-missing", columns: missing }, { grave: true });
    return null;
  }
  return { format, at, named: (column) => record[at(column)]?.trim() || column };
}
