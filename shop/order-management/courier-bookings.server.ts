import { randomBytes } from "node:crypto";
import { and, eq, type SQL } from "drizzle-orm";
import type { CourierApi, Direction } from "../../platform/couriers/couriers.server.ts";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can } from "../access/actor.ts";
import { addRest, unitsRefunded, writeCarrier } from "../orders/change-parcels.server.ts";
import { type Order, shortId } from "../orders/orders.ts";
import { unitsWithoutParcel } from "../orders/parcels.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { returnOf } from "../returns/read-returns.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { type BookingRefusal, openBookingOf } from "./booked-parcels.server.ts";
import { actOf, type BookingDone, carryOut } from "./carry-out-bookings.server.ts";
import { type Consignment, factsOf, toldOf, waitsForCourier } from "./consignments.server.ts";
import { amountToCollect } from "./parcels.server.ts";
import { orderVersion, recordOrderAction, withLockedOrder } from "./staff-action.server.ts";
import { courierBooking } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "couriers" | "clock" | "log" | "mail" | "jobs" | "site">;

/**
 * Books the next parcel of an order with a courier, exactly once although the courier knows no idempotency: what is
 * intended is written first, in a transaction that two cannot both pass, then its AWB where the courier gives it before
 * the booking, and then the courier is called (carry-out-bookings.server.ts). After no answer `finishBookings` asks for
 * the reference before anything is sent again; a call that is carried out even later is found and cancelled
 * (late-bookings.server.ts). In: the courier's key; `parcelId`, or null for all that is in no parcel; `version` of the
 * order as it was shown, null for the list of many. Out: the AWB, null while the courier has not answered. Refused:
 * 'not-served' for a PIN code, 'courier-refused' with its words, 'courier-silent' when it could not be asked whether it
 * delivers there, 'booked-already', 'awb-there' for a typed number, 'awb-used', 'nothing-to-send', 'not-fitting',
 * 'courier-missing', 'not-allowed', 'changed-meanwhile', 'cancelled', 'not-placed', 'not-found'.
 */
export async function bookParcel(
  ports: Ports,
  actor: Actor,
  key: string,
  wanted: { orderId: string; parcelId: string | null; version: string | null },
): Promise<BookingDone> {
  return book(ports, actor, key, wanted.orderId, "forward", (tx, order) => packed(tx, order, wanted));
}

/**
 * Books a courier that fetches an approved return at the customer's, as `bookParcel` does it. Its customer is told, with
 * the AWB. Refused: as there, 'no-pickups' by a courier that brings nothing back, or not from there, 'not-fitting' for a
 * return that is not approved or was sent, 'awb-there' for a typed number.
 */
export async function bookPickup(
  ports: Ports,
  actor: Actor,
  key: string,
  { orderId, returnId }: { orderId: string; returnId: string },
): Promise<BookingDone> {
  return book(ports, actor, key, orderId, "reverse", async (tx, order) => {
    const request = await returnOf({ db: tx }, returnId);
    if (request?.orderId !== orderId) return refused("not-found");
    const one: Consignment = { direction: "reverse", order, request };
    if (await openBookingOf(tx, "reverse", returnId)) return refused("booked-already");
    if (!waitsForCourier(one)) return refused("not-fitting");
    if (request.pickupNumber) return refused("awb-there");
    await stopFollowing(tx, eq(courierBooking.returnId, returnId));
    return done(one);
  });
}

type Finding = Done<Consignment> | Refused<BookingRefusal>;

/** Asks whether the courier goes there, writes what is intended, and calls. In: what finds, or packs, what to book. */
async function book(
  ports: Ports,
  actor: Actor,
  key: string,
  orderId: string,
  direction: Direction,
  find: (tx: Db, order: Order) => Promise<Finding>,
): Promise<BookingDone> {
  if (!can(actor, "orders.edit")) return refused("not-allowed");
  const courier = ports.couriers.courier(key);
  if (!courier) return refused("courier-missing");
  if (!courier.directions.includes(direction)) return refused("no-pickups");
  const order = await orderOf(ports, orderId);
  if (!order) return refused("not-found");
  const { parcels: packing } = await shopSettings(ports);
  const cash = direction === "forward" && amountToCollect(order) > 0;
  const where = { pin: order.address.postalCode, cash, grams: packing.grams, direction };
  const serves = await courier.serves(where);
  if (!serves.ok)
    return serves.refused === "unreachable"
      ? refused("courier-silent")
      : { ...refused("courier-refused"), detail: serves.detail };
  if (!serves.value) return refused(direction === "forward" ? "not-served" : "no-pickups");
  const intended = await intend(ports, actor, courier, orderId, find);
  if (!intended.ok) return intended;
  return carryOut(ports, actor, intended.value);
}

