import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** Product types in customers' terms. */
export const productType = pgTable("product_type", {
  name: text("name").primaryKey(),
  words: text("words").array().notNull(),
  parent: text("parent"),
  kinds: text("kinds").array().notNull().default([]),
  categories: text("categories").array().notNull().default([]),
  collections: text("collections").array().notNull().default([]),
  nameWords: text("name_words").array().notNull().default([]),
  similarTypes: text("similar_types").array().notNull().default([]),
  complementaryTypes: text("complementary_types").array().notNull().default([]),
  changedAt: time("changed_at").notNull().defaultNow(),
});

/** Searches that open a page. */
export const searchRedirect = pgTable("search_redirect", {
  words: text("words").primaryKey(),
  path: text("path").notNull(),
  changedAt: time("changed_at").notNull().defaultNow(),
});

/** Groups of words that mean the same, or, with `expandsTo`, one-way synonyms of other words. */
export const searchSynonym = pgTable("search_synonym", {
  id: uuid("id").primaryKey().defaultRandom(),
  words: text("words").array().notNull(),
  expandsTo: text("expands_to").array().notNull().default([]),
  changedAt: time("changed_at").notNull().defaultNow(),
});

/** Units sold in the last 90 days, counted by a job. */
export const productPopularity = pgTable("product_popularity", {
  productId: uuid("product_id").primaryKey(),
  units: integer("units").notNull(),
});

/** Pairs of products bought in the same orders, counted by a job. */
export const boughtTogether = pgTable(
  "bought_together",
  {
    productId: uuid("product_id").notNull(),
    otherId: uuid("other_id").notNull(),
    orders: integer("orders").notNull(),
  },
  (row) => [primaryKey({ columns: [row.productId, row.otherId] })],
);
