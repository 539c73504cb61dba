import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../database/column-types.server.ts";

/** Credentials that staff have entered, encrypted. */
export const providerCredentials = pgTable("provider_credentials", {
  provider: text("provider").primaryKey(),
  sealed: text("sealed").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: time("updated_at").notNull().defaultNow(),
});
