import { date, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { actorShape } from "../access/actor-columns.server.ts";
import { lineStates, settlementKinds } from "./settlement-kinds.ts";

/** An uploaded settlement file. `coversFrom`: the oldest payment or delivery that it names. */
export const settlementFile = pgTable("settlement_file", {
  id: uuid("id").primaryKey().defaultRandom(),
  kind: text("kind", { enum: settlementKinds }).notNull(),
  fileName: text("file_name").notNull(),
  digest: text("digest").notNull(),
  lines: integer("lines").notNull(),
  coversFrom: time("covers_from"),
  uploadedAt: time("uploaded_at").notNull().defaultNow(),
  ...actorShape(),
});

/** A line of a file; without a file what never came and was settled by hand. Amounts in paise. */
export const settlementLine = pgTable("settlement_line", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  fileId: uuid("file_id"),
  kind: text("kind", { enum: settlementKinds }).notNull(),
  line: integer("line").notNull().default(0),
  reference: text("reference").notNull(),
  otherReference: text("other_reference"),
  gross: wholeNumber("gross").notNull(),
  fee: wholeNumber("fee").notNull(),
  tax: wholeNumber("tax").notNull(),
  net: wholeNumber("net").notNull(),
  utr: text("utr"),
  settledOn: date("settled_on").notNull(),
  orderId: uuid("order_id"),
  parcelId: uuid("parcel_id"),
  paymentId: text("payment_id"),
  target: text("target"),
  expected: wholeNumber("expected").notNull().default(0),
  state: text("state", { enum: lineStates }).notNull().default("unknown"),
  note: text("note"),
  acceptedAt: time("accepted_at"),
  acceptedBy: text("accepted_by"),
});
