import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Direction } from "../../platform/couriers/couriers.server.ts";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, type Customer, can } from "../access/actor.ts";
import { readMailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cancelPickup } from "../returns/pick-up.server.ts";
import { placeOfReturn } from "../returns/returns.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { AwbRefused } from "./awbs.server.ts";
import {
  type Consignment,
  clearBooked,
  consignmentOf,
  directionOf,
  isEnded,
  isGivenUp,
  isNotFetched,
  nameOf,
  numberOf,
  toldOf,
  waitsForCourier,
} from "./consignments.server.ts";
import { cancelLateOf, nextLook } from "./late-bookings.server.ts";
import { recordOrderAction, withLockedOrder } from "./staff-action.server.ts";
import { type BookingRow, courierBooking, courierReport } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "couriers" | "clock" | "log" | "mail" | "jobs" | "site">;

export type BookingRefusal =
  | "not-found"
  | "not-placed"
  | "cancelled"
  | "changed-meanwhile"
  | "not-allowed"
  | "courier-missing"
  | "no-pickups"
  | "nothing-to-send"
  | "not-fitting"
  | "booked-already"
  | "awb-there"
  | "not-served"
  | "courier-silent"
  | "courier-refused"
  | "awb-used";

/** `detail`: the courier's own words, for staff. */
export type CourierRefused = AwbRefused<BookingRefusal> & { detail?: string };

/** Within this time the calls of one try have ended, so that nobody else may try. */
export const tryMs = 120_000;

/** Staff see these couriers, with what each carries. */
export function configuredCouriers({ couriers }: Pick<Services, "couriers">) {
  return couriers.all.map(({ key, name, mode, directions }) => ({ key, name, mode, directions }));
}

/** The booking that keeps a parcel or a return from being booked again, and a parcel from being unpacked. */
export async function openBookingOf(
  tx: Db,
  direction: Direction,
  id: string,
): Promise<BookingRow | undefined> {
  const subject = direction === "forward" ? courierBooking.parcelId : courierBooking.returnId;
  const isOpen = inArray(courierBooking.state, ["asked", "booked"]);
  const [open] = await tx
    .select()
    .from(courierBooking)
    .where(and(eq(subject, id), isOpen, eq(courierBooking.typed, false)));
  return open;
}

/**
 * Cancels a booking at the courier, and takes courier and number from what was not fetched. One that was never
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

/**
 * Ends a booking. What was not fetched has no courier and no number any more; a customer who was told that somebody
 * comes is told that nobody does. Refused: 'not-fitting'.
 */
export async function closeBooking(
  ports: Pick<Services, "db" | "clock" | "mail" | "jobs" | "site">,
  actor: Actor,
  { id, orderId, triedAt, state: seen }: Pick<BookingRow, "id" | "orderId" | "triedAt" | "state">,
  state: "failed" | "cancelled",
): Promise<Done | Refused<"not-found" | "not-fitting">> {
  const { db, clock } = ports;
  const [mailContext, settings] = await Promise.all([readMailContext(ports), shopSettings(ports)]);
  const error = state === "failed" ? "Given up: nobody knows whether the courier has it." : null;
  return withLockedOrder<undefined, "not-fitting">(db, orderId, async (tx, order) => {
    const [closed] = await tx
      .update(courierBooking)
      .set({ state, error, ...(state === "failed" && { lookAgainAt: nextLook(triedAt, clock.now()) }) })
      .where(and(eq(courierBooking.id, id), eq(courierBooking.state, seen)))
      .returning();
    if (!closed) return refused("not-fitting");
    const consignment = await consignmentOf(tx, order, closed);
    if (consignment && isNotFetched(consignment)) {
      const isTold = consignment.direction === "reverse" && numberOf(consignment) !== null;
      if (isTold && waitsForCourier(consignment))
        await cancelPickup(ports, tx, mailContext, { ...consignment, place: placeOfReturn(settings) });
      else await clearBooked(tx, consignment);
    }
    await recordOrderAction(tx, actor, "order.cancel-courier", order, {
      before: { reference: closed.reference, trackingNumber: closed.awb },
      after: { booking: state },
    });
    return done();
  });
}

