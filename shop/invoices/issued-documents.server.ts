import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { documentShape, type ShopDocument } from "./document.ts";
import { documentNumber, financialYear, type Numbered } from "./series.ts";

export type IssuedDocumentRecord = { refundId: string | null; document: ShopDocument };

const recordRows = z.array(z.object({ refund_id: z.string().nullable(), snapshot: documentShape }));
const counted = z.array(z.object({ last: z.number() }));

/** All documents of an order as issued, oldest first. */
export async function issuedDocumentRecords(db: Db, orderId: string): Promise<IssuedDocumentRecord[]> {
  const { rows } = await db.execute(sql`
    select refund_id, snapshot from invoice where order_id = ${orderId} order by issued_at, number`);
  return recordRows
    .parse(rows)
    .map(({ refund_id, snapshot }) => ({ refundId: refund_id, document: snapshot }));
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
  await tx.execute(sql`
    insert into invoice (kind, order_id, refund_id, number, financial_year, issued_at, total, snapshot)
    values (${kind}, ${orderId}, ${refundId}, ${number}, ${financialYear(issuedAt)}, ${document.issuedAt}, ${total},
      ${JSON.stringify(document)}::jsonb)`);
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
  const { rows } = await tx.execute(sql`
    insert into invoice_series as series (financial_year, kind, last) values (${year}, ${kind}, 1)
    on conflict (financial_year, kind) do update set last = series.last + 1
    returning last`);
  const [next] = counted.parse(rows);
  if (!next) throw new Error(`the series ${kind} ${year} gave no number`);
  return documentNumber(kind, year, next.last);
}
