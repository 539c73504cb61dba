import { boolean, date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { wholeNumber } from "../../platform/database/column-types.server.ts";

/** The reports' metrics as deltas, written by triggers and rolled up by a job. Amounts are paise. */
export const metricChange = pgTable("metric_change", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  facet: text("facet").notNull(),
  day: date("day").notNull(),
  value: text("value").notNull(),
  count: wholeNumber("count").notNull(),
  amount: wholeNumber("amount").notNull(),
});

/** Metrics by day. */
export const metricByDay = pgTable(
  "metric_by_day",
  {
    facet: text("facet").notNull(),
    day: date("day").notNull(),
    value: text("value").notNull(),
    count: wholeNumber("count").notNull(),
    amount: wholeNumber("amount").notNull(),
  },
  (row) => [primaryKey({ columns: [row.facet, row.day, row.value] })],
);

/** Metrics of all days. */
export const metricTotal = pgTable(
  "metric_total",
  {
    facet: text("facet").notNull(),
    value: text("value").notNull(),
    count: wholeNumber("count").notNull(),
    amount: wholeNumber("amount").notNull(),
  },
  (row) => [primaryKey({ columns: [row.facet, row.value] })],
);

/** The first day that `product_sales` counts. */
export const productSalesWindow = pgTable("product_sales_window", {
  oneRow: boolean("one_row").primaryKey().default(true),
  firstDay: date("first_day").notNull(),
});

/** Units and revenue (paise) by product within the window. */
export const productSales = pgTable("product_sales", {
  productId: uuid("product_id").primaryKey(),
  units: wholeNumber("units").notNull(),
  revenue: wholeNumber("revenue").notNull(),
});
