import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { documentShape, type ShopDocument } from "./document.ts";
import { documentNumber, financialYear, type Numbered } from "./series.ts";
import { invoice, invoiceSeries } from "./tables.server.ts";

export type IssuedDocumentRecord = { refundId: string | null; document: ShopDocument };

/** All documents of an order as issued, oldest first. */
export async function issuedDocumentRecords(db: Db, orderId: string): Promise<IssuedDocumentRecord[]> {
  const rows = await db
    .select({ refundId: invoice.refundId, snapshot: invoice.snapshot })
    .from(invoice)
    .where(eq(invoice.orderId, orderId))
    .orderBy(invoice.issuedAt, invoice.number);
  return rows.map(({ refundId, snapshot }) => ({ refundId, document: documentShape.parse(snapshot) }));
}

/**
 * Stores a document permanently with its time and, unless it is a receipt, the next number of its series. In: a
 * transaction that has locked the order. The series is locked until the end, so that numbers have no gaps or
 * duplicates.
 */
export async function issueDocument(
  tx: Db,
  draft: Omit<ShopDocument, "number" | "issuedAt">,
  issuedAt: Date,
  refundId: string | null = null,
): Promise<ShopDocument> {
  const { kind, orderId, total } = draft;
  const number = kind === "receipt" ? null : await nextNumber(tx, kind, issuedAt);
  const document = { ...draft, number, issuedAt: issuedAt.toISOString() };
  await tx.insert(invoice).values({
    kind,
    orderId,
    refundId,
    number,
    issuedAt,
    total,
    financialYear: financialYear(issuedAt),
    snapshot: document,
  });
  return document;
}

/** The database's time: a server with a wrong clock must not date an invoice. */
export async function databaseTime(tx: Db): Promise<Date> {
  const { rows } = await tx.execute(sql`select now() as now`);
  const [found] = z.array(z.object({ now: z.coerce.date() })).parse(rows);
  if (!found) throw new Error("the database does not know the time");
  return found.now;
}

/**
 * The next number of a series. In: a transaction, which locks the series; the day that decides the financial year.
 */
export async function nextNumber(tx: Db, kind: Numbered, at: Date): Promise<string> {
  const year = financialYear(at);
  const [next] = await tx
    .insert(invoiceSeries)
    .values({ financialYear: year, kind, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceSeries.financialYear, invoiceSeries.kind],
      set: { last: sql`${invoiceSeries.last} + 1` },
    })
    .returning({ last: invoiceSeries.last });
  if (!next) throw new Error(`the series ${kind} ${year} gave no number`);
  return documentNumber(kind, year, next.last);
}
