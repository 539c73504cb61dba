import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { plain } from "../csv.ts";
import {
  type Draft,
  draftShape,
  type ImportFormat,
  type Known,
  ownColumns,
  type Problem,
  type Row,
} from "./draft.ts";
import { readOwn } from "./read-own.ts";
import { readShopify } from "./read-shopify.ts";

export type ReadFile = { format: ImportFormat; rows: number; drafts: Draft[]; problems: Problem[] };

const mostRows = 200_000;
const shopifyNeeds = ["Handle", "Title", "Variant Price"];
/** Where a wrong part of a draft stands in the file: own format, Shopify's. */
const columnOf: Record<string, [string, string]> = {
  slug: ["Slug", "Handle"],
  name: ["Name", "Title"],
  brand: ["Brand", "Vendor"],
  description: ["Description", "Body (HTML)"],
  price: ["Price", "Variant Price"],
  originalPrice: ["MRP", "Variant Compare At Price"],
  tags: ["Tags", "Tags"],
  status: ["Status", "Status"],
  "variants.size": ["Size", "Option1 Value"],
  "variants.colour": ["Colour", "Option1 Value"],
  "variants.sku": ["SKU", "Variant SKU"],
  "variants.stock": ["Stock", "Variant Inventory Qty"],
  pictures: ["Picture", "Image Src"],
};

/**
 * Reads a file of products, the shop's own CSV or Shopify's, told by its headings. In: the file's bytes (UTF-8, or
 * UTF-16 with its mark) and what the shop has. Out: the products that are whole, and every problem with row and column.
 * A file that is no such CSV gives no products and one problem. Other requests go on meanwhile.
 */
export async function readImport(bytes: Buffer, known: Known): Promise<ReadFile> {
  const problems: Problem[] = [];
  let graves = 0;
  const tell = (row: number, column: string, message: string, grave = false) => {
    if (grave) graves++;
    problems.push({ row, column, message, grave });
  };
  const nothing: ReadFile = { format: "own", rows: 0, drafts: [], problems };
  const text = textOf(bytes);
  if (text === null) {
    tell(1, "", "The file is not in UTF-8. Please save it as CSV UTF-8.", true);
    return nothing;
  }
  const groups = new Map<string, Row[]>();
  let headings: Map<string, number> | null = null;
  let format: ImportFormat = "own";
  let number = 0;
  try {
    const records = parse(text, {
      bom: true,
      relax_column_count: true,
      max_record_size: 200_000,
      // Files put together by hand mix them.
      record_delimiter: ["\r\n", "\n", "\r"],
    });
    for await (const record of records) {
      if (!isCells(record)) continue;
      number++;
      if (number % 500 === 0) await setImmediate();
      if (number > mostRows) {
        tell(number, "", `At most ${mostRows} rows. Please split the file.`, true);
        return nothing;
      }
      if (headings === null) {
        headings = new Map(record.map((heading, at) => [heading.trim(), at]));
        const found = formatOf(headings, tell);
        if (!found) return nothing;
        format = found;
        continue;
      }
      if (record.every((cell) => cell.trim() === "")) continue;
      const at = headings;
      const row: Row = { number, cell: (column) => plain((record[at.get(column) ?? -1] ?? "").trim()) };
      const slug = row.cell(format === "own" ? "Slug" : "Handle").toLowerCase();
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
        const column = format === "own" ? "Slug" : "Handle";
        tell(
          number,
          column,
          slug ? `"${slug}": small letters, digits and single hyphens.` : "This is empty.",
          true,
        );
        continue;
      }
      const group = groups.get(slug);
      if (group) group.push(row);
      else groups.set(slug, [row]);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    tell(number + 1, "", "A quotation mark is not closed or stands where none may be.", true);
    return nothing;
  }
  const skus = new Map<string, number>();
  const drafts: Draft[] = [];
  for (const rows of groups.values()) {
    if (drafts.length % 200 === 199) await setImmediate();
    const before = graves;
    const read = (format === "own" ? readOwn : readShopify)(rows, known, tell);
    const draft = checked(read, rows, format, tell);
    if (draft) checkVariants(draft, skus, format, tell);
    if (draft && graves === before) drafts.push(draft);
  }
  return { format, rows: number, drafts, problems };
}

type Tell = (row: number, column: string, message: string, grave?: boolean) => void;

function formatOf(headings: ReadonlyMap<string, number>, tell: Tell): ImportFormat | null {
  const format = headings.has("Handle") ? "shopify" : "own";
  const missing = (format === "own" ? ownColumns : shopifyNeeds).filter((column) => !headings.has(column));
  if (missing.length === 0) return format;
  tell(1, missing[0] ?? "", `These columns are missing: ${missing.join(", ")}.`, true);
  return null;
}

function checked(read: unknown, rows: Row[], format: ImportFormat, tell: Tell): Draft | null {
  const { success, data, error } = draftShape.safeParse(read);
  if (success) return data;
  for (const { path } of error.issues) {
    const [part, at, inner] = path;
    const nested = columnOf[`${String(part)}.${String(inner)}`] ?? columnOf[String(part)];
    const row = part === "variants" || part === "pictures" ? rows[Number(at)] : rows[0];
    const column = nested?.[format === "own" ? 0 : 1] ?? String(part);
    tell(
      (row ?? rows[0])?.number ?? 1,
      column,
      "This is missing, too long or not one of the known values.",
      true,
    );
  }
  return null;
}

function checkVariants(draft: Draft, skus: Map<string, number>, format: ImportFormat, tell: Tell): void {
  const skuColumn = format === "own" ? "SKU" : "Variant SKU";
  const seen = new Set<string>();
  for (const { row, size, colour, hex, sku } of draft.variants) {
    const both = JSON.stringify([size, colour]);
    if (seen.has(both)) tell(row, "Size", "This size and colour stand there twice.", true);
    seen.add(both);
    if (colour !== null && !/^#[0-9a-f]{6}$/.test(hex ?? ""))
      tell(row, "Colour code", "A code such as #1d2a4d.", true);
    if (sku === null) continue;
    const other = skus.get(sku);
    if (other !== undefined) tell(row, skuColumn, `"${sku}" stands in row ${other} already.`, true);
    skus.set(sku, row);
  }
}

function isCells(record: unknown): record is string[] {
  return Array.isArray(record);
}

function textOf(bytes: Buffer): string | null {
  try {
    const wide = bytes[0] === 0xff && bytes[1] === 0xfe;
    return new TextDecoder(wide ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes).replaceAll("\0", "");
  } catch {
    return null;
  }
}
