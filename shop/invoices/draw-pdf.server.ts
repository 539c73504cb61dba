import { shortDate } from "../dates.ts";
import { rupeesExact } from "../money.ts";
import { type ShopDocument, taxByRate, taxOf } from "./document.ts";
import { drawLines } from "./draw-pdf/lines-table.server.ts";
import { margin, openPdf, type PdfPage, width } from "./draw-pdf/page.server.ts";
import { taxParts } from "./draw-pdf/tax-labels.ts";

const titles = { invoice: "Tax invoice", receipt: "Order receipt", "credit-note": "Credit note" };
const half = width / 2 - 10;
const rightHalf = margin + width / 2 + 10;

/**
 * Draws a document on A4, on as many pages as its lines need, with all that Rules 46 and 53 of the CGST Rules ask for.
 * In: the document as it is kept. Out: the PDF file. The same document gives the same pages.
 */
export async function drawPdf(document: ShopDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { kind, number, issuedAt, orderId, seller } = document;
  const title = [titles[kind], number ?? `order ${orderId.slice(0, 8)}`].join(" ");
  const paper = openPdf({ title, author: seller.legalName, made: new Date(issuedAt) });
  drawHead(paper, document);
  drawParties(paper, document);
  drawLines(paper, document);
  drawTotals(paper, document);
  drawClose(paper, document);
  return paper.finish(`${seller.legalName} · ${title}`);
}

function drawHead(paper: PdfPage, document: ShopDocument) {
  const { kind, number, issuedAt, orderId, orderedAt, seller, against, payment } = document;
  const sender = [
    ...(seller.legalName === seller.shopName ? [] : [seller.legalName]),
    ...seller.address.filter((line) => line !== seller.shopName),
    ...(seller.state ? [`State: ${seller.state.name} (${seller.state.code})`] : []),
    ...(seller.gstin ? [`GSTIN: ${seller.gstin}`] : []),
    seller.email,
  ];
  const facts = [
    ...(number ? [["Number", number]] : []),
    ["Date", shortDate(issuedAt)],
    ...(against ? [["Against", `tax invoice ${against.number} of ${shortDate(against.issuedAt)}`]] : []),
    ...(against ? [["Reason", against.reason]] : []),
    ["Order", orderId],
    ["Ordered on", shortDate(orderedAt)],
    ...(payment ? [["Payment", payment]] : []),
  ];
  const top = paper.y;
  let y = top + paper.write(seller.shopName, margin, top, half, { size: 16, bold: true }) + 2;
  for (const line of sender) y += paper.write(line, margin, y, half);
  let right = top + paper.write(titles[kind], rightHalf, top, half, { size: 16, bold: true }) + 2;
  for (const [label = "", value = ""] of facts) {
    paper.write(label, rightHalf, right, 70, { quiet: true });
    const height = paper.write(value, rightHalf + 74, right, half - 74);
    right += Math.max(height, paper.heightOf(label, 70));
  }
  paper.y = Math.max(y, right) + 12;
  paper.rule(paper.y);
  paper.y += 10;
}

function drawParties(paper: PdfPage, { buyer, placeOfSupply }: ShopDocument) {
  let y = paper.y;
  y += paper.write("Recipient and address of delivery", margin, y, half, { quiet: true });
  y += paper.write(buyer.name, margin, y, half, { bold: true });
  for (const line of buyer.address) y += paper.write(line, margin, y, half);
  if (placeOfSupply) {
    let right = paper.y;
    right += paper.write("Place of supply", rightHalf, right, half, { quiet: true });
    right += paper.write(`${placeOfSupply.name} (${placeOfSupply.code})`, rightHalf, right, half);
    right += paper.write("Tax payable on reverse charge", rightHalf, right + 4, half, { quiet: true }) + 4;
    paper.write("No", rightHalf, right, half);
  }
  paper.y = y + 14;
}

function drawTotals(paper: PdfPage, document: ShopDocument) {
  const { kind, lines, total } = document;
  const taxed = taxByRate(lines);
  const rows = taxed.flatMap((row) => [
    { label: `Taxable value at ${row.rate}%`, amount: row.taxable },
    ...taxParts(document, row).map(({ name, amount }) => ({ label: name, amount })),
  ]);
  const { taxable } = taxOf(lines);
  if (taxed.length > 0) rows.push({ label: "Total tax", amount: total - taxable });
  const wanted = { invoice: "Total including tax", receipt: "Total", "credit-note": "Total credited" };
  paper.makeRoom(rows.length * 13 + 40);
  paper.y += 4;
  for (const { label, amount } of rows) {
    paper.write(label, rightHalf, paper.y, half - 90, { quiet: true });
    paper.write(rupeesExact(amount), margin + width - 90, paper.y, 90, { align: "right" });
    paper.y += 13;
  }
  paper.rule(paper.y + 2, true);
  const sum = { size: 12, bold: true };
  paper.write(wanted[kind], rightHalf, paper.y + 8, half - 110, sum);
  paper.write(rupeesExact(total), margin + width - 110, paper.y + 8, 110, { ...sum, align: "right" });
  paper.y += 36;
}

function drawClose(paper: PdfPage, { kind, seller }: ShopDocument) {
  const words =
    kind === "receipt"
      ? `This is an order receipt and not a tax invoice.${seller.gstin ? " The tax invoice is issued when the order ships." : ""}`
      : "Prices include tax. All amounts are in Indian rupees.";
  paper.makeRoom(80);
  paper.write(words, margin, paper.y, half, { size: 8, quiet: true });
  if (kind === "receipt") return;
  paper.write(`For ${seller.legalName}`, rightHalf, paper.y, half, { align: "right" });
  paper.write("Authorised signatory", rightHalf, paper.y + 48, half, { align: "right", quiet: true });
}
