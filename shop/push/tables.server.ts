import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** The devices on which customers want to be told; each goes with the session in which they said so. */
export const pushSubscription = pgTable("push_subscription", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  sessionId: uuid("session_id").notNull(),
  endpoint: text("endpoint").notNull(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

/** What is to be sent to a device. */
export const pushMessage = pgTable("push_message", {
  id: uuid("id").primaryKey().defaultRandom(),
  subscriptionId: uuid("subscription_id").notNull(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  path: text("path").notNull(),
  tag: text("tag").notNull(),
  /** Of what can be turned off; null in what an older version queued. */
  kind: text("kind"),
  createdAt: time("created_at").notNull().defaultNow(),
});
