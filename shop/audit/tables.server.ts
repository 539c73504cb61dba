import { bigint, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Migration 0070. Append-only. */
export const auditEntry = pgTable("audit_entry", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  adminId: uuid("admin_id").notNull(),
  adminName: text("admin_name").notNull(),
  deed: text("deed").notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  subjectName: text("subject_name").notNull(),
  before: jsonb("before"),
  after: jsonb("after"),
});
