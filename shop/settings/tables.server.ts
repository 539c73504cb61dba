import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** The shop's settings, one row each. */
export const setting = pgTable("setting", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: time("updated_at").notNull().defaultNow(),
});
