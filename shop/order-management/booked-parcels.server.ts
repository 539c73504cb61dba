import { createHash } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Shipment } from "../../platform/couriers/couriers.server.ts";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, type Customer, can } from "../access/actor.ts";
import { writeCarrier } from "../orders/change-parcels.server.ts";
import type { Order } from "../orders/orders.ts";
import { type OrderParcel, parcelAmount, parcelCash } from "../orders/parcels.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { cancelLateOf, nextLook } from "./late-bookings.server.ts";
import { amountToCollect } from "./parcels.server.ts";
import { recordOrderAction, withLockedOrder } from "./staff-action.server.ts";
import { type BookingRow, courierBooking, courierReport } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "couriers" | "clock" | "log">;

export type BookingRefusal =
  | "not-found"
  | "not-placed"
  | "cancelled"
  | "changed-meanwhile"
  | "not-allowed"
  | "courier-missing"
  | "nothing-to-send"
  | "not-fitting"
  | "booked-already"
  | "awb-there"
  | "not-served"
  | "courier-silent"
  | "courier-refused"
  | "awb-used";

/** `detail`: the courier's own words, for staff. */
export type CourierRefused = Refused<BookingRefusal> & { detail?: string };

/** Within this time the calls of one try have ended, so that nobody else may try. */
export const tryMs = 120_000;

/** Staff see these couriers. */
export function configuredCouriers({ couriers }: Pick<Services, "couriers">) {
  return couriers.all.map(({ key, name, mode }) => ({ key, name, mode }));
}

/** The booking that keeps a parcel from being booked again or unpacked. */
export async function openBookingOf(tx: Db, parcelId: string): Promise<BookingRow | undefined> {
  const isOpen = inArray(courierBooking.state, ["asked", "booked"]);
  const [open] = await tx
    .select()
    .from(courierBooking)
    .where(and(eq(courierBooking.parcelId, parcelId), isOpen, eq(courierBooking.typed, false)));
  return open;
}

/**
 * Cancels a booking at the courier, and takes courier and number from a parcel that was not sent. One that was never
 * answered is given up, after two minutes without an answer: should the courier book it all the same, that is cancelled.
 * Refused:
 * 'courier-refused' with its words, 'courier-silent', 'not-fitting' when it is not open or being tried now,
 * 'courier-missing', 'not-allowed', 'not-found'.
 */
export async function cancelBooking(
  ports: Ports,
  actor: Actor,
  orderId: string,
  bookingId: string,
): Promise<Done | CourierRefused> {
  if (actor.kind !== "system" && !can(actor, "orders.edit")) return refused("not-allowed");
  const booking = (await bookingsOf(ports, [orderId])).find(({ id }) => id === bookingId);
  if (!booking) return refused("not-found");
  if (booking.state === "asked") {
    const isTried = (booking.triedAt?.getTime() ?? 0) > ports.clock.now().getTime() - tryMs;
    return isTried ? refused("not-fitting") : closeBooking(ports, actor, booking, "failed");
  }
  if (booking.state !== "booked" || booking.awb === null || booking.typed) return refused("not-fitting");
  const courier = ports.couriers.courier(booking.courier);
  if (!courier) return refused("courier-missing");
  const { awb, shipment, carrier } = booking;
  const answer = await courier.cancel({ awb, shipment, carrier });
  if (!answer.ok)
    return answer.refused === "unreachable"
      ? refused("courier-silent")
      : { ...refused("courier-refused"), detail: answer.detail };
  return closeBooking(ports, actor, booking, "cancelled");
}

