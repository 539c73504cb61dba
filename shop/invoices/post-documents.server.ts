import { and, eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import { jsonRows } from "../../platform/database/rows.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Order } from "../orders/orders.ts";
import { hasSent } from "../orders/parcels.ts";
import { lineCodes, ratedCode } from "../orders/rated-codes.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { refundReasonOf } from "../orders/remarks/remark.ts";
import { refundReasonText } from "../orders/remarks/remark-words.ts";
import { receivedPayment, refund, refundLine } from "../payments/tables.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { splitTax } from "../tax/split-tax.ts";
import type { DocumentLine } from "./document.ts";
import {
  type CreditedAmount,
  creditLines,
  type LineValues,
  lessCredited,
  lineDifference,
  lineValues,
} from "./document-lines.ts";
import { type DraftDocument, draftDocument, invoicesOf, paidOf } from "./draft-document.ts";
import { drawPdf, hasOtherScripts } from "./draw-pdf.server.ts";
import {
  type IssuedDocumentRecord,
  issueDocument,
  issuedDocumentRecords,
} from "./issued-documents.server.ts";
import { waitingInvoice } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/**
 * Brings an order's tax documents to what they should be and posts the difference
 * (docs/decisions/0022-post-the-difference.md); idempotent. A shipped order should be invoiced in full less refunds and
 * less what came back unpaid; a cancelled one not at all. So a refund issues a credit note (CGST Rules, rule 53 (1A)),
 * a cancellation one over the rest, and an order that ships again after it was reopened a new invoice. The first
 * document of an order without a GSTIN is a receipt, permanently. No invoice is issued while a line has no GST rate:
 * the order waits in `waiting_invoice` (`postWaitingDocuments`). A job; also called when somebody opens the document.
 */
export async function postDocuments(ports: Ports, orderId: string): Promise<void> {
  const settings = await shopSettings(ports);
  await inTransaction(ports.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked?.placedAt) return;
    const now = await databaseTime(tx);
    const order = await withRatedCodes(tx, locked, { ...settings, at: now });
    const written = await issuedDocumentRecords(tx, orderId);
    const hasReceipt = written.some(({ document }) => document.kind === "receipt");
    if (hasReceipt || (written.length === 0 && !isInvoiceDue(order))) {
      await tx.delete(waitingInvoice).where(eq(waitingInvoice.orderId, orderId));
      return;
    }
    const posting = { tx, order, settings, now, written };
    if (written.length === 0 && !(await postFirst(posting))) {
      await tx.insert(waitingInvoice).values({ orderId }).onConflictDoNothing();
      return;
    }
    await tx.delete(waitingInvoice).where(eq(waitingInvoice.orderId, orderId));
    const invoices = posting.written.filter(({ document }) => document.kind === "invoice");
    if (invoices.length === 0) return;
    const refunds = await settledRefunds(tx, orderId);
    const back: CreditedAmount[] = [];
    // The first invoice of a line has all of it.
    const whole = new Map(invoices.toReversed().flatMap(({ document }) => [...lineValues(document.lines)]));
    for (const credit of creditedParcels(order)) {
      back.push(credit);
      await postCredit(posting, lessCredited(whole, back), "parcel came back", null);
    }
    for (const refund of refunds) {
      back.push(refund);
      await postCredit(
        posting,
        lessCredited(whole, back),
        refundReasonText(refundReasonOf(refund)),
        refund.id,
      );
    }
    if (order.status === "cancelled") await postCredit(posting, new Map(), "order cancelled", null);
    else if (isInvoiceDue(order)) await postInvoice(posting, lessCredited(whole, back));
  });
}

/** An order whose lines have the codes by which they are taxed now (`ratedCode`). */
async function withRatedCodes(
  db: Db,
  order: Order,
  taxation: Pick<ShopSettings, "taxRates"> & { at: Date },
): Promise<Order> {
  const codes = await lineCodes(db, order.id);
  const lines = order.lines.map((line) => {
    const known = codes.get(line.id);
    return known ? { ...line, hsnCode: ratedCode(known, taxation) } : line;
  });
  return { ...order, lines };
}

/**
 * Posts the documents of the orders that waited for a GST rate or for the shop's GSTIN, the longest waiting first; those
 * that still have no rate go on waiting. A job: hourly, and when the settings or a product's HSN code have changed.
 */
export async function postWaitingDocuments(ports: Ports & Pick<Services, "log">): Promise<void> {
  const waiting = await ports.db.select().from(waitingInvoice).orderBy(waitingInvoice.since);
  await inBatch(waiting, {
    what: "issuing invoices that waited for a GST rate",
    log: ports.log,
    nameOf: ({ orderId }) => `order ${orderId}`,
    work: ({ orderId }) => postDocuments(ports, orderId),
  });
}

type Posting = { tx: Db; order: Order; settings: ShopSettings; now: Date; written: IssuedDocumentRecord[] };

/**
 * Whether a parcel has been sent: an invoice is due before or when the goods leave (CGST Act, section 31 (1)), and the
 * first parcel's is for the whole order (docs/decisions/0053-several-parcels.md).
 */
export function isInvoiceDue({
  placedAt,
  status,
  parcels,
}: Pick<Order, "placedAt" | "status" | "parcels">): boolean {
  const isSent = status === "shipped" || status === "delivered" || hasSent(parcels);
  return placedAt !== null && status !== "cancelled" && isSent;
}

