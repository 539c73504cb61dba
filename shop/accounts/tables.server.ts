import { boolean, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, time } from "../../platform/database/column-types.server.ts";
import type { NotificationMessage } from "./account-messages.ts";

/** A row for every user, inserted by a trigger. */
export const profile = pgTable("profile", {
  userId: uuid("user_id").primaryKey(),
  phone: text("phone"),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** The delivery addresses of an account. */
export const address = pgTable("address", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  label: text("label").notNull(),
  name: text("name").notNull(),
  phone: text("phone").notNull(),
  line1: text("line1").notNull(),
  line2: text("line2").notNull().default(""),
  city: text("city").notNull(),
  state: text("state").notNull(),
  postalCode: text("postal_code").notNull(),
  country: text("country").notNull().default("India"),
  isDefault: boolean("is_default").notNull().default(false),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** Invitations to the team that are open. */
export const staffInvitation = pgTable("staff_invitation", {
  id: uuid("id").primaryKey(),
  email: citext("email").notNull(),
  role: text("role").notNull(),
  /** SHA-256 of the link's token, in hex. */
  tokenHash: text("token_hash").notNull(),
  invitedBy: uuid("invited_by").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
});

/** The notifications in a customer's profile. */
export const notification = pgTable("notification", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  kind: text("kind").notNull(),
  /** A code with parameters (`NotificationMessage`); null where an older version wrote `title` and `text`. */
  message: jsonb("message").$type<NotificationMessage>(),
  title: text("title"),
  text: text("text").notNull().default(""),
  link: text("link"),
  createdAt: time("created_at").notNull().defaultNow(),
  readAt: time("read_at"),
});
