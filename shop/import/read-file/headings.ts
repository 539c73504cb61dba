import { cleanLine } from "../../text/clean-text.ts";
import { formatOf, meantHeadings, type ProductColumns } from "../choose-columns.ts";
import { costColumns, type ImportFormat, ownColumns, type ReportProblem } from "../draft.ts";

const needs: Record<ImportFormat, readonly string[]> = {
  own: ["Name"],
  shopify: ["Handle", "Title", "Variant Price"],
  woocommerce: ["Type", "Name", "Regular price"],
};
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
  /** The column whose text the rows of one product share: its web address, or its name in a file of ours without one. */
  key: "Slug" | "Name" | "Handle";
  /** The index of a column in a row; -1 when the file has none. */
  at(column: string): number;
  /** The file's name of a column. */
  named(column: string): string;
  /** The columns of our own format that the file does not have; of other files only those of costs. */
  absent: string[];
  /** The column for a field of a set of details, by its label; null when the file has none. */
  field(label: string): { at: number; heading: string } | null;
};

/**
 * The names of fields in other shops' headings: "Fabric (product.metafields.custom.fabric)" in Shopify's export, "Meta:
 * Fabric" in WooCommerce's. Sources: exports of both.
 */
const fieldNames: Partial<Record<ImportFormat, RegExp>> = {
  shopify: /^(.+?)\s*\(product\.metafields\..+\)$/i,
  woocommerce: /^meta:\s*(.+)$/i,
};
/** What these shops call something else; a field of such a label is not meant. */
const otherColumns: Partial<Record<ImportFormat, RegExp>> = {
  shopify:
    /^(?:(?:url )?handle|title|body \(html\)|description|vendor|product category|type|tags|published.*|option\d.*|(?:variant|image|product image|inventory|seo|google shopping).*|sku|barcode|price|compare-at price|cost per item|gift card|status)$/,
  woocommerce:
    /^(?:id|type|sku|name|published|(?:short )?description|in stock\?|stock|(?:sale|regular) price|categories|tags|shipping class|images|parent|position|brands|attribute .*)$/,
};

/** The columns for fields, by label in lower case: those of the form above go before plain ones. */
function fieldColumns(headings: readonly string[], format: ImportFormat): Map<string, number> {
  const columns = [...headings.entries()];
  const plain = columns.filter(([, heading]) => !otherColumns[format]?.test(heading.toLowerCase()));
  const named = columns.flatMap(([at, heading]) => {
    const name = fieldNames[format]?.exec(heading)?.[1];
    return name === undefined ? [] : [[name.toLowerCase(), at] as const];
  });
  return new Map([...plain.map(([at, heading]) => [heading.toLowerCase(), at] as const), ...named]);
}

/**
 * In: the first row and its number, and what headings of no known shop stand for. Out: the format and the indexes of
 * its columns; null, and reported, when it is of no known format or has a heading twice.
 */
export function readHeadings(
  record: readonly string[],
  row: number,
  report: ReportProblem,
  columns: ProductColumns,
): Headings | null {
  const headings = record.map((heading) => cleanLine(heading));
  const format = formatOf(new Set(headings.map((heading) => heading.toLowerCase())));
  const meant = format === "own" ? meantHeadings(headings, columns) : headings;
  const places = new Map<string, number>();
  for (const [at, heading] of meant.entries()) {
    const name = heading.toLowerCase();
    if (name !== "" && places.has(name)) {
      report(row, heading, "heading-twice", { grave: true });
      return null;
    }
    places.set(name, at);
  }
  const at = (column: string) => {
    const name = column.toLowerCase();
    return places.get(name) ?? (format === "shopify" ? places.get(newer[name] ?? "") : undefined) ?? -1;
  };
  const key = format !== "own" ? "Handle" : at("Slug") < 0 ? "Name" : "Slug";
  const missing = key === "Slug" ? [] : needs[format].filter((column) => at(column) < 0);
  if (missing.length > 0) {
    report(row, missing[0] ?? "", { code: "columns-missing", columns: missing }, { grave: true });
    return null;
  }
  const hasCosts = at("Cost per item") >= 0;
  const absent =
    format === "own" ? ownColumns.filter((column) => at(column) < 0) : hasCosts ? [] : [...costColumns];
  const fields = fieldColumns(meant, format);
  return {
    format,
    key,
    at,
    named: (column) => headings[at(column)] || column,
    absent,
    field: (label) => {
      const place = fields.get(label.toLowerCase());
      return place === undefined ? null : { at: place, heading: headings[place] ?? label };
    },
  };
}