/** Issues the first document of a shipped order. Out: false when there is none to issue. */
async function postFirst(posting: Posting): Promise<boolean> {
  const { order, settings, now } = posting;
  const draft = draftDocument(order, settings, settings.legal.gstin ? "invoice" : "receipt", now);
  if (!draft) return false;
  for (const document of draft.kind === "invoice" ? invoicesOf(draft) : [draft])
    await write(posting, document, null);
  return true;
}

/** What is invoiced and not credited, by line. */
function invoicedOf(written: IssuedDocumentRecord[]): LineValues {
  const sum = new Map<string, { quantity: number; paid: number }>();
  for (const { document } of written) {
    const sign = document.kind === "credit-note" ? -1 : 1;
    for (const { key, quantity, paid } of document.lines) {
      const before = sum.get(key) ?? { quantity: 0, paid: 0 };
      sum.set(key, { quantity: before.quantity + sign * quantity, paid: before.paid + sign * paid });
    }
  }
  return sum;
}

const totalOf = (values: LineValues) => [...values.values()].reduce((sum, { paid }) => sum + paid, 0);

/** Credits what is invoiced above the target, against the newest invoice that has something left. */
async function postCredit(posting: Posting, due: LineValues, reason: string, refundId: string | null) {
  const { written } = posting;
  const invoiced = invoicedOf(written);
  if (totalOf(invoiced) <= totalOf(due)) return;
  let open: LineValues = lineDifference(invoiced, due);
  const invoices = written.flatMap(({ document }) => (document.kind === "invoice" ? [document] : []));
  for (const invoice of invoices.reverse()) {
    const against = written.flatMap(({ document }) =>
      document.against?.number === invoice.number ? document.lines : [],
    );
    const sameState = invoice.placeOfSupply?.code === invoice.seller.state?.code;
    const lines = creditLines(invoice.lines, against, sameState, open);
    if (lines.length === 0 || !invoice.number) continue;
    const { number, issuedAt, ...same } = invoice;
    await write(
      posting,
      { ...same, kind: "credit-note", lines, total: paidOf(lines), against: { number, issuedAt, reason } },
      refundId,
    );
    open = lineDifference(open, lineValues(lines));
  }
}

/** Invoices what is missing up to the target: an order that ships again. */
async function postInvoice(posting: Posting, due: LineValues) {
  const { order, settings, now, written } = posting;
  const invoiced = invoicedOf(written);
  if (totalOf(invoiced) >= totalOf(due)) return;
  const draft = draftDocument(order, settings, "invoice", now);
  if (!draft) return;
  const missing = lineDifference(due, invoiced);
  const sameState = draft.placeOfSupply?.code === draft.seller.state?.code;
  const lines = draft.lines.flatMap((line): DocumentLine[] => {
    const value = missing.get(line.key);
    if (!value) return [];
    const { quantity, paid } = value;
    const tax = line.tax && { rate: line.tax.rate, ...splitTax(paid, line.tax.rate, { sameState }) };
    return [{ ...line, quantity, paid, discount: Math.max(0, line.unitPrice * quantity - paid), tax }];
  });
  for (const document of invoicesOf({ ...draft, lines })) await write(posting, document, null);
}

async function write({ tx, now, written, settings }: Posting, draft: DraftDocument, refundId: string | null) {
  // A number that was given is never given back, so what other scripts need is drawn once before.
  if (draft.kind !== "receipt" && hasOtherScripts(draft))
    await drawPdf({ ...draft, number: null, issuedAt: now.toISOString() });
  written.push({
    refundId,
    document: await issueDocument(tx, draft, { issuedAt: now, refundId, prefixes: settings.invoices }),
  });
}

/** What is not owed any more, by parcel: these came back, or were lost, before they were paid for. */
function creditedParcels({ parcels }: Order): CreditedAmount[] {
  return parcels
    .filter(({ settled }) => settled === "credit")
    .toSorted((one, other) => (one.endedAt?.getTime() ?? 0) - (other.endedAt?.getTime() ?? 0))
    .map(({ lines }) => ({
      amount: lines.reduce((sum, { credited }) => sum + credited, 0),
      refunded: lines.map(({ lineId, quantity, credited }) => ({ lineId, quantity, amount: credited })),
    }));
}

/**
 * Succeeded refunds of the counted payment: they lower the price of what was delivered. Not refunds of duplicate or
 * late payments, not those of a cancellation, which is credited by itself, and not those of a change before the order
 * was sent, whose invoice has the lower total.
 */
async function settledRefunds(db: Db, orderId: string) {
  const { id, amount, reason, cause } = refund;
  const { orderLineId: lineId, quantity, amount: ofLine } = refundLine;
  return db
    .select({
      id,
      amount,
      reason,
      cause,
      refunded: jsonRows(
        { lineId, quantity, amount: ofLine },
        { alias: "l", from: sql`refund_line l where l.refund_id = ${id}`, order: sql`l.order_line_id` },
      ),
    })
    .from(refund)
    .innerJoin(
      receivedPayment,
      and(
        eq(receivedPayment.provider, refund.provider),
        eq(receivedPayment.providerPaymentId, refund.providerPaymentId),
      ),
    )
    .where(
      sql`${refund.orderId} = ${orderId} and ${refund.state} = 'succeeded' and ${receivedPayment.effect} = 'applied'
        and not ${refund.cancellation} and ${refund.cause} ->> 'code' is distinct from 'order-edited'`,
    )
    .orderBy(refund.settledAt, id);
}
