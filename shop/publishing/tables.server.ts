import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { actorShape } from "../access/actor-columns.server.ts";

/** A thing that staff publish, with its draft, if it has one. */
export const publication = pgTable(
  "publication",
  {
    kind: text("kind").notNull(),
    key: text("key").notNull(),
    draft: jsonb("draft"),
    draftBy: text("draft_by").notNull().default(""),
    draftAt: time("draft_at"),
    version: integer("version").notNull().default(0),
    createdAt: time("created_at").notNull().default(sql`now()`),
  },
  ({ kind, key }) => [primaryKey({ columns: [kind, key] })],
);

/** What was published. `content` null: the default text, or nothing. Append-only; a scheduled one can be cancelled. */
export const publicationVersion = pgTable("publication_version", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind").notNull(),
  key: text("key").notNull(),
  content: jsonb("content"),
  at: time("at").notNull().default(sql`now()`),
  liveAt: time("live_at").notNull(),
  cancelledAt: time("cancelled_at"),
  ...actorShape(),
});