/** Ends a booking. A parcel that was not sent has no courier and no number any more. Refused: 'not-fitting'. */
export async function closeBooking(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  { id, orderId, triedAt, state: seen }: Pick<BookingRow, "id" | "orderId" | "triedAt" | "state">,
  state: "failed" | "cancelled",
): Promise<Done | Refused<"not-found" | "not-fitting">> {
  const error = state === "failed" ? "Given up: nobody knows whether the courier has it." : null;
  return withLockedOrder<undefined, "not-fitting">(db, orderId, async (tx, order) => {
    const [closed] = await tx
      .update(courierBooking)
      .set({ state, error, ...(state === "failed" && { lookAgainAt: nextLook(triedAt, clock.now()) }) })
      .where(and(eq(courierBooking.id, id), eq(courierBooking.state, seen)))
      .returning();
    if (!closed) return refused("not-fitting");
    const parcel = order.parcels.find((one) => one.id === closed.parcelId);
    if (parcel?.state === "prepared") {
      const clear = { courier: null, trackingNumber: null, trackingLink: null };
      await writeCarrier(tx, order, parcel.id, clear);
    }
    await recordOrderAction(tx, actor, "order.cancel-courier", order, {
      before: { reference: closed.reference, trackingNumber: closed.awb },
      after: { booking: state },
    });
    return done();
  });
}

/**
 * Asks the couriers to fetch the booked parcels of some orders that they were not asked for yet, one call for each
 * courier, tomorrow, after what was booked late is cancelled: it would be fetched too. Out: how many parcels, and what the couriers that refused say.
 */
export async function askForPickup(
  ports: Ports,
  actor: Actor,
  orderIds: readonly string[],
): Promise<{ parcels: number; on: string; refused: string[] }> {
  const on = dayAfter(ports.clock.now());
  const outcome = { parcels: 0, on, refused: [] as string[] };
  if (!can(actor, "orders.edit")) return outcome;
  const waiting = (await bookingsOf(ports, orderIds)).filter(
    ({ state, typed, pickupOn, reachedAt }) =>
      state === "booked" && !typed && pickupOn === null && reachedAt === null,
  );
  for (const [key, bookings] of Map.groupBy(waiting, ({ courier }) => courier)) {
    const courier = ports.couriers.courier(key);
    for (const booking of bookings) if (booking.lookAgainAt) await cancelLateOf(ports, booking);
    const booked = bookings.map(({ awb, shipment, carrier }) => ({ awb: awb ?? "", shipment, carrier }));
    const answer = await courier?.pickUp(booked, on);
    if (!answer?.ok) {
      outcome.refused.push(`${courier?.name ?? key}: ${answer?.detail || "no answer"}`);
      continue;
    }
    outcome.parcels += bookings.length;
    for (const { id, orderId } of bookings) {
      await withLockedOrder(ports.db, orderId, async (tx, order) => {
        await tx.update(courierBooking).set({ pickupOn: on }).where(eq(courierBooking.id, id));
        await recordOrderAction(tx, actor, "order.ask-pickup", order, { after: { pickup: on } });
        return done();
      });
    }
  }
  return outcome;
}

/** Tomorrow in India, as "2026-11-28": today's round has often left. */
function dayAfter(now: Date): string {
  return new Date(now.getTime() + (24 + 5.5) * 3_600_000).toISOString().slice(0, 10);
}

/** The PDF of a booking's label; null where the shop's own is used. Refused as `cancelBooking`. */
export async function courierLabel(
  ports: Ports,
  orderId: string,
  bookingId: string,
): Promise<Done<string | null> | Refused<"not-found" | "courier-missing" | "courier-silent">> {
  const booking = (await bookingsOf(ports, [orderId])).find(({ id }) => id === bookingId);
  if (booking?.state !== "booked" || booking.awb === null || booking.typed) return refused("not-found");
  const courier = ports.couriers.courier(booking.courier);
  if (!courier) return refused("courier-missing");
  const { awb, shipment, carrier } = booking;
  const answer = await courier.label({ awb, shipment, carrier });
  const isLink = answer.ok && (answer.value === null || answer.value.startsWith("https://"));
  return isLink ? done(answer.value) : refused("courier-silent");
}

