import { pgTable, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** A product that a customer saved. */
export const wishlistEntry = pgTable("wishlist_entry", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  productId: uuid("product_id").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});
