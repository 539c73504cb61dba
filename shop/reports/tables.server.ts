import { boolean, date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { wholeNumber } from "../../platform/database/column-types.server.ts";

/** Changes of the reports' figures, written by triggers and rolled up by a job. Amounts are paise. */
export const figureDelta = pgTable("figure_delta", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  facet: text("facet").notNull(),
  day: date("day").notNull(),
  value: text("value").notNull(),
  count: wholeNumber("count").notNull(),
  amount: wholeNumber("amount").notNull(),
});

/** Figures by day. */
export const figureDay = pgTable(
  "figure_day",
  {
    facet: text("facet").notNull(),
    day: date("day").notNull(),
    value: text("value").notNull(),
    count: wholeNumber("count").notNull(),
    amount: wholeNumber("amount").notNull(),
  },
  (row) => [primaryKey({ columns: [row.facet, row.day, row.value] })],
);

/** Figures of all days. */
export const figureTotal = pgTable(
  "figure_total",
  {
    facet: text("facet").notNull(),
    value: text("value").notNull(),
    count: wholeNumber("count").notNull(),
    amount: wholeNumber("amount").notNull(),
  },
  (row) => [primaryKey({ columns: [row.facet, row.value] })],
);

/** The first day that `figure_sold` counts. */
export const figureWindow = pgTable("figure_window", {
  oneRow: boolean("one_row").primaryKey().default(true),
  firstDay: date("first_day").notNull(),
});

/** Units and revenue (paise) by product within the window. */
export const figureSold = pgTable("figure_sold", {
  productId: uuid("product_id").primaryKey(),
  pieces: wholeNumber("pieces").notNull(),
  revenue: wholeNumber("revenue").notNull(),
});
