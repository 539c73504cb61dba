import { jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { actorShape } from "../access/actor-columns.server.ts";

/** Staff actions. Append-only. */
export const auditEntry = pgTable("audit_entry", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  at: time("at").notNull().defaultNow(),
  ...actorShape(),
  action: text("action").notNull(),
  act: uuid("act"),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  subjectName: text("subject_name").notNull(),
  before: jsonb("before"),
  after: jsonb("after"),
});
