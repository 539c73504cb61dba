import { boolean, date, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { reportedStates } from "../../platform/couriers/couriers.server.ts";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

/** Counters of orders and returns by state as deltas, written by triggers and rolled up by a job. */
export const stateCounter = pgTable("state_counter", {
  kind: text("kind", { enum: ["order", "return"] }).notNull(),
  state: text("state").notNull(),
  n: integer("n").notNull(),
});

/** Staff forms that were handled, so that a second click does nothing. */
export const formSubmission = pgTable("form_submission", {
  key: text("key").primaryKey(),
  action: text("action").notNull(),
  submittedAt: time("submitted_at").notNull().defaultNow(),
});

/**
 * Parcels and returns booked through a courier's API. `told`: a digest of what it was told; `reachedAt`: by its clock;
 * `lookAgainAt`: when it is asked whether it carried out a call late; `secondAwbs`: what it booked besides,
 * `secondError`: why that was not cancelled.
 */
export const courierBooking = pgTable("courier_booking", {
  id: uuid("id").primaryKey().defaultRandom(),
  orderId: uuid("order_id").notNull(),
  parcelId: uuid("parcel_id"),
  returnId: uuid("return_id"),
  courier: text("courier").notNull(),
  reference: text("reference").notNull(),
  state: text("state", { enum: ["asked", "booked", "failed", "cancelled"] })
    .notNull()
    .default("asked"),
  told: text("told").notNull(),
  awb: text("awb"),
  shipment: text("shipment"),
  carrier: text("carrier"),
  error: text("error"),
  tries: integer("tries").notNull().default(0),
  triedAt: time("tried_at"),
  checkedAt: time("checked_at"),
  reachedAt: time("reached_at"),
  pickupOn: date("pickup_on"),
  typed: boolean("typed").notNull().default(false),
  reservedAwb: text("reserved_awb"),
  lookAgainAt: time("look_again_at"),
  secondAwbs: text("second_awbs").array().notNull().default([]),
  secondError: text("second_error"),
  createdAt: time("created_at").notNull(),
});
export type BookingRow = typeof courierBooking.$inferSelect;

export const reportOutcomes = ["moved", "noted", "unknown", "late", "look", "refused"] as const;

/** What a courier said about a booking. `at`: by its clock; `outcome`: what it did, null until it was looked at. */
export const courierReport = pgTable("courier_report", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  bookingId: uuid("booking_id").notNull(),
  at: time("at").notNull(),
  code: text("code").notNull(),
  words: text("words").notNull(),
  state: text("state", { enum: reportedStates }),
  reason: text("reason"),
  receivedAt: time("received_at").notNull(),
  outcome: text("outcome", { enum: reportOutcomes }),
});
