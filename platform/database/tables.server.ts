import { jsonb, pgSchema, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "./column-types.server.ts";

/** Tasks that are done once in the life of a database: the first start, the demo's order history. */
export const oneTimeTask = pgTable("one_time_task", {
  name: text("name").primaryKey(),
  completedAt: time("completed_at").notNull().defaultNow(),
});

/** What the demo's stand-ins keep (`standInRecords`); the schema is that of the demo's gateway. */
export const standInRecord = pgSchema("local_gateway").table(
  "stand_in_record",
  {
    kind: text("kind").notNull(),
    key: text("key").notNull(),
    value: jsonb("value").notNull(),
    at: time("at").notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.kind, row.key] })],
);
