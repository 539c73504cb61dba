import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { actorKinds } from "../access/actor.ts";

/** Migrations 0070 and 0161. Append-only. */
export const auditEntry = pgTable("audit_entry", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
  actorId: text("actor_id"),
  actorName: text("actor_name").notNull().default(""),
  action: text("action").notNull(),
  subjectKind: text("subject_kind").notNull(),
  subjectId: text("subject_id").notNull(),
  subjectName: text("subject_name").notNull(),
  before: jsonb("before"),
  after: jsonb("after"),
});
