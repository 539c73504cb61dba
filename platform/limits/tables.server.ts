import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../database/column-types.server.ts";

/** Attempts in the current window, by a hash of what is limited and for whom. */
export const rateLimit = pgTable("rate_limit", {
  key: text("key").primaryKey(),
  attempts: integer("attempts").notNull(),
  windowEnds: time("window_ends").notNull(),
});
