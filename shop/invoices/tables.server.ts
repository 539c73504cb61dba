import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

/**
 * Tax documents; the snapshot holds all that is printed. Append-only. Receipts have no number. `taxable`, `tax`: sums of
 * the lines, in paise. `searchText`: its number and its buyer's name and GSTIN, in capitals.
 */
export const invoice = pgTable("invoice", {
  id: uuid("id").primaryKey().defaultRandom(),
  kind: text("kind", { enum: ["invoice", "receipt", "credit-note"] }).notNull(),
  orderId: uuid("order_id").notNull(),
  refundId: uuid("refund_id"),
  number: text("number"),
  financialYear: text("financial_year").notNull(),
  issuedAt: time("issued_at").notNull(),
  total: wholeNumber("total").notNull(),
  snapshot: jsonb("snapshot").notNull(),
  taxable: wholeNumber("taxable")
    .notNull()
    .generatedAlwaysAs(sql`document_sum(snapshot, '{taxable}'::text[])`),
  tax: wholeNumber("tax")
    .notNull()
    .generatedAlwaysAs(sql`document_sum(snapshot, '{cgst,sgst,igst}'::text[])`),
  searchText: text("search_text").notNull().generatedAlwaysAs(sql`document_search_text(number, snapshot)`),
});

/** Shipped orders whose tax invoice waits for a GST rate. */
export const waitingInvoice = pgTable("waiting_invoice", {
  orderId: uuid("order_id").primaryKey(),
  since: time("since").notNull().defaultNow(),
});

/** The last number of each series and financial year. */
export const invoiceSeries = pgTable(
  "invoice_series",
  {
    financialYear: text("financial_year").notNull(),
    kind: text("kind", { enum: ["invoice", "credit-note"] }).notNull(),
    last: integer("last").notNull(),
  },
  (row) => [primaryKey({ columns: [row.financialYear, row.kind] })],
);