/** The parcel to be booked, packed when there is none. */
async function packed(
  tx: Db,
  order: Order,
  { orderId, parcelId, version }: { orderId: string; parcelId: string | null; version: string | null },
): Promise<Finding> {
  if (version !== null && version !== (await orderVersion(tx, orderId))) return refused("changed-meanwhile");
  if (order.status === "cancelled") return refused("cancelled");
  const none = { courier: null, trackingNumber: null, trackingLink: null };
  const open = [...unitsWithoutParcel(order, await unitsRefunded(tx, order)).values()];
  const known = parcelId
    ? order.parcels.find(({ id }) => id === parcelId)
    : order.parcels.findLast(({ state }) => state === "prepared");
  if (parcelId && !known) return refused("not-found");
  if (!known && !open.some((units) => units > 0)) return refused("nothing-to-send");
  if (known && known.state !== "prepared") return refused("not-fitting");
  if (known && (await openBookingOf(tx, "forward", known.id))) return refused("booked-already");
  if (known?.trackingNumber) return refused("awb-there");
  const now = known ? order : await addRest(tx, order, none);
  const parcel = known ?? now.parcels.at(-1);
  if (!parcel) throw new Error("the parcel that was written is gone");
  await stopFollowing(tx, eq(courierBooking.parcelId, parcel.id));
  return done({ direction: "forward", order: now, parcel });
}

/** Ends the following of a number that was typed before and was taken away: else it could not be booked. */
async function stopFollowing(tx: Db, subject: SQL): Promise<void> {
  const isTyped = and(subject, eq(courierBooking.typed, true));
  await tx.update(courierBooking).set({ state: "cancelled" }).where(isTyped);
}

/** Writes what will be asked of the courier. Out: the booking's id. */
async function intend(
  ports: Ports,
  actor: Actor,
  courier: CourierApi,
  orderId: string,
  find: (tx: Db, order: Order) => Promise<Finding>,
): Promise<Done<string> | Refused<BookingRefusal>> {
  return withLockedOrder<string, BookingRefusal>(ports.db, orderId, async (tx, order) => {
    if (!order.placedAt) return refused("not-placed");
    const found = await find(tx, order);
    if (!found.ok) return found;
    const one = found.value;
    const isReturn = one.direction === "reverse";
    const reference = `${shortId(orderId)}-${isReturn ? "R" : one.parcel.number}-${randomBytes(3).toString("hex")}`;
    // Until the AWB is there the parcel has the courier's name.
    if (!isReturn)
      await writeCarrier(tx, one.order, one.parcel.id, {
        courier: courier.name,
        trackingNumber: null,
        trackingLink: null,
      });
    const [made] = await tx
      .insert(courierBooking)
      .values({
        orderId,
        ...(isReturn ? { returnId: one.request.id } : { parcelId: one.parcel.id }),
        courier: courier.key,
        reference,
        told: toldOf(one),
        createdAt: ports.clock.now(),
      })
      .returning({ id: courierBooking.id });
    if (!made) throw new Error("no booking was written");
    await recordOrderAction(tx, actor, actOf(one.direction), order, {
      after: { ...factsOf(one), courier: courier.name, reference },
    });
    return done(made.id);
  });
}

/**
 * Books the parcels of many orders, five at a time and for at most `forMs`: those that it did not come to are refused
 * with 'courier-silent', with nothing written. In: at most 100 orders. Out: by order.
 */
export async function bookMany(
  ports: Ports,
  actor: Actor,
  key: string,
  orderIds: readonly string[],
  forMs = 45_000,
): Promise<Map<string, Awaited<ReturnType<typeof bookParcel>>>> {
  const until = performance.now() + forMs;
  const booked = new Map<string, Awaited<ReturnType<typeof bookParcel>>>();
  const waiting = [...orderIds];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const wanted = { orderId: id, parcelId: null, version: null };
      booked.set(
        id,
        performance.now() < until ? await bookParcel(ports, actor, key, wanted) : refused("courier-silent"),
      );
    }
  };
  await Promise.all(Array.from({ length: 5 }, work));
  return booked;
}