/** The bookings of some orders, newest first. */
async function bookingsOf({ db }: { db: Db }, orderIds: readonly string[]): Promise<BookingRow[]> {
  const ids = orderIds.filter((id) => /^[0-9a-f-]{36}$/.test(id));
  return db
    .select()
    .from(courierBooking)
    .where(inArray(courierBooking.orderId, ids))
    .orderBy(desc(courierBooking.createdAt), desc(courierBooking.id));
}

/** What staff see of the couriers on an order's page: each parcel's last booking with the newest reports. */
export type OrderBooking = Awaited<ReturnType<typeof orderBookings>>[number];

/** The bookings of an order, newest first. `isChanged`: the order is not what the courier was told any more. */
export async function orderBookings({ db, couriers }: Pick<Services, "db" | "couriers">, order: Order) {
  const bookings = await bookingsOf({ db }, [order.id]);
  const reports = await db
    .select()
    .from(courierReport)
    .where(
      inArray(
        courierReport.bookingId,
        bookings.map(({ id }) => id),
      ),
    )
    .orderBy(desc(courierReport.at), desc(courierReport.id))
    .limit(200);
  return bookings.map(({ told, ...booking }) => {
    const parcel = order.parcels.find(({ id }) => id === booking.parcelId);
    const isUnderway = parcel?.state === "prepared" || parcel?.state === "sent";
    return {
      ...booking,
      name: couriers.courier(booking.courier)?.name ?? booking.courier,
      isUntried: couriers.courier(booking.courier)?.mode === "untried",
      parcel: parcel?.number ?? null,
      isChanged:
        booking.state === "booked" &&
        !booking.typed &&
        (order.status === "cancelled" || !parcel || (isUnderway && told !== toldOf(order, parcel))),
      reports: reports.filter(({ bookingId }) => bookingId === booking.id).slice(0, 5),
    };
  });
}

/** What the courier collects for a parcel, in paise. */
function collectFor(order: Order, parcel: OrderParcel): number {
  return amountToCollect(order) > 0 ? parcelCash(order, parcel) : 0;
}

/** A digest of what a courier is told of a parcel. */
export function toldOf(order: Order, parcel: OrderParcel): string {
  const { address, lines } = order;
  const units = parcel.lines.map(({ lineId, quantity }) => [lineId, quantity]).sort();
  const skus = lines.map(({ id, sku, size }) => [id, sku, size]).sort();
  return createHash("sha256")
    .update(JSON.stringify([address, units, skus, collectFor(order, parcel)]))
    .digest("base64url");
}

/** A parcel as its courier gets it. Weight and size are those of Settings, Couriers: products have none. */
export async function shipmentOf(
  ports: { db: Db },
  order: Order,
  parcel: OrderParcel,
  reference: string,
): Promise<Shipment> {
  const { parcels: packing, contact } = await shopSettings(ports);
  const { address } = order;
  const items = parcel.lines.flatMap(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    if (!line) return [];
    const unit = Math.round((line.total - line.discount) / line.quantity);
    return [{ name: line.name, sku: line.sku, hsn: line.hsnCode, quantity, unit }];
  });
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    reference,
    orderedAt: order.placedAt ?? order.createdAt,
    to: {
      name: address.name,
      phone: address.phone,
      email: order.email || contact.email || "",
      lines: [address.line1, address.line2].filter((line) => line !== ""),
      city: address.city,
      state: address.state,
      pin: address.postalCode,
    },
    items,
    value: parcelAmount(order, parcel),
    collect: collectFor(order, parcel),
    grams: packing.grams * Math.max(1, units),
    size: { length: packing.length, breadth: packing.breadth, height: packing.height },
  };
}

/** Deletes what couriers said about a customer's parcels, with the account. None is underway then. */
export async function deleteBookings(tx: Db, { id }: Pick<Customer, "id">): Promise<void> {
  const theirs = sql`select id from orders where user_id = ${id}`;
  await tx.execute(sql`delete from courier_report where booking_id in
    (select id from courier_booking where order_id in (${theirs}))`);
  await tx.execute(sql`delete from courier_booking where order_id in (${theirs})`);
}
