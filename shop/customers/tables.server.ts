import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, time, wholeNumber } from "../../platform/database/column-types.server.ts";
import type { Rule } from "../rules/rules.ts";

/** A row for every user, inserted by a trigger; triggers of `orders` keep its figures. */
export const customer = pgTable("customer", {
  userId: uuid("user_id").primaryKey(),
  orders: integer("orders").notNull().default(0),
  /** Paise: due amounts less refunds. */
  spent: wholeNumber("spent").notNull().default(0),
  lastOrderAt: time("last_order_at"),
  /** Of the newest placed order. */
  city: text("city").notNull().default(""),
  tags: text("tags").array().notNull().default([]),
  /** For staff only. */
  note: text("note").notNull().default(""),
  version: integer("version").notNull().default(1),
});

/** Groups of customers by a rule, read by `storedRule` (shop/rules/rules.ts). */
export const customerGroup = pgTable("customer_group", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  rule: jsonb("rule").$type<Rule>().notNull(),
  version: integer("version").notNull().default(1),
  createdAt: time("created_at").notNull().defaultNow(),
});

/** Orders of an earlier shop, as history. */
export const pastOrder = pgTable("past_order", {
  id: uuid("id").primaryKey().defaultRandom(),
  source: text("source", { enum: ["shopify"] }).notNull(),
  number: text("number").notNull(),
  email: citext("email"),
  name: text("name").notNull().default(""),
  phone: text("phone").notNull().default(""),
  city: text("city").notNull().default(""),
  placedAt: time("placed_at").notNull(),
  state: text("state", { enum: ["open", "fulfilled", "cancelled", "refunded"] }).notNull(),
  total: wholeNumber("total").notNull(),
  refunded: wholeNumber("refunded").notNull().default(0),
  lines: jsonb("lines").notNull(),
  importedAt: time("imported_at").notNull().defaultNow(),
});
