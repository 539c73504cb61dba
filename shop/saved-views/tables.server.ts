import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

/** A list's search and filters under a name. */
export const savedView = pgTable("saved_view", {
  id: uuid("id").primaryKey().defaultRandom(),
  list: text("list").notNull(),
  name: text("name").notNull(),
  query: text("query").notNull(),
  ownerId: uuid("owner_id").notNull(),
  shared: boolean("shared").notNull().default(false),
  version: integer("version").notNull().default(1),
});

/** How a member of the team sees a list. */
export const listChoice = pgTable(
  "list_choice",
  {
    userId: uuid("user_id").notNull(),
    list: text("list").notNull(),
    hidden: text("hidden").array().notNull().default([]),
    sort: text("sort"),
  },
  (row) => [primaryKey({ columns: [row.userId, row.list] })],
);
