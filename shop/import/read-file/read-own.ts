import { z } from "zod";
import type { AttributeField } from "../../catalogue/kinds/attribute-sets.ts";
import { colourCode } from "../../catalogue/kinds/colour-code.ts";
import { readMeasures, type SizeMeasure } from "../../catalogue/kinds/measures.ts";
import { hasDecimalComma, readRupees } from "../../money.ts";
import {
  type Known,
  labelledFields,
  type OwnColumn,
  type ReportProblem,
  type Row,
  type Unchecked,
} from "../draft.ts";
import { detailCells, detailsInColumns } from "./read-details.ts";

type Cell = (column: OwnColumn) => string;

/** Reads one product of the shop's own format: its own fields are in its first row, sizes and pictures in all rows. */
export function readOwn(
  slug: string,
  first: Row,
  rows: Row[],
  known: Known,
  report: ReportProblem,
): Unchecked {
  const cell: Cell = (column) => first.cell(column);
  const category = cell("Category");
  const categoryId = known.categories.get(category.toLowerCase()) ?? null;
  const collections = listed(cell("Collections")).map((slug) => slug.toLowerCase());
  for (const slug of collections) {
    if (!known.collections.has(slug)) report(first.number, "Collections", "no-collection", { value: slug });
  }
  const set = setOf(first, known, report);
  const ofCategory = categoryId === null ? undefined : known.setOfCategory.get(categoryId);
  const fields = (ofCategory === undefined ? set : known.sets.get(ofCategory))?.fields ?? [];
  const has = (column: OwnColumn) => first.has(column);
  return {
    row: first.number,
    slug,
    name: has("Name") ? cell("Name") : null,
    brand: cell("Brand"),
    description: cell("Description"),
    price: has("Price") ? (amount(first, "Price", report) ?? 0) : null,
    originalPrice: amount(first, "MRP", report),
    cost: amount(first, "Cost per item", report),
    categoryId,
    type: categoryId === null && category !== "" ? category : null,
    kind: set?.key ?? null,
    tags: listed(cell("Tags")),
    status: statusOf(first, report),
    more: {
      collections: collections.filter((slug) => known.collections.has(slug)),
      hsnCode: digits(first, report),
      countryOfOrigin: cell("Country of origin") || null,
      washCare: cell("Wash care") || null,
      material: cell("Material") || null,
      data: details(first, fields, report),
    },
    ...(categoryId === null && category !== "" && !set && { cells: detailCells(first, known) }),
    variants: rows.flatMap((row) => variantOf(row, report)),
    pictures: rows.flatMap((row) => {
      const name = row.cell("Picture");
      return name
        ? [{ name, alt: row.cell("Picture text"), colour: row.cell("Picture colour") || null }]
        : [];
    }),
  };
}

function variantOf(row: Row, report: ReportProblem): Unchecked["variants"] {
  const [size, colour, sku, stock] = ["Size", "Colour", "SKU", "Stock"].map(
    (column) => row.cell(column) || null,
  );
  if (!size && !colour && !sku && !stock) return [];
  return [
    {
      row: row.number,
      size: size ?? null,
      colour: colour ?? null,
      hex: row.cell("Colour code").toLowerCase() || (colour ? colourCode(colour) : null),
      sku: sku ?? null,
      price: amount(row, "Variant price", report),
      cost: amount(row, "Variant cost", report),
      stock: stockOf(row, "Stock", report),
      measures: size ? measuresOf(row, report) : null,
    },
  ];
}

/** The measures of a row's size; null when the file has none or, which is reported, they are invalid. */
function measuresOf(row: Row, report: ReportProblem): Omit<SizeMeasure, "size">[] | null {
  if (!row.has("Measures")) return null;
  const typed = row.cell("Measures");
  const read = readMeasures(typed);
  if (read === null) report(row.number, "Measures", "no-measures", { grave: true, value: typed });
  return read;
}

/** The set of details of a row's category; undefined for an empty or, which is reported, an unknown one. */
function setOf(row: Row, { sets }: Known, report: ReportProblem) {
  const typed = row.cell("Kind").toLowerCase();
  const known = sets.get(typed);
  if (!known && typed !== "") report(row.number, row.heading("Kind"), "no-kind", { value: typed });
  return known;
}

const statuses = ["draft", "active", "archived"] as const;

/** The status of a row; "draft" for an empty or, which is reported, an unknown one. */
export function statusOf(row: Row, report: ReportProblem): Unchecked["status"] {
  const typed = row.cell("Status").toLowerCase();
  const known = statuses.find((status) => status === typed);
  if (!known && typed !== "")
    report(row.number, row.heading("Status"), "no-status", {
      value: typed,
    });
  return known ?? "draft";
}

/** "one; two" as a list. */
export function listed(cell: string, between: string | RegExp = ";"): string[] {
  return [...new Set(cell.split(between).map((part) => part.trim()))].filter(Boolean);
}

/** A cell of rupees in paise; null when it is empty or, which is reported, not an amount above 0. */
export function amount(row: Row, column: string, report: ReportProblem): number | null {
  const typed = row.cell(column);
  if (typed === "") return null;
  const paise = readRupees(typed);
  if (paise === null || paise === 0)
    report(row.number, row.heading(column), hasDecimalComma(typed) ? "decimal-comma" : "no-amount", {
      grave: true,
      value: typed,
    });
  return paise || null;
}

/**
 * A quantity cell; null when it is empty or, which is reported, not a whole number. A negative one is 0, and reported.
 */
export function stockOf(row: Row, column: string, report: ReportProblem): number | null {
  const typed = row.cell(column);
  if (typed === "") return null;
  const heading = row.heading(column);
  if (/^-\d{1,7}$/.test(typed)) {
    report(row.number, heading, "stock-below-zero", { value: typed });
    return 0;
  }
  if (/^\d{1,7}$/.test(typed)) return Number(typed);
  report(row.number, heading, "no-whole-number", { grave: true, value: typed });
  return null;
}

function digits(row: Row, report: ReportProblem): string | null {
  const typed = row.cell("HSN code");
  if (typed !== "" && !/^\d{4,8}$/.test(typed))
    report(row.number, "HSN code", "no-hsn-code", { grave: true, value: typed });
  return typed || null;
}

const object = z.record(z.string(), z.unknown());

/**
 * The column "Details" holds values by key; columns named like a field of its set go before. Without "Details" an empty
 * cell removes the value (null, see absent-columns.server.ts): with it, "Details" says what there is.
 */
function details(row: Row, fields: readonly AttributeField[], report: ReportProblem) {
  return { ...detailsByKey(row, report), ...detailsByLabel(row, fields, report) };
}

function detailsByLabel(row: Row, fields: readonly AttributeField[], report: ReportProblem) {
  const { values, empty } = detailsInColumns(row, labelledFields(fields), report);
  const removed = row.has("Details") ? [] : empty;
  return { ...values, ...Object.fromEntries(removed.map((key) => [key, null])) };
}

function detailsByKey(row: Row, report: ReportProblem): Record<string, unknown> {
  const typed = row.cell("Details");
  if (typed === "") return {};
  try {
    const { success, data } = object.safeParse(JSON.parse(typed));
    if (success && typed.length <= 5000) return data;
  } catch {
    // Reported below, as for any other text that is not an object.
  }
  report(row.number, "Details", "no-details", {
    grave: true,
    value: typed,
  });
  return {};
}
