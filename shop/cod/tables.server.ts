import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import type { Rule } from "../rules/rules.ts";
import { codOutcomes, confirmWays } from "./cod-rules.ts";

/** Rules for cash on delivery in the order of `position`, read by `storedRule` (shop/rules/rules.ts). */
export const codRule = pgTable("cod_rule", {
  id: uuid("id").primaryKey().defaultRandom(),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  rule: jsonb("rule").$type<Rule>().notNull(),
  outcome: text("outcome", { enum: codOutcomes }).notNull(),
  /** What the customer reads. */
  reason: text("reason").notNull().default(""),
  /** Of the outcome 'prepay', one of both: percent of the order, or paise. */
  advancePercent: integer("advance_percent"),
  advanceAmount: wholeNumber("advance_amount"),
  version: integer("version").notNull().default(1),
  createdAt: time("created_at").notNull().defaultNow(),
});

/** Cash orders whose customer was asked to confirm them, by a link or a code. */
export const codConfirmation = pgTable("cod_confirmation", {
  orderId: uuid("order_id").primaryKey(),
  token: text("token").notNull(),
  askedAt: time("asked_at").notNull().defaultNow(),
  confirmedAt: time("confirmed_at"),
  confirmBy: text("confirm_by", { enum: confirmWays }).notNull().default("link"),
});
