import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

/** The number of people by product, size and verdict; counted by a job. */
export const fitCount = pgTable(
  "fit_count",
  {
    productId: uuid("product_id").notNull(),
    size: text("size").notNull(),
    verdict: text("verdict", { enum: ["small", "true", "large", "kept"] }).notNull(),
    people: integer("people").notNull(),
  },
  (row) => [primaryKey({ columns: [row.productId, row.size, row.verdict] })],
);
