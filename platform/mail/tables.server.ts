import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const outbox = pgTable("mail_outbox", {
  id: uuid("id").primaryKey(),
  to: text("to").notNull(),
  replyTo: text("reply_to"),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  html: text("html"),
  secret: boolean("secret").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  sentAt: timestamp("sent_at", { withTimezone: true }),
  attempts: integer("attempts").notNull().default(0),
  lastError: text("last_error"),
});

export type OutboxRow = typeof outbox.$inferSelect;
