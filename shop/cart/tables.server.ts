import { integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
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

/** Completed adds, by the key of their form. */
export const cartAddKey = pgTable(
  "cart_add_key",
  {
    userId: uuid("user_id").notNull(),
    key: uuid("key").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.key] })],
);
