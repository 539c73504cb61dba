import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";
import { actorShape } from "../access/actor-columns.server.ts";

/** An order that staff are entering. `content`: `draftContent` (draft.ts). Placing it makes an order with its id. */
export const draftOrder = pgTable("draft_order", {
  id: uuid("id").primaryKey(),
  /** The account that it is for, if it has one. */
  userId: uuid("user_id"),
  content: jsonb("content").notNull(),
  /** The order that is being changed, and its version when that was begun; null for a new order. */
  orderId: uuid("order_id"),
  orderVersion: text("order_version"),
  version: integer("version").notNull().default(1),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
  ...actorShape(),
});
