import { createHash } from "node:crypto";
import type { Direction, Shipment } from "../../platform/couriers/couriers.server.ts";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { writeCarrier } from "../orders/change-parcels.server.ts";
import type { MailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { isBack, type OrderParcel, parcelAmount, parcelCash } from "../orders/parcels.ts";
import { clearPickup, writePickup } from "../returns/pick-up.server.ts";
import { returnOf } from "../returns/read-returns.server.ts";
import { isExpectedBack, type ReturnRequest } from "../returns/returns.ts";
import { trackingAddress } from "../settings/couriers.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { amountToCollect } from "./parcels.server.ts";
import type { BookingRow } from "./tables.server.ts";

/** What a courier is booked for: a parcel to the customer, or a return that it fetches there. */
export type Consignment =
  | { direction: "forward"; order: Order; parcel: OrderParcel }
  | { direction: "reverse"; order: Order; request: ReturnRequest };

/** What a booking is for. Null once its parcel was unpacked. In: the booking's order. */
export async function consignmentOf(
  db: Db,
  order: Order,
  { parcelId, returnId }: Pick<BookingRow, "parcelId" | "returnId">,
): Promise<Consignment | null> {
  if (returnId !== null) {
    const request = await returnOf({ db }, returnId);
    return request && { direction: "reverse", order, request };
  }
  const parcel = order.parcels.find(({ id }) => id === parcelId);
  return parcel ? { direction: "forward", order, parcel } : null;
}

/** The direction of a booking, also of one whose parcel was unpacked. */
export const directionOf = ({ returnId }: Pick<BookingRow, "returnId">): Direction =>
  returnId === null ? "forward" : "reverse";

/** "Parcel 1", for staff. */
export const nameOf = (one: Consignment): string =>
  one.direction === "forward" ? `Parcel ${one.parcel.number}` : "Pick-up";

/** What it is, in the record of an act. */
export const factsOf = (one: Consignment) =>
  one.direction === "forward" ? { parcel: one.parcel.number } : { return: one.request.id };

/** Whether no courier has it yet, as far as is known here. */
export const isNotFetched = (one: Consignment): boolean =>
  one.direction === "forward" ? one.parcel.state === "prepared" : one.request.sentAt === null;

/** Whether it has come to its end here: a parcel that is back or lost, a return that was received. */
export const isEnded = (one: Consignment): boolean =>
  one.direction === "forward"
    ? isBack(one.parcel)
    : one.request.state === "received" || one.request.state === "closed";

/** Whether it is not to be carried any more: the order was cancelled, or the return was rejected or has come by itself. */
export const isGivenUp = (one: Consignment): boolean =>
  one.direction === "forward" ? one.order.status === "cancelled" : !isExpectedBack(one.order, one.request);

/** Whether a courier is to fetch it. */
export const waitsForCourier = (one: Consignment): boolean => isNotFetched(one) && !isGivenUp(one);

/** The AWB that is written to it. */
export const numberOf = (one: Consignment): string | null =>
  one.direction === "forward" ? one.parcel.trackingNumber : one.request.pickupNumber;

/** Writes the courier and the AWB, with the tracking link of Settings. Tells the customer of a pick-up. */
export async function writeBooked(
  ports: Pick<Services, "mail" | "jobs">,
  tx: Db,
  one: Consignment,
  {
    courier,
    awb,
    actor,
    mailContext,
  }: { courier: string; awb: string; actor: Actor; mailContext: MailContext },
): Promise<void> {
  const { couriers } = await shopSettings({ db: tx });
  const link = trackingAddress(couriers, courier, awb);
  if (one.direction === "forward")
    await writeCarrier(tx, one.order, one.parcel.id, {
      courier,
      trackingNumber: awb,
      trackingLink: link,
    });
  else await writePickup(ports, tx, mailContext, { ...one, actor }, { courier, number: awb, link });
}

/** Takes courier and AWB away. */
export async function clearBooked(tx: Db, one: Consignment): Promise<void> {
  const none = { courier: null, trackingNumber: null, trackingLink: null };
  if (one.direction === "forward") await writeCarrier(tx, one.order, one.parcel.id, none);
  else await clearPickup(tx, one.request);
}

/** What the courier collects, in paise. */
function collectFor(one: Consignment): number {
  if (one.direction === "reverse" || amountToCollect(one.order) === 0) return 0;
  return parcelCash(one.order, one.parcel);
}

const unitsIn = (one: Consignment): { lineId: string; quantity: number }[] =>
  one.direction === "forward" ? one.parcel.lines : one.request.lines;

/** A digest of what a courier is told. */
export function toldOf(one: Consignment): string {
  const { address, lines } = one.order;
  const units = unitsIn(one)
    .map(({ lineId, quantity }) => [lineId, quantity])
    .sort();
  const skus = lines.map(({ id, sku, size }) => [id, sku, size]).sort();
  return createHash("sha256")
    .update(JSON.stringify([address, units, skus, collectFor(one)]))
    .digest("base64url");
}

/** A parcel or a return as its courier gets it. Weight and size are those of Settings, Couriers: products have none. */
export async function shipmentOf(ports: { db: Db }, one: Consignment, reference: string): Promise<Shipment> {
  const { parcels: packing, contact } = await shopSettings(ports);
  const { order } = one;
  const { address } = order;
  const items = unitsIn(one).flatMap(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    if (!line) return [];
    const unit = Math.round((line.total - line.discount) / line.quantity);
    return [{ name: line.name, sku: line.sku, hsn: line.hsnCode, quantity, unit }];
  });
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const value = items.reduce((sum, { quantity, unit }) => sum + quantity * unit, 0);
  return {
    direction: one.direction,
    reference,
    orderedAt: order.placedAt ?? order.createdAt,
    customer: {
      name: address.name,
      phone: address.phone,
      email: order.email || contact.email || "",
      lines: [address.line1, address.line2].filter((line) => line !== ""),
      city: address.city,
      state: address.state,
      pin: address.postalCode,
    },
    items,
    value: one.direction === "forward" ? parcelAmount(order, one.parcel) : value,
    collect: collectFor(one),
    grams: packing.grams * Math.max(1, units),
    size: { length: packing.length, breadth: packing.breadth, height: packing.height },
  };
}
