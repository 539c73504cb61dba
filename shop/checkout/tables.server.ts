import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** Idempotency keys of checkouts. */
export const orderKey = pgTable(
  "order_key",
  {
    userId: uuid("user_id").notNull(),
    key: text("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    orderId: uuid("order_id").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.key] })],
);
