import { shortDate } from "../dates.ts";
import { amountInWords, rupeesExact } from "../money.ts";
import type { DocumentLine } from "./document.ts";
import { documentTitle, invoiceTitle, type ShopDocument, taxByRate, taxOf } from "./document.ts";
import { needsOtherFonts } from "./draw-pdf/fonts.server.ts";
import { margin, openPdf, type PdfPage, type PdfPicture, width } from "./draw-pdf/page.server.ts";
import { exempt, taxLabel, taxParts } from "./draw-pdf/tax-labels.ts";

export type { PdfPicture };

/** When the invoice comes, on a receipt of a shop that issues them. */
const awaitsWords = {
  shipping: "The invoice is issued when the order ships.",
  rate: "The invoice follows once the order has shipped and the tax rate of each item is entered.",
};
const half = width / 2 - 10;
const rightHalf = margin + width / 2 + 10;

/**
 * Draws a document on A4, on as many pages as its lines need, with everything that Rules 46, 49 and 53 of the CGST
 * Rules require. In: the stored document, the shop's logo of now, and the picture of the document's signature. Out: the PDF
 * file. The same document gives the same pages.
 */
export async function drawPdf(
  document: ShopDocument,
  { logo, signature }: { logo?: PdfPicture | null; signature?: PdfPicture | null } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { number, issuedAt, orderId, seller } = document;
  const title = [documentTitle(document), number ?? `order ${orderId.slice(0, 8)}`].join(" ");
  const page = await openPdf({ title, author: seller.legalName, made: new Date(issuedAt) });
  drawHead(page, document, logo ?? null);
  drawParties(page, document);
  drawLines(page, document);
  drawTotals(page, document);
  drawClose(page, document, signature ?? null);
  return page.finish(`${seller.legalName} · ${title}`);
}

/** Whether a document has texts that the shop's own typeface cannot be trusted to draw. */
export function hasOtherScripts(document: Omit<ShopDocument, "number" | "issuedAt">): boolean {
  return needsOtherFonts(JSON.stringify(document));
}

function drawHead(page: PdfPage, document: ShopDocument, logo: PdfPicture | null) {
  const { number, issuedAt, orderId, orderedAt, seller, against, payment } = document;
  const sender = [
    ...(seller.legalName === seller.shopName ? [] : [seller.legalName]),
    ...seller.address.filter((line) => line !== seller.shopName),
    ...(seller.state ? [`State: ${seller.state.name} (${seller.state.code})`] : []),
    ...(seller.gstin ? [`GSTIN: ${seller.gstin}`] : []),
    ...(seller.email ? [seller.email] : []),
  ];
  const facts = [
    ...(number ? [["Number", number]] : []),
    ["Date", shortDate(issuedAt)],
    ...(against
      ? [["Against", `${invoiceTitle(document)} ${against.number} of ${shortDate(against.issuedAt)}`]]
      : []),
    ...(against ? [["Reason", against.reason]] : []),
    ["Order", orderId],
    ["Ordered on", shortDate(orderedAt)],
    ...(payment ? [["Payment", payment]] : []),
  ];
  const top = page.y;
  let y = top;
  if (logo) {
    page.picture(logo, margin, y);
    y += logo.height + 8;
  }
  // In letters too: the name is required, and a logo is a picture.
  y += page.write(seller.shopName, margin, y, half, { size: logo ? 10 : 16, bold: true }) + 2;
  for (const line of sender) y += page.write(line, margin, y, half);
  let right = top + page.write(documentTitle(document), rightHalf, top, half, { size: 16, bold: true }) + 2;
  for (const [label = "", value = ""] of facts) {
    page.write(label, rightHalf, right, 70, { quiet: true });
    const height = page.write(value, rightHalf + 74, right, half - 74);
    right += Math.max(height, page.heightOf(label, 70));
  }
  page.y = Math.max(y, right) + 12;
  page.rule(page.y);
  page.y += 10;
}

/** Whether a document shows tax: not a bill of supply, nor what credits one. */
function showsTax({ placeOfSupply, invoiceType }: ShopDocument): boolean {
  return placeOfSupply !== null && invoiceType !== "bill-of-supply";
}

