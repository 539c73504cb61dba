import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { staffChannels } from "./kinds.ts";

/** What a member of the team was told about. */
export const staffNotice = pgTable("staff_notice", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid("user_id").notNull(),
  kind: text("kind").notNull(),
  title: text("title").notNull(),
  text: text("text").notNull().default(""),
  link: text("link").notNull(),
  at: time("at").notNull().defaultNow(),
  readAt: time("read_at"),
});

/** What a member of the team has chosen to be told, and how. */
export const staffNoticeChoice = pgTable(
  "staff_notice_choice",
  {
    userId: uuid("user_id").notNull(),
    kind: text("kind").notNull(),
    channel: text("channel", { enum: staffChannels }).notNull(),
    enabled: boolean("enabled").notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.kind, row.channel] })],
);

/** Up to when each kind has been told. */
export const staffNoticeCursor = pgTable("staff_notice_cursor", {
  kind: text("kind").primaryKey(),
  until: time("until").notNull(),
});
