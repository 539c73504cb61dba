import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { citext, time } from "../../platform/database/column-types.server.ts";

/** Back-in-stock subscriptions. */
export const stockNotice = pgTable(
  "stock_notice",
  {
    variantId: uuid("variant_id").notNull(),
    email: citext("email").notNull(),
    userId: uuid("user_id"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.variantId, row.email] })],
);
