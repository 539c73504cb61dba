import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../database/column-types.server.ts";

/** The outbox. A sent mail that had a link stays without its text. */
export const mailOutbox = pgTable("mail_outbox", {
  id: uuid("id").primaryKey(),
  to: text("to").notNull(),
  replyTo: text("reply_to"),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  html: text("html"),
  secret: boolean("secret").notNull().default(false),
  createdAt: time("created_at").notNull().defaultNow(),
  sentAt: time("sent_at"),
  /** When the next attempt is due; null once no attempt is left. */
  dueAt: time("due_at").defaultNow(),
  number: wholeNumber("number").notNull().generatedAlwaysAsIdentity(),
  attempts: integer("attempts").notNull().default(0),
  lastError: text("last_error"),
  kind: text("kind"),
  unsubscribe: text("unsubscribe"),
  /** What it answers, the oldest first: ids of mails or of what they are about, Message-IDs of received mails. */
  thread: text("thread").array(),
  /** When and why it came back; null for one that did not. */
  returnedAt: time("returned_at"),
  returnedReason: text("returned_reason"),
});

export type OutboxRow = typeof mailOutbox.$inferSelect;
export type NewOutboxRow = typeof mailOutbox.$inferInsert;
