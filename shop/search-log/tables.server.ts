import { date, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

/** Searches, without who searched. */
export const searchLog = pgTable("search_log", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  query: text("query").notNull(),
  results: integer("results").notNull(),
  at: time("at").notNull(),
});

/** Searches a day and query, counted by a trigger. */
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

/** From when on `search_sum` counts, by its number of days. */
export const searchWindow = pgTable("search_window", {
  days: smallint("days").primaryKey(),
  since: date("since").notNull(),
});

/** Searches of the last days by query. */
export const searchSum = pgTable(
  "search_sum",
  {
    days: smallint("days").notNull(),
    query: text("query").notNull(),
    searches: integer("searches").notNull(),
    last: time("last").notNull(),
    results: integer("results").notNull(),
  },
  (row) => [primaryKey({ columns: [row.days, row.query] })],
);
