import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** Counters of orders and returns by state as deltas, written by triggers and rolled up by a job. */
export const stateCounter = pgTable("state_counter", {
  kind: text("kind", { enum: ["order", "return"] }).notNull(),
  state: text("state").notNull(),
  n: integer("n").notNull(),
});

/** Staff forms that were handled, so that a second click does nothing. */
export const formSubmission = pgTable("form_submission", {
  key: text("key").primaryKey(),
  action: text("action").notNull(),
  submittedAt: time("submitted_at").notNull().defaultNow(),
});
