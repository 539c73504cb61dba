import { and, eq, like, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { documentShape, type ShopDocument } from "./document.ts";
import type { DraftDocument } from "./draft-document.ts";
import { documentNumber, financialYear, type Numbered, type SeriesPrefixes } from "./series.ts";
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
 * transaction that has locked the order; how numbers begin. The series is locked until the end, so that numbers have no
 * gaps or duplicates.
 */
export async function issueDocument(
  tx: Db,
  draft: DraftDocument,
  { issuedAt, refundId, prefixes }: { issuedAt: Date; refundId: string | null; prefixes: SeriesPrefixes },
): Promise<ShopDocument> {
  const { kind, orderId, total } = draft;
  const number = kind === "receipt" ? null : await nextNumber(tx, kind, { at: issuedAt, prefixes });
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

/**
 * The next number of a series. In: a transaction, which locks the series; the day that decides the financial year; how
 * numbers begin.
 */
export async function nextNumber(
  tx: Db,
  kind: Numbered,
  { at, prefixes }: { at: Date; prefixes: SeriesPrefixes },
): Promise<string> {
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
  return documentNumber(kind, year, next.last, prefixes);
}

/** The numbers of this financial year: its name, how many documents each series has, and the next number. */
export type SeriesState = { kind: Numbered; year: string; issued: number; next: string };

/** The state of both series. In: the time, and how numbers begin. */
export async function seriesStates(db: Db, at: Date, prefixes: SeriesPrefixes): Promise<SeriesState[]> {
  const year = financialYear(at);
  const rows = await db.select().from(invoiceSeries).where(eq(invoiceSeries.financialYear, year));
  return Promise.all(
    (["invoice", "credit-note"] as const).map(async (kind) => {
      const last = rows.find((row) => row.kind === kind)?.last ?? 0;
      const next = documentNumber(kind, year, last + 1, prefixes);
      return { kind, year, issued: await issuedIn(db, kind, year), next };
    }),
  );
}

function issuedIn(db: Db, kind: Numbered, year: string): Promise<number> {
  return db.$count(invoice, and(eq(invoice.kind, kind), eq(invoice.financialYear, year)));
}

/**
 * Continues a series that the seller has begun elsewhere: the count of the next document of this financial year.
 * Refused: 'issued' once the series has a document here, since the numbers of a year are consecutive (CGST Rules, rule
 * 46 (b)); 'other-year' when `year` is another one by now.
 */
export async function continueSeries(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, kind, year, next }: { actor: Actor; kind: Numbered; year: string; next: number },
): Promise<Done | Refused<"issued" | "other-year">> {
  if (year !== financialYear(clock.now())) return refused("other-year");
  return inTransaction(db, async (tx) => {
    const last = next - 1;
    // Inserted first: a document that is written at the same time waits for this row, or this waits for the document's.
    await tx
      .insert(invoiceSeries)
      .values({ financialYear: year, kind, last: 0 })
      .onConflictDoUpdate({
        target: [invoiceSeries.financialYear, invoiceSeries.kind],
        set: { last: sql`${invoiceSeries.last}` },
      });
    if ((await issuedIn(tx, kind, year)) > 0) return refused("issued");
    const ofSeries = and(eq(invoiceSeries.financialYear, year), eq(invoiceSeries.kind, kind));
    const [before] = await tx.select({ last: invoiceSeries.last }).from(invoiceSeries).where(ofSeries);
    await tx.update(invoiceSeries).set({ last }).where(ofSeries);
    await recordAction(tx, {
      actor,
      action: "invoices.continue",
      subject: { kind: "settings", id: `${kind} ${year}`, name: "Numbers of invoices" },
      before: { next: (before?.last ?? 0) + 1 },
      after: { next },
    });
    return done();
  });
}

/**
 * Which of these beginnings the other kind of document has used: its numbers could come again, and every number is given
 * once. Out: an error by the name of its setting.
 */
export async function prefixesInUse(
  db: Db,
  { prefix, creditPrefix }: SeriesPrefixes,
): Promise<Record<string, string>> {
  const isUsed = async (kind: Numbered, start: string) => {
    const [found] = await db
      .select({ id: invoice.id })
      .from(invoice)
      .where(and(eq(invoice.kind, kind), like(invoice.number, `${start}/%`)))
      .limit(1);
    return found !== undefined;
  };
  const [byNotes, byInvoices] = await Promise.all([
    isUsed("credit-note", prefix),
    isUsed("invoice", creditPrefix),
  ]);
  return {
    ...(byNotes && { "invoices.prefix": "Credit notes have used these letters." }),
    ...(byInvoices && { "invoices.creditPrefix": "Invoices have used these letters." }),
  };
}
