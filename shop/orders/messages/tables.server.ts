import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../../platform/database/column-types.server.ts";
import { channels } from "../../../platform/messaging/channels.ts";
import { messageStates } from "./message-states.ts";

/** The messages about orders to phones, sent and to be sent. */
export const orderPhoneMessage = pgTable("order_message", {
  id: uuid("id").primaryKey().defaultRandom(),
  orderId: uuid("order_id").notNull(),
  /** A key of `phoneMessages`, or one of an older version. */
  kind: text("kind").notNull(),
  /** `FilledVariables` */
  variables: jsonb("variables").notNull(),
  state: text("state", { enum: messageStates }).notNull().default("queued"),
  channel: text("channel", { enum: channels }),
  recipient: text("recipient"),
  attempts: integer("attempts").notNull().default(0),
  providerId: text("provider_id"),
  code: text("code"),
  createdAt: time("created_at").notNull().defaultNow(),
  sentAt: time("sent_at"),
  settledAt: time("settled_at"),
});
