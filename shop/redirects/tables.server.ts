import { pgTable, text } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

/** Where an address leads that would answer 404. */
export const redirect = pgTable("redirect", {
  path: text("path").primaryKey(),
  target: text("target").notNull(),
  hits: wholeNumber("hits").notNull().default(0),
  lastHitAt: time("last_hit_at"),
  createdAt: time("created_at").notNull().defaultNow(),
});
