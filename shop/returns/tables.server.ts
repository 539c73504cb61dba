import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";
import { returnReasons } from "../orders/remarks/return-reasons.ts";
import { conditions, pickupFailures, returnKinds, returnStates } from "./returns.ts";

/** A requested return or exchange. */
export const returnRequest = pgTable("return_request", {
  id: uuid("id").primaryKey(),
  orderId: uuid("order_id").notNull(),
  formKey: text("form_key").notNull(),
  kind: text("kind", { enum: returnKinds }).notNull(),
  reason: text("reason", { enum: returnReasons }).notNull(),
  details: text("details").notNull().default(""),
  state: text("state", { enum: returnStates }).notNull().default("requested"),
  answer: text("answer"),
  refundId: uuid("refund_id"),
  courier: text("courier"),
  trackingNumber: text("tracking_number"),
  trackingLink: text("tracking_link"),
  pickupCourier: text("pickup_courier"),
  pickupNumber: text("pickup_number"),
  pickupLink: text("pickup_link"),
  pickupFailure: text("pickup_failure", { enum: pickupFailures }),
  pickupCost: wholeNumber("pickup_cost"),
  createdAt: time("created_at").notNull().defaultNow(),
  decidedAt: time("decided_at"),
  sentAt: time("sent_at"),
  receivedAt: time("received_at"),
  closedAt: time("closed_at"),
});

/** The units of a return; with a variant, their replacement. */
export const returnLine = pgTable(
  "return_line",
  {
    returnId: uuid("return_id").notNull(),
    orderLineId: uuid("order_line_id").notNull(),
    quantity: integer("quantity").notNull(),
    exchangeVariantId: uuid("exchange_variant_id"),
    exchangeSize: text("exchange_size"),
    exchangeColour: text("exchange_colour"),
    condition: text("condition", { enum: conditions }),
  },
  (row) => [primaryKey({ columns: [row.returnId, row.orderLineId] })],
);

/** Photos that a customer sent with a return. */
export const returnPhoto = pgTable(
  "return_photo",
  {
    returnId: uuid("return_id").notNull(),
    position: integer("position").notNull(),
    key: text("key").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
  },
  (row) => [primaryKey({ columns: [row.returnId, row.position] })],
);
