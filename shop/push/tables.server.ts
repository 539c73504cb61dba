import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** Push subscriptions; each is deleted with the session in which it was made. */
export const pushSubscription = pgTable("push_subscription", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  sessionId: uuid("session_id").notNull(),
  endpoint: text("endpoint").notNull(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

/** Queued push messages. */
export const pushMessage = pgTable("push_message", {
  id: uuid("id").primaryKey().defaultRandom(),
  subscriptionId: uuid("subscription_id").notNull(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  path: text("path").notNull(),
  tag: text("tag").notNull(),
  /** The notification kind; null in messages queued by an older version. */
  kind: text("kind"),
  createdAt: time("created_at").notNull().defaultNow(),
});
