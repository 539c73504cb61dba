import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { actorKinds } from "../access/actor.ts";
import { actorShape } from "../access/actor-columns.server.ts";
import { faqGroupIds, faqLists } from "./faq/question.ts";

/** An article; a draft has no `publishedAt`. The picture's four columns are set together. */
export const blogPost = pgTable("blog_post", {
  id: uuid("id").primaryKey(),
  slug: text("slug").notNull(),
  title: text("title").notNull(),
  category: text("category").notNull(),
  excerpt: text("excerpt").notNull(),
  bodyMarkdown: text("body_markdown").notNull(),
  author: text("author").notNull(),
  pictureKey: text("picture_key"),
  pictureWidth: integer("picture_width"),
  pictureHeight: integer("picture_height"),
  pictureTint: text("picture_tint"),
  pictureAlt: text("picture_alt").notNull().default(""),
  publishedAt: time("published_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
  version: integer("version").notNull().default(1),
});

/** A question and its answer on the FAQ page. */
export const faqEntry = pgTable("faq_entry", {
  id: text("id").primaryKey(),
  groupId: text("group_id", { enum: faqGroupIds }).notNull(),
  question: text("question").notNull(),
  answer: text("answer").notNull(),
  position: integer("position").notNull().default(0),
  hidden: boolean("hidden").notNull().default(false),
  version: integer("version").notNull().default(1),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** Orders that staff gave to the groups of the FAQ page and to the questions of each. */
export const faqOrder = pgTable("faq_order", {
  list: text("list", { enum: faqLists }).primaryKey(),
  keys: text("keys").array().notNull(),
});

/** An address and whether its owner confirmed it. */
export const newsletterSubscriber = pgTable("newsletter_subscriber", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  status: text("status", { enum: ["pending", "confirmed", "unsubscribed"] }).notNull(),
  requestedAt: time("requested_at").notNull(),
  confirmedAt: time("confirmed_at"),
  unsubscribedAt: time("unsubscribed_at"),
  createdAt: time("created_at").notNull(),
});

/** Links of newsletter mails, as a hash; each works once. */
export const newsletterLink = pgTable("newsletter_link", {
  tokenHash: text("token_hash").primaryKey(),
  subscriberId: uuid("subscriber_id").notNull(),
  purpose: text("purpose", { enum: ["confirm", "leave"] }).notNull(),
  expiresAt: time("expires_at"),
  usedAt: time("used_at"),
  createdAt: time("created_at").notNull(),
});

/** Messages of the contact form, and mails of the shop's mailbox. */
export const contactMessage = pgTable("contact_message", {
  id: uuid("id").primaryKey(),
  ticket: wholeNumber("ticket").notNull().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  topic: text("topic", {
    enum: ["orders", "returns", "products", "account", "grievance", "other"],
  }).notNull(),
  message: text("message").notNull(),
  status: text("status", { enum: ["open", "answered"] })
    .notNull()
    .default("open"),
  createdAt: time("created_at").notNull(),
  readAt: time("read_at"),
  answeredByKind: text("answered_by_kind", { enum: actorKinds }),
  answeredById: text("answered_by_id"),
  answeredByName: text("answered_by_name"),
  /** Set by a trigger: the one of its address. */
  conversationId: uuid("conversation_id"),
  /** Of a mail: its subject, null for a message of the form. */
  subject: text("subject"),
  quoted: text("quoted"),
  leftOut: text("left_out").array(),
  /** In angle brackets. */
  messageId: text("message_id"),
  /** It answers a mail of the shop, from the address to which that went. */
  proven: boolean("proven").notNull().default(false),
  /** A program wrote it. */
  automatic: boolean("automatic").notNull().default(false),
  /** The order whose mail it answers. */
  orderId: uuid("order_id"),
  /** Who was signed in and wrote it with the form. */
  userId: uuid("user_id"),
  /** The mail that told the sender that it has come; null for one of an earlier version. */
  mailId: uuid("mail_id"),
});

/** Everything written with one address. `waiting`: the last word is the customer's. */
export const conversation = pgTable("conversation", {
  id: uuid("id").primaryKey().defaultRandom(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  state: text("state", { enum: ["open", "closed"] })
    .notNull()
    .default("open"),
  waiting: boolean("waiting").notNull().default(true),
  assignedTo: uuid("assigned_to"),
  lastAt: time("last_at").notNull(),
  version: integer("version").notNull().default(1),
  /** Begun by a mail that answers none of the shop: its address is as the mail says. */
  claimed: boolean("claimed").notNull().default(false),
});

/** What the shop said in a conversation. The id of a reply is that of its mail. */
export const conversationEntry = pgTable("conversation_entry", {
  id: uuid("id").primaryKey(),
  conversationId: uuid("conversation_id").notNull(),
  kind: text("kind", { enum: ["reply", "note", "bounce", "over-limit"] }).notNull(),
  text: text("text").notNull(),
  /** Of the kind over-limit: how many mails are not kept. */
  mails: integer("mails"),
  at: time("at").notNull().defaultNow(),
  ...actorShape(),
});

/** Texts that staff send often. */
export const savedReply = pgTable("saved_reply", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  text: text("text").notNull(),
  version: integer("version").notNull().default(1),
});

/** Mails that were read, by the SHA-256 of what makes them the same. */
export const receivedMail = pgTable("received_mail", {
  key: text("key").primaryKey(),
  at: time("at").notNull(),
});

/** How far each mailbox is read; `validity` and `uid` are null before it was first reached. */
export const mailboxPosition = pgTable("mailbox_position", {
  mailbox: text("mailbox").primaryKey(),
  validity: wholeNumber("validity"),
  uid: wholeNumber("uid"),
  readAt: time("read_at"),
  failure: text("failure"),
  missed: jsonb("missed"),
});
