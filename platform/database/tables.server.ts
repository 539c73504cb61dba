import { pgTable, text } from "drizzle-orm/pg-core";
import { time } from "./column-types.server.ts";

/** What is done once in the life of a database: the first start, the demo's past. */
export const doneOnce = pgTable("done_once", {
  what: text("what").primaryKey(),
  doneAt: time("done_at").notNull().defaultNow(),
});
