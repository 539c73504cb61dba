import { and, asc, between, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Count, countUpTo } from "../../platform/database/count.server.ts";
import type { Db } from "../../platform/database/database.server.ts";
import { likeText } from "../../platform/database/like.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import { dayInIndia } from "../dates.ts";
import {
  type DocumentLine,
  documentShape,
  documentTitle,
  type IssuedDocument,
  type ShopDocument,
  slugOf,
  taxByRate,
} from "../invoices/document.ts";
import { invoice, waitingInvoice } from "../invoices/tables.server.ts";
import { readRupees } from "../money.ts";
import { idPrefixRange } from "../orders/orders.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { checkReturn, type ReturnCheck, roundingDifference } from "./check-return.ts";
import { type Gstr1, gstr1, type ReturnDocument } from "./gstr1.ts";
import type { BookPeriod } from "./period.ts";
import { receiptReductionSum, receiptReductions } from "./receipt-reductions.server.ts";
import { type Register, receiptReductionLine, registers, returnTables } from "./registers.ts";

type Ports = Pick<Services, "db">;
type Period = Pick<BookPeriod, "from" | "to">;

const batch = 1_000;

const within = ({ from, to }: Period) => and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to));

/** Every document that was issued in a period, the oldest first, in batches: a month may have tens of thousands. */
async function* documentsOf({ db }: Ports, period: Period): AsyncGenerator<ShopDocument> {
  let after: { at: Date; id: string } | null = null;
  for (;;) {
    const rows: { id: string; issuedAt: Date; snapshot: unknown }[] = await db
      .select({ id: invoice.id, issuedAt: invoice.issuedAt, snapshot: invoice.snapshot })
      .from(invoice)
      .where(
        and(
          within(period),
          after
            ? sql`(${invoice.issuedAt}, ${invoice.id}) > (${after.at.toISOString()}, ${after.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(asc(invoice.issuedAt), asc(invoice.id))
      .limit(batch);
    for (const { snapshot } of rows) yield documentShape.parse(snapshot);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = { at: last.issuedAt, id: last.id };
  }
}

/**
 * What the list of documents is narrowed by. `state`: a GST code; `rate`: percent; `gstin`: businesses, or consumers; `q`:
 * part of a number or name, a GSTIN, an order, or a total in rupees.
 */
export type DocumentFilter = {
  kind: string;
  state: string;
  rate: string;
  gstin: string;
  q: string;
};

/** A document in the list. `tax` in paise, null where none is shown. */
export type ListedDocument = Omit<IssuedDocument, "kind" | "number"> & {
  kind: ShopDocument["kind"];
  number: string | null;
  orderId: string;
  buyer: string;
  buyerGstin: string | null;
  place: string | null;
  tax: number | null;
  /** Percent, the lowest first. */
  rates: number[];
};

const hasTax = sql`jsonb_path_exists(${invoice.snapshot}, '$.lines[*].tax.rate')`;

function conditions({ kind, state, rate, gstin, q }: DocumentFilter): (SQL | undefined)[] {
  const words = cutText(q.trim(), 100);
  const amount = readRupees(words);
  const ids = idPrefixRange(words);
  return [
    kind ? sql`${invoice.kind} = ${kind}` : undefined,
    state ? sql`${invoice.snapshot} -> 'placeOfSupply' ->> 'code' = ${state}` : undefined,
    /^\d{1,2}$/.test(rate)
      ? sql`${invoice.snapshot} -> 'lines' @> ${JSON.stringify([{ tax: { rate: Number(rate) } }])}::jsonb`
      : undefined,
    gstin === "yes" ? sql`${invoice.snapshot} -> 'buyer' ->> 'gstin' is not null` : undefined,
    gstin === "no" ? sql`${invoice.snapshot} -> 'buyer' ->> 'gstin' is null and ${hasTax}` : undefined,
    words
      ? or(
          sql`${invoice.searchText} like upper(${`%${likeText(words)}%`})`,
          ids ? between(invoice.orderId, ids.from, ids.to) : undefined,
          amount === null ? undefined : eq(invoice.total, amount),
        )
      : undefined,
  ];
}

type Page = { page: number; size: number };
/** `more`: whether more documents follow; `total`: how many there are, counted up to 1,000. */
export type BookPage<Row> = { rows: Row[]; more: boolean; total: Count };

/** A page of the documents of a period, the newest first. */
export async function listDocuments(
  ports: Ports,
  period: Period,
  filter: DocumentFilter,
  page: Page,
): Promise<BookPage<ListedDocument>> {
  const { documents, ...found } = await pageOfDocuments(ports, period, filter, page);
  return { ...found, rows: documents.map(({ orderId, document }) => listed(orderId, document)) };
}

/** A line of a document in the register of lines. */
export type ListedLine = Pick<
  ListedDocument,
  "orderId" | "kind" | "title" | "number" | "slug" | "issuedAt" | "place"
> & {
  line: DocumentLine;
};

/** The lines of a page of documents; narrowed by a rate, only those at it. Its pages are of documents. */
export async function listLines(
  ports: Ports,
  period: Period,
  filter: DocumentFilter,
  page: Page,
): Promise<BookPage<ListedLine>> {
  const { documents, ...found } = await pageOfDocuments(ports, period, filter, page);
  const rows = documents.flatMap(({ orderId, document }) => {
    const { kind, title, number, slug, issuedAt, place } = listed(orderId, document);
    return document.lines
      .filter(({ tax }) => filter.rate === "" || String(tax?.rate) === filter.rate)
      .map((line) => ({ orderId, kind, title, number, slug, issuedAt, place, line }));
  });
  return { ...found, rows };
}

async function pageOfDocuments(
  { db }: Ports,
  period: Period,
  filter: DocumentFilter,
  { page, size }: Page,
): Promise<Omit<BookPage<never>, "rows"> & { documents: { orderId: string; document: ShopDocument }[] }> {
  const where = and(within(period), ...conditions(filter));
  const [rows, total] = await Promise.all([
    db
      .select({ orderId: invoice.orderId, snapshot: invoice.snapshot })
      .from(invoice)
      .where(where)
      .orderBy(desc(invoice.issuedAt), desc(invoice.id))
      .limit(size + 1)
      .offset((page - 1) * size),
    countUpTo(db, sql`select from ${invoice} where ${where}`),
  ]);
  return {
    total,
    more: rows.length > size,
    documents: rows
      .slice(0, size)
      .map(({ orderId, snapshot }) => ({ orderId, document: documentShape.parse(snapshot) })),
  };
}

function listed(orderId: string, document: ShopDocument): ListedDocument {
  const { kind, number, issuedAt, total, buyer, placeOfSupply, lines } = document;
  const tax = lines.reduce(
    (sum, line) => sum + (line.tax ? line.tax.cgst + line.tax.sgst + line.tax.igst : 0),
    0,
  );
  return {
    kind,
    title: documentTitle(document),
    number,
    slug: slugOf({ number }) ?? "",
    issuedAt,
    total,
    orderId,
    buyer: buyer.name,
    buyerGstin: buyer.gstin ?? null,
    place: placeOfSupply?.name ?? null,
    tax: lines.some((line) => line.tax) ? tax : null,
    rates: taxByRate(lines).map(({ rate }) => rate),
  };
}

/**
 * The register of a period as CSV, row by row. That of all lines ends with the reductions of receipts, so that it adds up to
 * the sums of the period (`bookSums`).
 */
export async function* registerCsv(ports: Ports, period: Period, which: Register): AsyncGenerator<string> {
  const { heading, rows } = registers[which];
  yield csvByteOrderMark + csvRow([...heading]);
  for await (const document of documentsOf(ports, period)) {
    const text = rows(document).map(csvRow).join("");
    if (text !== "") yield text;
  }
  if (which !== "lines") return;
  const reductions = await receiptReductions(ports, period);
  if (reductions.length > 0) yield reductions.map((one) => csvRow(receiptReductionLine(one))).join("");
}

/** The documents of a period for their files: those with a number, and receipts. */
export function documentsToDraw(ports: Ports, period: Period): AsyncGenerator<ShopDocument> {
  return documentsOf(ports, period);
}

/** The sums of a kind of documents, in paise. */
type KindSums = { count: number; total: number; taxable: number; tax: number };
/** `reductions`: refunds and cancellations of receipts (shop/books/receipt-reductions.server.ts). */
export type BookSums = Record<ShopDocument["kind"], KindSums> & {
  reductions: { count: number; total: number };
};

const sumRows = z.array(
  z.object({
    kind: z.enum(["invoice", "credit-note", "receipt"]),
    count: z.coerce.number(),
    total: z.coerce.number(),
    taxable: z.coerce.number(),
    tax: z.coerce.number(),
  }),
);

/** What was invoiced and credited in a period. */
export async function bookSums({ db }: Ports, { from, to }: Period): Promise<BookSums> {
  const reductions = await receiptReductionSum({ db }, { from, to });
  const { rows } = await db.execute(sql`
    select kind, count(*) as count, sum(total) as total, sum(taxable) as taxable, sum(tax) as tax from invoice
    where issued_at >= ${from.toISOString()} and issued_at < ${to.toISOString()} group by kind`);
  const read = sumRows.parse(rows);
  const of = (kind: ShopDocument["kind"]): KindSums => {
    const { kind: _, ...sums } = read.find((row) => row.kind === kind) ?? {
      kind,
      count: 0,
      total: 0,
      taxable: 0,
      tax: 0,
    };
    return sums;
  };
  return { invoice: of("invoice"), "credit-note": of("credit-note"), receipt: of("receipt"), reductions };
}

/** How many shipped orders wait for a rate or the GSTIN, of any time. */
export function waitingInvoices({ db }: Ports): Promise<number> {
  return db.$count(waitingInvoice);
}

/** The tax return of a period, and what to look at before it is filed. `difference`: see `roundingDifference`. */
export type TaxReturn = { gstr1: Gstr1; checks: ReturnCheck[]; difference: number };

/** In: how many digits HSN codes have in the return. Null for a seller without GSTIN. */
export async function taxReturn(
  ports: Ports,
  period: BookPeriod,
  hsnDigits: 4 | 6,
): Promise<TaxReturn | null> {
  const { legal } = await shopSettings(ports);
  if (!legal.gstin) return null;
  const numbered: ShopDocument[] = [];
  for await (const document of documentsOf(ports, period))
    if (document.kind !== "receipt") numbered.push(document);
  const options = { gstin: legal.gstin, returnPeriod: period.returnPeriod, hsnDigits };
  const documents = await withOriginals(ports.db, numbered);
  const mine = documents.filter(({ document }) => document.seller.gstin === legal.gstin);
  const made = gstr1(mine, options);
  return { gstr1: made, checks: checkReturn(documents, options), difference: roundingDifference(made) };
}

const totals = z.array(z.object({ number: z.string().nullable(), total: z.number() }));

/** Credit notes with the value of their invoice, which may be of an earlier period. */
async function withOriginals(db: Db, documents: ShopDocument[]): Promise<ReturnDocument[]> {
  const against = [...new Set(documents.flatMap((one) => (one.against ? [one.against.number] : [])))];
  const found = new Map<string | null, number>();
  for (let from = 0; from < against.length; from += batch) {
    const rows = await db
      .select({ number: invoice.number, total: invoice.total })
      .from(invoice)
      .where(and(eq(invoice.kind, "invoice"), inArray(invoice.number, against.slice(from, from + batch))));
    for (const { number, total } of totals.parse(rows)) found.set(number, total);
  }
  return documents.map((document) => ({
    document,
    originalTotal: document.against ? (found.get(document.against.number) ?? null) : null,
  }));
}

/** A table of the return as CSV; null for an unknown one. */
export function returnCsv(made: Gstr1, table: string): string | null {
  const found = Object.hasOwn(returnTables, table) ? returnTables[table] : undefined;
  if (!found) return null;
  return [found.heading, ...found.rows(made)].map((row) => csvRow([...row])).join("");
}

/** "returns_27112026_R1_29AAACC1234D1Z5_offline.json", as the government's tool names it. */
export function returnFileName({ gstin }: Gstr1, now: Date): string {
  const [year, month, day] = dayInIndia(now).split("-");
  return `returns_${Number(day)}${month}${year}_R1_${gstin}_offline.json`;
}
