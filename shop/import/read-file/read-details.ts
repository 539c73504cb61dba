import { type TypedField, typedFields } from "../../catalogue/kinds/attribute-sets.ts";
import { readFieldTexts } from "../../fields/fields.ts";
import { type Known, lowerLabel, type ReportProblem, type Row } from "../draft.ts";

/**
 * Reads the details of a product from the columns that are named like their fields. In: its first row and the fields.
 * Out: the values by key, and the keys whose cell is empty. A value that its field does not allow is reported, and
 * excludes the product.
 */
export function detailsInColumns(
  row: Row,
  fields: readonly TypedField[],
  report: ReportProblem,
): { values: Record<string, unknown>; empty: string[] } {
  const cells = new Map(
    fields.flatMap(({ key, label }) => {
      const cell = row.field(label);
      return cell ? [[key, cell] as const] : [];
    }),
  );
  const texts = Object.fromEntries([...cells].map(([key, { text }]) => [key, text]));
  const { values, errors } = readFieldTexts(fields, texts, { complete: false });
  for (const [key, { text, column }] of cells)
    if (errors[key] !== undefined) report(row.number, column, "no-detail", { grave: true, value: text });
  return { values, empty: [...cells].flatMap(([key, { text }]) => (text === "" ? [key] : [])) };
}

/**
 * The same for a product whose category is chosen after the file was read: the cells that are named like a field of any
 * set, by the label in lower case.
 */
export function detailCells(row: Row, { sets }: Known): Record<string, string> {
  const labels = new Set([...sets.values()].flatMap(({ fields }) => typedFields(fields).map(lowerLabel)));
  return Object.fromEntries(
    [...labels].flatMap((label) => {
      const text = row.field(label)?.text;
      return text ? [[label, text]] : [];
    }),
  );
}
