import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });
const userId = () => uuid("user_id");
const created = () => time("created_at").notNull().defaultNow();
const updated = () => time("updated_at").notNull().defaultNow();

/** Migration 0040. A row for every user, made by a trigger. */
export const profiles = pgTable("profiles", {
  userId: userId().primaryKey(),
  phone: text("phone"),
  createdAt: created(),
  updatedAt: updated(),
});

export const addresses = pgTable("addresses", {
  id: uuid("id").primaryKey(),
  userId: userId().notNull(),
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
  createdAt: created(),
  updatedAt: updated(),
});

export const notifications = pgTable("notifications", {
  id: uuid("id").primaryKey(),
  userId: userId().notNull(),
  kind: text("kind").notNull(),
  title: text("title").notNull(),
  text: text("text").notNull().default(""),
  link: text("link"),
  createdAt: created(),
  readAt: time("read_at"),
});
