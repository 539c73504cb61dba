import { pgTable, text } from "drizzle-orm/pg-core";

/** City and state of each PIN code. */
export const pinCode = pgTable("pin_code", {
  pin: text("pin").primaryKey(),
  city: text("city").notNull(),
  state: text("state").notNull(),
});
