import { pgTable, text } from "drizzle-orm/pg-core";
import { time } from "./column-types.server.ts";

/** Tasks that are done once in the life of a database: the first start, the demo's order history. */
export const oneTimeTask = pgTable("one_time_task", {
  name: text("name").primaryKey(),
  completedAt: time("completed_at").notNull().defaultNow(),
});
