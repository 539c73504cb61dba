import { rupeesExact } from "../../money.ts";
import type { DocumentLine, ShopDocument } from "../document.ts";
import { margin, type PdfPage, width } from "./page.server.ts";
import { taxLabel } from "./tax-labels.ts";

type Column = {
  title: string;
  width: number;
  right?: boolean;
  cell(line: DocumentLine, index: number): string;
};

const amount = (title: string, of: (line: DocumentLine) => number): Column => ({
  title,
  width: 64,
  right: true,
  cell: (line) => rupeesExact(of(line)),
});

/** The columns of a kind of document. The description takes the remaining width. */
function columnsOf({ kind, placeOfSupply }: ShopDocument): Column[] {
  const taxed = placeOfSupply !== null;
  const prices = [
    amount("Price", ({ unitPrice }) => unitPrice),
    amount("Discount", ({ discount }) => discount),
  ];
  const others: Column[] = [
    ...(taxed ? [{ title: "HSN", width: 50, cell: ({ hsnCode }: DocumentLine) => hsnCode ?? "-" }] : []),
    {
      title: "Qty",
      width: 40,
      right: true,
      cell: ({ quantity, unit }) => (quantity > 0 ? `${quantity} ${unit}` : "-"),
    },
    ...(kind === "credit-note" ? [] : prices),
    ...(taxed ? [amount("Taxable", ({ tax }) => tax?.taxable ?? 0)] : []),
    amount(kind === "credit-note" ? "Credited" : "Total", ({ paid }) => paid),
  ];
  const number: Column = { title: "#", width: 20, cell: (_, index) => String(index + 1) };
  const left = width - number.width - others.reduce((sum, one) => sum + one.width, 0);
  return [number, { title: "Description", width: left, cell: ({ description }) => description }, ...others];
}

const text = { size: 8.5 };
const small = { size: 7.5, quiet: true };
const gap = 6;

/** Draws the lines on as many pages as needed; the titles are repeated on each page. */
export function drawLines(page: PdfPage, document: ShopDocument): void {
  const columns = columnsOf(document);
  drawTitles(page, columns);
  for (const [index, line] of document.lines.entries()) drawRow(page, columns, document, line, index);
}

function drawTitles(page: PdfPage, columns: Column[]) {
  page.rule(page.y, true);
  inColumns(page, columns, (column) => column.title, { ...text, bold: true });
  page.y += 18;
  page.rule(page.y);
  page.y += 4;
}

function drawRow(
  page: PdfPage,
  columns: Column[],
  document: ShopDocument,
  line: DocumentLine,
  index: number,
) {
  const words = taxLabel(document, line);
  const [, description] = columns;
  const column = (description?.width ?? width) - gap;
  const textHeight = page.heightOf(line.description, column, text);
  const height = textHeight + (words ? page.heightOf(words, column, small) : 0);
  if (page.makeRoom(height + 8)) drawTitles(page, columns);
  inColumns(page, columns, (one) => one.cell(line, index), text);
  if (words) page.write(words, margin + (columns[0]?.width ?? 0), page.y + textHeight, column, small);
  page.y += height + 4;
  page.rule(page.y);
  page.y += 4;
}

function inColumns(
  page: PdfPage,
  columns: Column[],
  cellOf: (column: Column) => string,
  look: { size: number; bold?: boolean },
) {
  let x = margin;
  for (const column of columns) {
    const y = look.bold ? page.y + 4 : page.y;
    // Amounts end at the next column; texts leave a gap before it.
    const inner = column.right ? column.width : column.width - gap;
    page.write(cellOf(column), x, y, inner, { ...look, align: column.right ? "right" : "left" });
    x += column.width;
  }
}
