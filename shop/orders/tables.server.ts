import { getTableColumns } from "drizzle-orm";
import { customType, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { columnsWithout, type RowOf } from "../../platform/database/rows.server.ts";
import { channels } from "../../platform/messaging/channels.ts";
import { actorShape } from "../access/actor-columns.server.ts";
import type { ProductImage } from "../catalogue/catalogue.ts";
import {
  orderChannels,
  orderEventKinds,
  orderKinds,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
} from "./orders.ts";
import { deliveryFailures, parcelStates } from "./parcels.ts";
import { dispositions } from "./posting/required-stock.ts";
import { readRemark, type StoredRemark } from "./remarks/remark.ts";

/**
 * A purchase. The only list of its columns: types for reading, for writing (`insertOrder`) and for display
 * (`order-fields.ts`) are derived from it. Amounts are paise. `refundedTotal` is the sum of the refunds of its applied
 * payment, kept by a trigger.
 */
export const orders = pgTable("orders", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id"),
  kind: text("kind", { enum: orderKinds }).notNull(),
  method: text("method", { enum: paymentMethods }).notNull(),
  status: text("status", { enum: orderStatuses }).notNull().default("pending"),
  paymentStatus: text("payment_status", { enum: paymentStatuses }).notNull().default("pending"),
  placedAt: time("placed_at"),
  subtotal: wholeNumber("subtotal").notNull(),
  discount: wholeNumber("discount").notNull().default(0),
  /** The percentage of the subtotal that the discount is, and the most that it takes off; null for a fixed amount. */
  discountPercent: numeric("discount_percent", { precision: 4, scale: 1, mode: "number" }),
  discountMax: wholeNumber("discount_max"),
  shipping: wholeNumber("shipping").notNull().default(0),
  total: wholeNumber("total").notNull(),
  /** Of the total, what was to be paid online in advance of cash on delivery; 0: nothing (`waitsForAdvance`). */
  advance: wholeNumber("advance").notNull().default(0),
  /** Days from the order to its estimated delivery, as promised when it was placed. */
  deliveryDays: integer("delivery_days").notNull().default(6),
  couponCode: text("coupon_code"),
  /** How the customer asked to be told about it besides the email, when it was placed; null: not asked for. */
  updatesBy: text("updates_by", { enum: channels }),
  name: text("name").notNull().default(""),
  email: text("email").notNull().default(""),
  phone: text("phone").notNull().default(""),
  line1: text("line1").notNull().default(""),
  line2: text("line2").notNull().default(""),
  city: text("city").notNull().default(""),
  state: text("state").notNull().default(""),
  postalCode: text("postal_code").notNull().default(""),
  country: text("country").notNull().default("India"),
  companyName: text("company_name"),
  buyerGstin: text("buyer_gstin"),
  note: text("note"),
  deliveredAt: time("delivered_at"),
  channel: text("channel", { enum: orderChannels }).notNull().default("web"),
  /** Free words of staff, in lower case. */
  tags: text("tags").array().notNull().default([]),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
  refundedTotal: wholeNumber("refunded_total").notNull().default(0),
});

export type OrderRow = typeof orders.$inferSelect;

/** The order lines, as snapshots. `picture` has the picture's fields at that time. */
export const orderLine = pgTable("order_line", {
  id: uuid("id").primaryKey().defaultRandom(),
  orderId: uuid("order_id").notNull(),
  position: integer("position").notNull(),
  productId: uuid("product_id"),
  variantId: uuid("variant_id"),
  name: text("name").notNull(),
  slug: text("slug").notNull(),
  sku: text("sku").notNull(),
  size: text("size"),
  colour: text("colour"),
  picture: jsonb("picture").$type<ProductImage>(),
  hsnCode: text("hsn_code"),
  unit: wholeNumber("unit_price").notNull(),
  struck: wholeNumber("struck_price"),
  offerPercent: integer("offer_percent"),
  quantity: integer("quantity").notNull(),
  total: wholeNumber("total").notNull(),
  discount: wholeNumber("discount").notNull().default(0),
  refundedQuantity: integer("refunded_quantity").notNull().default(0),
  refundedAmount: wholeNumber("refunded_amount").notNull().default(0),
});

/** The columns of a line that the code reads as one; the others are sums for refunds and reports. */
export const lineColumns = columnsWithout(orderLine, [
  "orderId",
  "position",
  "offerPercent",
  "refundedQuantity",
  "refundedAmount",
]);
export type LineRow = RowOf<typeof lineColumns>;

/** `eventRemark` (remarks/remark.ts). */
const remark = customType<{ data: StoredRemark; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: readRemark,
});

/** Order events: the program's remark, and typed text (`note`). Append-only. */
export const orderEvent = pgTable("order_event", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid("order_id").notNull(),
  at: time("at").notNull().defaultNow(),
  kind: text("kind", { enum: orderEventKinds }).notNull(),
  from: text("from_value"),
  to: text("to_value"),
  remark: remark("remark"),
  note: text("note"),
  ...actorShape(),
});

export const eventColumns = columnsWithout(orderEvent, ["id", "orderId"]);
export type EventRow = RowOf<typeof eventColumns>;

/** A parcel of an order; `number`: its place among them, from 1. `settled`: what its return did to the money. */
export const parcel = pgTable("parcel", {
  id: uuid("id").primaryKey().defaultRandom(),
  orderId: uuid("order_id").notNull(),
  number: integer("number").notNull(),
  state: text("state", { enum: parcelStates }).notNull().default("prepared"),
  courier: text("courier"),
  trackingNumber: text("tracking_number"),
  trackingLink: text("tracking_link"),
  failure: text("failure", { enum: deliveryFailures }),
  attempts: integer("attempts").notNull().default(0),
  settled: text("settled", { enum: ["credit", "refund"] }),
  /** What the courier took for it, both ways when it came back, in paise. */
  cost: wholeNumber("cost"),
  sentAt: time("sent_at"),
  deliveredAt: time("delivered_at"),
  endedAt: time("ended_at"),
});
export const parcelColumns = columnsWithout(parcel, ["orderId"]);
export type ParcelRow = RowOf<typeof parcelColumns>;

/** The units in a parcel; `credited`: paise that are not owed any more, because they came back before they were paid. */
export const parcelLine = pgTable(
  "parcel_line",
  {
    parcelId: uuid("parcel_id").notNull(),
    lineId: uuid("order_line_id").notNull(),
    quantity: integer("quantity").notNull(),
    credited: wholeNumber("credited").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.parcelId, table.lineId] })],
);
export const parcelLineColumns = getTableColumns(parcelLine);
export type ParcelLineRow = RowOf<typeof parcelLineColumns>;

/** The disposition of sold units. */
export const lineDisposition = pgTable("line_disposition", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid("order_id").notNull(),
  orderLineId: uuid("order_line_id").notNull(),
  quantity: integer("quantity").notNull(),
  disposition: text("disposition", { enum: dispositions }).notNull(),
  cause: text("cause", { enum: ["return", "refund", "cancellation", "parcel"] }).notNull(),
  causeId: uuid("cause_id"),
  at: time("at").notNull().defaultNow(),
});
