import { boolean, date, jsonb, pgSchema, text } from "drizzle-orm/pg-core";
import type { CourierEvent } from "../../platform/couriers/couriers.server.ts";
import { time, wholeNumber } from "../../platform/database/column-types.server.ts";

export type StoredEvent = Omit<CourierEvent, "at"> & { at: string };

const gateway = pgSchema("local_gateway");

/** Parcels of the demo's courier. `collect`: paise. The schema is that of the demo's gateway. */
export const shipment = gateway.table("shipment", {
  awb: text("awb").primaryKey(),
  reference: text("reference").notNull(),
  direction: text("direction", { enum: ["forward", "reverse"] }).notNull(),
  name: text("name").notNull(),
  pin: text("pin").notNull(),
  collect: wholeNumber("collect").notNull(),
  cancelled: boolean("cancelled").notNull().default(false),
  pickupOn: date("pickup_on"),
  events: jsonb("events").$type<StoredEvent[]>().notNull(),
  createdAt: time("created_at").notNull(),
});
