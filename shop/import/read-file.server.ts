import { pipeline, Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { unescapeFormula } from "../csv.ts";
import { cleanLine, cleanLines } from "../text/clean-text.ts";
import type { ProductColumns } from "./choose-columns.ts";
import type { Draft, Known, ReportProblem, Row, Summary } from "./draft.ts";
import { checkShape, checkVariants } from "./read-file/check-draft.ts";
import { type Headings, readHeadings } from "./read-file/headings.ts";
import { gatherProblems } from "./read-file/problems.ts";
import { readOwn } from "./read-file/read-own.ts";
import { readShopify } from "./read-file/read-shopify.ts";
import { wooCommerceRows } from "./read-file/read-woocommerce.ts";
import { slugOfHandle } from "./read-file/slug-of-handle.ts";
import { lineOfBrokenQuote, separationOf, textPieces } from "./text-of-file.ts";

const most = { rows: 200_000, cell: 100_000, row: 2_000_000 };

/** The rows of one product. `spoiled`: one of them could not be read and was reported. */
type Group = { handle: string; rows: Row[]; spoiled: boolean };

/**
 * Reads a file of products, the shop's own CSV, Shopify's or WooCommerce's, detected by its headings. In: the file's bytes (UTF-8 or
 * UTF-16; separated by commas, semicolons, tabs or what a first line "sep=" names), the shop's records, and what
 * headings of no known shop stand for. Out: the valid products, one after another, and at the end the
 * problems with their rows. Any other file gives no products and one problem. A large file takes seconds of CPU time:
 * it runs in a worker thread (reader-thread.server.ts).
 */
export async function* readImport(
  bytes: Uint8Array,
  known: Known,
  columns: ProductColumns = new Map(),
): AsyncGenerator<Draft, Summary> {
  const { report, graves, problems } = gatherProblems();
  const groups = new Map<string, Group>();
  const asShopify = wooCommerceRows(report);
  const read = { rows: 0, lost: 0, headings: null as Headings | null };
  const summary = (more: Partial<Summary> = {}): Summary => ({
    format: read.headings?.format ?? "own",
    rows: read.rows,
    products: 0,
    productsRejected: 0,
    rowsRejected: 0,
    columns: columnsOf(read.headings),
    problems: problems(),
    ...more,
  });
  let separator = ",";
  try {
    const text = textPieces(bytes);
    const start = text.next().value ?? "";
    const separation = separationOf(start);
    separator = separation.separator;
    const records = parse({
      bom: true,
      delimiter: separator,
      relax_column_count: true,
      max_record_size: most.row,
      // Hand-edited files mix them.
      record_delimiter: ["\r\n", "\n", "\r"],
      // The parser would create an Error for each row of another length, which takes twenty times as long as the row.
      skip_empty_lines: true,
      info: true,
    });
    // A decoding error ends the records with the same error, which is caught below.
    pipeline(Readable.from(withoutFirst(start.slice(separation.skipped), text)), records, () => undefined);
    for await (const parsed of records) {
      if (!isParsed(parsed)) continue;
      const { record, info } = parsed;
      // Row numbers as in a spreadsheet, including empty rows.
      read.rows = info.records + info.empty_lines;
      if (read.rows > most.rows) break;
      if (read.headings === null) {
        read.headings = readHeadings(record, read.rows, report, columns);
        if (!read.headings) return summary();
      } else if (record.some((cell) => cell.trim() !== "")) {
        const short = record.map((cell) => (cell.length > most.cell ? "" : cell));
        const row = rowOf(short, read.rows, read.headings);
        for (const each of read.headings.format === "woocommerce" ? asShopify(row) : [row]) {
          const group = groupOf(groups, each, read.headings, report);
          if (!group) read.lost++;
          else if (hasShortenedNumber(group, read.headings, report)) group.spoiled = true;
          else if (short.some((cell, at) => cell !== record[at])) {
            group.spoiled = true;
            report(read.rows, "", "cell-too-long", { grave: true });
          }
        }
      }
    }
    if (read.rows > most.rows || records.info.empty_lines > most.rows) {
      report(most.rows + 1, "", "too-many-rows", { grave: true });
      return summary();
    }
  } catch (error) {
    const why = unreadable(error);
    const line = why === "not-utf-8" ? null : lineOfBrokenQuote(textPieces(bytes), separator);
    report(line ?? read.rows + 1, "", why, { grave: true });
    return summary();
  }
  const skus = new Map<string, number>();
  const left = { products: 0, rows: read.lost };
  for (const [slug, { rows, spoiled }] of groups) {
    const [first] = rows;
    if (!first || !read.headings) continue;
    const before = graves();
    const { format } = read.headings;
    const draft = checkShape(
      {
        ...(format === "own" ? readOwn : readShopify)(slug, first, rows, known, report),
        absent: read.headings.absent,
      },
      first,
      format,
      report,
    );
    if (draft) checkVariants(draft, skus, first, format, report);
    if (draft && !spoiled && graves() === before) yield draft;
    else {
      left.products++;
      left.rows += rows.length;
    }
  }
  return summary({
    products: groups.size,
    productsRejected: left.products,
    rowsRejected: left.rows,
    problems: problems(),
  });
}

/** Text that the cleaner leaves as it is, without asking it: most cells of a large file. */
const isClean = /^(?:[!-~]| (?! ))*$/;
const severalLines: ReadonlySet<string> = new Set([
  "Description",
  "Short description",
  "Body (HTML)",
  "Details",
  "Wash care",
]);

/** Reports numbers like 8.90123E+12 in cells that name something: the spreadsheet has lost their digits. */
function hasShortenedNumber({ rows }: Group, { format }: Headings, report: ReportProblem): boolean {
  const row = rows.at(-1);
  const columns = format === "own" ? ["Slug", "SKU", "HSN code"] : ["Handle", "Variant SKU"];
  const shortened = columns.filter((column) => /^\d([.,]\d+)?E\+\d+$/i.test(row?.cell(column) ?? ""));
  for (const column of shortened)
    report(row?.number ?? 0, row?.heading(column) ?? column, "scientific-number", {
      grave: true,
      value: row?.cell(column) ?? "",
    });
  return shortened.length > 0;
}

function rowOf(record: readonly string[], number: number, { at, named, field }: Headings): Row {
  const cellAt = (place: number, column: string) => {
    const text = unescapeFormula((record[place] ?? "").trim());
    if (isClean.test(text)) return text;
    return severalLines.has(column) ? cleanLines(text) : cleanLine(text);
  };
  return {
    number,
    cell: (column) => cellAt(at(column), column),
    heading: named,
    has: (column) => at(column) >= 0,
    field: (label) => {
      const found = field(label);
      return found && { text: cellAt(found.at, label), column: found.heading };
    },
  };
}

/** Adds a row to its product. Null, and reported, when it belongs to none. */
function groupOf(
  groups: Map<string, Group>,
  row: Row,
  { key }: Headings,
  report: ReportProblem,
): Group | null {
  const heading = row.heading(key);
  const handle = row.cell(key);
  const slug = slugOfHandle(handle);
  if (slug === "") {
    report(row.number, heading, handle ? "handle-unusable" : "empty", {
      grave: true,
      value: handle,
    });
    return null;
  }
  const group = groups.get(slug);
  if (group && group.handle !== handle.toLowerCase()) {
    report(row.number, heading, "slug-twice", {
      grave: true,
      value: `${handle}: ${slug}`,
    });
    return null;
  }
  if (group) {
    group.rows.push(row);
    return group;
  }
  const made = { handle: handle.toLowerCase(), rows: [row], spoiled: false };
  groups.set(slug, made);
  if (slug !== made.handle && key !== "Name")
    report(row.number, heading, "slug-changed", {
      value: `${handle}: ${slug}`,
    });
  return made;
}

const namedColumns = {
  own: { picture: "Picture", sku: "SKU", stock: "Stock" },
  shopify: { picture: "Image Src", sku: "Variant SKU", stock: "Variant Inventory Qty" },
  woocommerce: { picture: "Images", sku: "SKU", stock: "Stock" },
};

function columnsOf(headings: Headings | null): Summary["columns"] {
  const { picture, sku, stock } = namedColumns[headings?.format ?? "own"];
  const named = (column: string) => headings?.named(column) ?? column;
  return { picture: named(picture), sku: named(sku), stock: named(stock) };
}

function* withoutFirst(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

function isParsed(parsed: unknown): parsed is { record: string[]; info: Info } {
  return typeof parsed === "object" && parsed !== null && "record" in parsed && "info" in parsed;
}

function unreadable(error: unknown) {
  if (error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE") return "endless-row" as const;
  if (error instanceof CsvError) return "quotation-mark" as const;
  if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
    return "not-utf-8" as const;
  throw error;
}