function drawParties(page: PdfPage, document: ShopDocument) {
  const { buyer, placeOfSupply } = document;
  let y = page.y;
  y += page.write("Recipient and address of delivery", margin, y, half, { quiet: true });
  y += page.write(buyer.name, margin, y, half, { bold: true });
  if (buyer.gstin) y += page.write(`GSTIN: ${buyer.gstin}`, margin, y, half);
  for (const line of buyer.address) y += page.write(line, margin, y, half);
  if (placeOfSupply) {
    let right = page.y;
    right += page.write("Place of supply", rightHalf, right, half, { quiet: true });
    right += page.write(`${placeOfSupply.name} (${placeOfSupply.code})`, rightHalf, right, half);
    if (showsTax(document)) {
      right += page.write("Tax payable on reverse charge", rightHalf, right + 4, half, { quiet: true }) + 4;
      page.write("No", rightHalf, right, half);
    }
  }
  page.y = y + 14;
}

function drawTotals(page: PdfPage, document: ShopDocument) {
  const { kind, lines, total } = document;
  const taxed = showsTax(document) ? taxByRate(lines) : [];
  const rows = taxed.flatMap((row) => [
    { label: row.rate === 0 ? exempt : `Taxable value at ${row.rate}%`, amount: row.taxable },
    ...taxParts(document, row).map(({ name, amount }) => ({ label: name, amount })),
  ]);
  const { taxable } = taxOf(lines);
  if (taxed.length > 0) rows.push({ label: "Total tax", amount: total - taxable });
  const invoiced = taxed.length > 0 ? "Total including tax" : "Total";
  const wanted = { invoice: invoiced, receipt: "Total", "credit-note": "Total credited" };
  page.makeRoom(rows.length * 13 + 40);
  page.y += 4;
  for (const { label, amount } of rows) {
    page.write(label, rightHalf, page.y, half - 90, { quiet: true });
    page.write(rupeesExact(amount), margin + width - 90, page.y, 90, { align: "right" });
    page.y += 13;
  }
  page.rule(page.y + 2, true);
  const sum = { size: 12, bold: true };
  page.write(wanted[kind], rightHalf, page.y + 8, half - 110, sum);
  page.write(rupeesExact(total), margin + width - 110, page.y + 8, 110, { ...sum, align: "right" });
  page.y += 30;
  page.y += page.write(amountInWords(total), margin, page.y, width, { size: 8.5, quiet: true }) + 8;
}

function drawClose(page: PdfPage, document: ShopDocument, signature: PdfPicture | null) {
  const { kind, seller, awaits, terms } = document;
  const taxWords = showsTax(document) ? "Prices include tax." : `${exempt}: no GST is charged.`;
  const words =
    kind === "receipt"
      ? `This is an order receipt and not a tax invoice.${awaits ? ` ${awaitsWords[awaits]}` : ""}`
      : `${taxWords} All amounts are in Indian rupees.`;
  const texts = [words, ...(terms ? [terms] : [])].join("\n");
  const small = { size: 8, quiet: true };
  page.makeRoom(Math.max(80, page.heightOf(texts, half, small)));
  page.write(texts, margin, page.y, half, small);
  if (kind === "receipt") return;
  page.write(`For ${seller.legalName}`, rightHalf, page.y, half, { align: "right" });
  if (signature) page.picture(signature, margin + width - signature.width, page.y + 14);
  page.write("Authorised signatory", rightHalf, page.y + 48, half, { align: "right", quiet: true });
}

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
function columnsOf(document: ShopDocument): Column[] {
  const { kind, placeOfSupply } = document;
  const prices = [
    amount("Price", ({ unitPrice }) => unitPrice),
    amount("Discount", ({ discount }) => discount),
  ];
  const others: Column[] = [
    ...(placeOfSupply
      ? [{ title: "HSN", width: 50, cell: ({ hsnCode }: DocumentLine) => hsnCode ?? "-" }]
      : []),
    {
      title: "Qty",
      width: 40,
      right: true,
      cell: ({ quantity, unit }) => (quantity > 0 ? `${quantity} ${unit}` : "-"),
    },
    ...(kind === "credit-note" ? [] : prices),
    ...(showsTax(document) ? [amount("Taxable", ({ tax }) => tax?.taxable ?? 0)] : []),
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
function drawLines(page: PdfPage, document: ShopDocument): void {
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
  const words = showsTax(document) ? taxLabel(document, line) : null;
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
