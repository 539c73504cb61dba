import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

/** `value` is paise or per cent, by `kind`; amounts are paise. */
export const coupon = pgTable("coupon", {
  code: text("code").primaryKey(),
  description: text("description").notNull(),
  kind: text("kind", { enum: ["percent", "flat"] }).notNull(),
  value: wholeNumber("value").notNull(),
  minOrder: wholeNumber("min_order").notNull().default(0),
  maxDiscount: wholeNumber("max_discount"),
  usageLimit: integer("usage_limit"),
  perUserLimit: integer("per_user_limit"),
  firstOrderOnly: boolean("first_order_only").notNull().default(false),
  validFrom: time("valid_from").notNull(),
  validTo: time("valid_to").notNull(),
  active: boolean("active").notNull().default(true),
  /** Whether the cart offers it to everybody. */
  listed: boolean("listed").notNull().default(false),
  used: integer("used").notNull().default(0),
  version: integer("version").notNull().default(1),
});

/** Uses of coupons by orders; they count against the coupon's limits. */
export const couponUse = pgTable("coupon_use", {
  couponCode: text("coupon_code").notNull(),
  orderId: uuid("order_id").primaryKey(),
  userId: uuid("user_id"),
  amount: wholeNumber("amount").notNull(),
});
