import { date, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

/** Searches, without the user. */
export const searchLog = pgTable("search_log", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  query: text("query").notNull(),
  results: integer("results").notNull(),
  at: time("at").notNull(),
});

/** Searches by day and query, counted by a trigger. */
export const searchDay = pgTable(
  "search_day",
  {
    day: date("day").notNull(),
    query: text("query").notNull(),
    searches: integer("searches").notNull(),
    last: time("last").notNull(),
    results: integer("results").notNull(),
  },
  (row) => [primaryKey({ columns: [row.day, row.query] })],
);

/** The first day of each window of `search_total`, by its number of days. */
export const searchWindow = pgTable("search_window", {
  days: smallint("days").primaryKey(),
  since: date("since").notNull(),
});

/** Searches of the last days by query. */
export const searchSum = pgTable(
  "search_total",
  {
    days: smallint("days").notNull(),
    query: text("query").notNull(),
    searches: integer("searches").notNull(),
    last: time("last").notNull(),
    results: integer("results").notNull(),
  },
  (row) => [primaryKey({ columns: [row.days, row.query] })],
);
