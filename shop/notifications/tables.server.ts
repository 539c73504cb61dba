import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { notificationChannels, notificationKinds } from "./kinds.ts";

/** A customer's choices; without a row a kind is sent. */
export const notificationPreference = pgTable(
  "notification_preference",
  {
    userId: uuid("user_id").notNull(),
    kind: text("kind", { enum: notificationKinds }).notNull(),
    channel: text("channel", { enum: notificationChannels }).notNull(),
    enabled: boolean("enabled").notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.kind, row.channel] })],
);
