import { integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

/** `priceSeen` is the price in paise when the line was last shown. */
export const cartLine = pgTable("cart_line", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  variantId: uuid("variant_id").notNull(),
  quantity: integer("quantity").notNull(),
  priceSeen: wholeNumber("price_seen").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});
