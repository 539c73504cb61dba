import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** Words of the catalogue, for spelling corrections; filled by triggers. */
export const searchWord = pgTable("search_word", {
  word: text("word").primaryKey(),
});

/** Groups of words that mean the same. */
export const searchSynonym = pgTable("search_synonym", {
  id: uuid("id").primaryKey().defaultRandom(),
  words: text("words").array().notNull(),
  changedAt: time("changed_at").notNull().defaultNow(),
});

/** Pairs of products in the same orders, counted by a job. */
export const boughtTogetherTable = pgTable(
  "bought_together",
  {
    productId: uuid("product_id").notNull(),
    otherId: uuid("other_id").notNull(),
    orders: integer("orders").notNull(),
  },
  (row) => [primaryKey({ columns: [row.productId, row.otherId] })],
);