/**
 * Asks the couriers to fetch at the shop the booked parcels of some orders that they were not asked for yet, one call for
 * each courier, tomorrow, after what was booked late is cancelled: it would be fetched too. Out: how many parcels, and
 * what the couriers that refused say.
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
    ({ state, typed, returnId, pickupOn, reachedAt }) =>
      state === "booked" && !typed && returnId === null && pickupOn === null && reachedAt === null,
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

const givesLabel = (
  { couriers }: Pick<Services, "couriers">,
  booking: Pick<BookingRow, "courier" | "returnId">,
): boolean => directionOf(booking) === "forward" || couriers.courier(booking.courier)?.labelsReturns === true;

/** The PDF of a booking's label; null where the shop's own is used, for a parcel. Refused as `cancelBooking`. */
export async function courierLabel(
  ports: Ports,
  orderId: string,
  bookingId: string,
): Promise<Done<string | null> | Refused<"not-found" | "courier-missing" | "courier-silent">> {
  const booking = (await bookingsOf(ports, [orderId])).find(({ id }) => id === bookingId);
  if (booking?.state !== "booked" || booking.awb === null || booking.typed) return refused("not-found");
  const courier = ports.couriers.courier(booking.courier);
  if (!courier) return refused("courier-missing");
  if (!givesLabel(ports, booking)) return refused("not-found");
  const { awb, shipment, carrier } = booking;
  const answer = await courier.label({ awb, shipment, carrier });
  if (!answer.ok) return refused("courier-silent");
  const isOwn = answer.value === null && directionOf(booking) === "forward";
  return isOwn || answer.value?.startsWith("https://") ? done(answer.value) : refused("courier-silent");
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

/** What staff see of the couriers on an order's page: the bookings of parcels and returns with the newest reports. */
export type OrderBooking = Awaited<ReturnType<typeof orderBookings>>[number];

/**
 * The bookings of an order, newest first. `what`: "Parcel 1". `isWaiting`: nobody has fetched it. `change`: what the
 * courier was told is not so any more: it is not to be carried at all, or what, where or for how much differs. `asks`:
 * whether the last that the courier said is for staff to decide, until they have.
 */
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
  const consignments = await Promise.all(bookings.map((booking) => consignmentOf(db, order, booking)));
  return bookings.map(({ told, ...booking }, place) => {
    const consignment = consignments[place] ?? null;
    const isOurs = booking.state === "booked" && !booking.typed;
    const said = reports.filter(({ bookingId }) => bookingId === booking.id).slice(0, 5);
    return {
      ...booking,
      direction: directionOf(booking),
      name: couriers.courier(booking.courier)?.name ?? booking.courier,
      what: consignment && nameOf(consignment),
      hasLabel: isOurs && givesLabel({ couriers }, booking),
      isWaiting: isOurs && consignment !== null && waitsForCourier(consignment),
      change: isOurs ? changeSince(order, consignment, told) : null,
      asks: said[0]?.outcome === "look" && (consignment === null || !isEnded(consignment)),
      reports: said,
    };
  });
}

function changeSince(order: Order, consignment: Consignment | null, told: string): Change | null {
  if (!consignment) return order.status === "cancelled" ? "given-up" : "differs";
  if (isGivenUp(consignment)) return isNotFetched(consignment) ? "given-up" : null;
  const isUnderway =
    isNotFetched(consignment) || (consignment.direction === "forward" && consignment.parcel.state === "sent");
  return isUnderway && told !== toldOf(consignment) ? "differs" : null;
}

type Change = "given-up" | "differs";

/** Deletes what couriers said about a customer's parcels, with the account. None is underway then. */
export async function deleteBookings(tx: Db, { id }: Pick<Customer, "id">): Promise<void> {
  const theirs = sql`select id from orders where user_id = ${id}`;
  await tx.execute(sql`delete from courier_report where booking_id in
    (select id from courier_booking where order_id in (${theirs}))`);
  await tx.execute(sql`delete from courier_booking where order_id in (${theirs})`);
}
