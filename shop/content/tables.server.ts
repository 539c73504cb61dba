import { bigint, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const blogPost = pgTable("blog_post", {
  id: uuid("id").primaryKey(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  category: text("category", { enum: ["fashion", "tips", "sustainability", "guide"] }).notNull(),
  excerpt: text("excerpt").notNull(),
  bodyMarkdown: text("body_markdown").notNull(),
  author: text("author").notNull(),
  pictureKey: text("picture_key"),
  pictureWidth: integer("picture_width"),
  pictureHeight: integer("picture_height"),
  pictureTint: text("picture_tint"),
  pictureAlt: text("picture_alt").notNull().default(""),
  publishedAt: time("published_at"),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

export const newsletterSubscriber = pgTable("newsletter_subscriber", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  status: text("status", { enum: ["pending", "confirmed", "left"] }).notNull(),
  askedAt: time("asked_at").notNull(),
  confirmedAt: time("confirmed_at"),
  leftAt: time("left_at"),
  createdAt: time("created_at").notNull(),
});

export const newsletterLink = pgTable("newsletter_link", {
  tokenHash: text("token_hash").primaryKey(),
  subscriberId: uuid("subscriber_id").notNull(),
  purpose: text("purpose", { enum: ["confirm", "leave"] }).notNull(),
  expiresAt: time("expires_at"),
  usedAt: time("used_at"),
  createdAt: time("created_at").notNull(),
});

export const contactMessage = pgTable("contact_message", {
  id: uuid("id").primaryKey(),
  ticket: bigint("ticket", { mode: "number" }).generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  topic: text("topic").notNull(),
  message: text("message").notNull(),
  createdAt: time("created_at").notNull(),
});
