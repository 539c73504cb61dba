import { randomBytes } from "node:crypto";
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Booked, CourierApi, CourierResult } from "../../platform/couriers/couriers.server.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can, system } from "../access/actor.ts";
import { addRest, unitsRefunded, writeCarrier } from "../orders/change-parcels.server.ts";
import { shortId } from "../orders/orders.ts";
import { unitsWithoutParcel } from "../orders/parcels.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { trackingAddress } from "../settings/couriers.ts";
import { shopSettings } from "../settings/settings.server.ts";
import {
  type BookingRefusal,
  type CourierRefused,
  cancelBooking,
  openBookingOf,
  shipmentOf,
  toldOf,
  tryMs,
} from "./booked-parcels.server.ts";
import { nextLook } from "./late-bookings.server.ts";
import { amountToCollect } from "./parcels.server.ts";
import { isAwbTaken } from "./set-status.server.ts";
import { orderVersion, recordOrderAction, withLockedOrder } from "./staff-action.server.ts";
import { type BookingRow, courierBooking } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "couriers" | "clock" | "log">;

/**
 * Books the next parcel of an order with a courier, exactly once although the courier knows no idempotency: what is
 * intended is written first, in a transaction that two cannot both pass, then its AWB where the courier gives it before
 * the booking, and then the courier is called. After no answer `finishBookings` asks for the reference before anything
 * is sent again; a call that is carried out even later is found and cancelled (late-bookings.server.ts). In: the courier's key; `parcelId`, or
 * null for all that is in no parcel; `version` of the order as it was shown, null for the list of many. Out: the AWB,
 * null while the courier has not answered. Refused: 'not-served' for a PIN code, 'courier-refused' with its words,
 * 'courier-silent' when it could not be asked whether it delivers there, 'booked-already', 'awb-there' for a typed
 * number, 'awb-used', 'nothing-to-send', 'not-fitting', 'courier-missing', 'not-allowed', 'changed-meanwhile',
 * 'cancelled', 'not-placed', 'not-found'.
 */
export async function bookParcel(
  ports: Ports,
  actor: Actor,
  key: string,
  wanted: { orderId: string; parcelId: string | null; version: string | null },
): Promise<Done<{ awb: string | null }> | CourierRefused> {
  if (!can(actor, "orders.edit")) return refused("not-allowed");
  const courier = ports.couriers.courier(key);
  if (!courier) return refused("courier-missing");
  const order = await orderOf(ports, wanted.orderId);
  if (!order) return refused("not-found");
  const { parcels: packing } = await shopSettings(ports);
  const cash = amountToCollect(order) > 0;
  const serves = await courier.serves({ pin: order.address.postalCode, cash, grams: packing.grams });
  if (!serves.ok)
    return serves.refused === "unreachable"
      ? refused("courier-silent")
      : { ...refused("courier-refused"), detail: serves.detail };
  if (!serves.value) return refused("not-served");
  const intended = await intend(ports, actor, courier, wanted);
  if (!intended.ok) return intended;
  return carryOut(ports, actor, intended.value);
}

/** Writes what will be asked of the courier. Out: the booking's id. */
async function intend(
  ports: Ports,
  actor: Actor,
  courier: CourierApi,
  { orderId, parcelId, version }: { orderId: string; parcelId: string | null; version: string | null },
): Promise<Done<string> | Refused<BookingRefusal>> {
  return withLockedOrder<string, BookingRefusal>(ports.db, orderId, async (tx, order) => {
    if (!order.placedAt) return refused("not-placed");
    if (version !== null && version !== (await orderVersion(tx, orderId)))
      return refused("changed-meanwhile");
    if (order.status === "cancelled") return refused("cancelled");
    const none = { courier: courier.name, trackingNumber: null, trackingLink: null };
    const open = [...unitsWithoutParcel(order, await unitsRefunded(tx, order)).values()];
    const known = parcelId
      ? order.parcels.find(({ id }) => id === parcelId)
      : order.parcels.findLast(({ state }) => state === "prepared");
    if (parcelId && !known) return refused("not-found");
    if (!known && !open.some((units) => units > 0)) return refused("nothing-to-send");
    if (known && known.state !== "prepared") return refused("not-fitting");
    if (known && (await openBookingOf(tx, known.id))) return refused("booked-already");
    if (known?.trackingNumber) return refused("awb-there");
    const packed = known ? await writeCarrier(tx, order, known.id, none) : await addRest(tx, order, none);
    const parcel = known ? packed.parcels.find(({ id }) => id === known.id) : packed.parcels.at(-1);
    if (!parcel) throw new Error("the parcel that was written is gone");
    // The number that was typed before was taken away, or it could not be booked.
    const isTyped = and(eq(courierBooking.parcelId, parcel.id), eq(courierBooking.typed, true));
    await tx.update(courierBooking).set({ state: "cancelled" }).where(isTyped);
    const reference = `${shortId(orderId)}-${parcel.number}-${randomBytes(3).toString("hex")}`;
    const [made] = await tx
      .insert(courierBooking)
      .values({
        orderId,
        parcelId: parcel.id,
        courier: courier.key,
        reference,
        told: toldOf(packed, parcel),
        createdAt: ports.clock.now(),
      })
      .returning({ id: courierBooking.id });
    if (!made) throw new Error("no booking was written");
    await recordOrderAction(tx, actor, "order.book-courier", packed, {
      after: { parcel: parcel.number, courier: courier.name, reference },
    });
    return done(made.id);
  });
}

/** A booking that nobody else is trying now; counted and marked as tried. */
async function claim({ db, clock }: Ports, id: string): Promise<BookingRow | undefined> {
  const now = clock.now();
  const isFree = or(
    isNull(courierBooking.triedAt),
    lte(courierBooking.triedAt, new Date(now.getTime() - tryMs)),
  );
  const [claimed] = await db
    .update(courierBooking)
    .set({ tries: sql`${courierBooking.tries} + 1`, triedAt: now })
    .where(and(eq(courierBooking.id, id), eq(courierBooking.state, "asked"), isFree))
    .returning();
  return claimed;
}

/** Calls the courier for a booking, unless somebody else does, and stores what it says. */
async function carryOut(
  ports: Ports,
  actor: Actor,
  id: string,
): Promise<Done<{ awb: string | null }> | CourierRefused> {
  const booking = await claim(ports, id);
  const courier = booking && ports.couriers.courier(booking.courier);
  if (!booking) return done({ awb: null });
  if (!courier) {
    await noteError(ports, id, "Its keys are missing.");
    return done({ awb: null });
  }
  const order = await orderOf(ports, booking.orderId);
  const parcel = order?.parcels.find((one) => one.id === booking.parcelId);
  const isAgain = booking.tries > 1;
  if (order && order.status !== "cancelled" && parcel?.state === "prepared") {
    const awb = await reservedAwb(ports, booking, courier);
    if (!awb.ok) return settle(ports, actor, booking, courier, awb);
    const shipment = await shipmentOf(ports, order, parcel, booking.reference);
    const answer = await courier.book(shipment, { isAgain, awb: awb.value });
    return settle(ports, actor, booking, courier, answer, toldOf(order, parcel));
  }
  // Nothing is to be sent any more, but perhaps it was booked before: then it is to be cancelled.
  const found: CourierResult<Booked[]> = isAgain
    ? await courier.find(booking.reference)
    : { ok: true, value: [] };
  const answer: CourierResult<Booked> =
    found.ok && found.value[0]
      ? { ok: true, value: found.value[0] }
      : found.ok
        ? { ok: false, refused: "rejected", detail: "There is nothing to send any more." }
        : found;
  return settle(ports, actor, booking, courier, answer);
}

/** The AWB of a booking where the courier gives it first, kept before it is used; null where it gives none. */
async function reservedAwb(
  { db }: Ports,
  { id, reservedAwb: kept }: BookingRow,
  courier: CourierApi,
): Promise<CourierResult<string | null>> {
  if (kept !== null || !courier.reserve) return { ok: true, value: kept };
  const given = await courier.reserve();
  if (!given.ok) return given;
  // Should two try at once, the number that was stored first is the one.
  const [stored] = await db
    .update(courierBooking)
    .set({ reservedAwb: sql`coalesce(${courierBooking.reservedAwb}, ${given.value})` })
    .where(eq(courierBooking.id, id))
    .returning({ awb: courierBooking.reservedAwb });
  return { ok: true, value: stored?.awb ?? null };
}

async function noteError({ db }: Ports, id: string, error: string): Promise<void> {
  await db
    .update(courierBooking)
    .set({ error: error.slice(0, 300) })
    .where(and(eq(courierBooking.id, id), eq(courierBooking.state, "asked")));
}

async function settle(
  ports: Ports,
  actor: Actor,
  booking: BookingRow,
  courier: CourierApi,
  answer: CourierResult<Booked>,
  told = booking.told,
): Promise<Done<{ awb: string | null }> | CourierRefused> {
  if (!answer.ok && answer.refused !== "rejected") {
    await noteError(ports, booking.id, answer.detail);
    return done({ awb: null });
  }
  const { couriers } = await shopSettings(ports);
  const settled = await inTransaction(ports.db, async (tx): Promise<{ awb: string } | CourierRefused> => {
    const order = await lockOrder(tx, booking.orderId);
    const [now] = await tx.select().from(courierBooking).where(eq(courierBooking.id, booking.id));
    if (!order || !now) throw new Error("an order or its booking vanished");
    if (now.state !== "asked") {
      if (now.state !== "failed" || !answer.ok) return refused("changed-meanwhile");
      // Given up too early: whoever gave up reads it, and may have entered the number.
      const error = `It was booked after all, as ${answer.value.awb}. Unless that number is entered here, it is cancelled.`;
      const update = { error, lookAgainAt: ports.clock.now() };
      await tx.update(courierBooking).set(update).where(eq(courierBooking.id, now.id));
      return { awb: "" };
    }
    const parcel = order.parcels.find(({ id }) => id === booking.parcelId);
    // An earlier call had no answer.
    const lookAgainAt = booking.tries > 1 ? nextLook(booking.triedAt, ports.clock.now()) : null;
    const update = (values: Partial<BookingRow>) =>
      tx
        .update(courierBooking)
        .set({ ...values, lookAgainAt })
        .where(eq(courierBooking.id, booking.id));
    const clear = { courier: null, trackingNumber: null, trackingLink: null };
    const isPacked = parcel?.state === "prepared";
    const isTaken = answer.ok && (await isAwbTaken(tx, answer.value.awb, parcel?.id));
    if (!answer.ok || isTaken) {
      const error = answer.ok
        ? `It gave the AWB ${answer.value.awb}, which another parcel has.`
        : answer.detail || "No reason given.";
      await update({ state: "failed", error: error.slice(0, 300) });
      if (isPacked) await writeCarrier(tx, order, parcel.id, clear);
      await recordOrderAction(tx, actor, "order.book-courier", order, {
        after: { courier: courier.name, reference: booking.reference, refused: error },
      });
      // Stored, and therefore no refusal for the transaction.
      return { awb: "" };
    }
    const { awb, shipment, carrier } = answer.value;
    await update({
      state: "booked",
      awb,
      shipment,
      carrier,
      error: null,
      told,
      checkedAt: ports.clock.now(),
    });
    if (isPacked) {
      const link = trackingAddress(couriers, courier.name, awb);
      await writeCarrier(tx, order, parcel.id, {
        courier: courier.name,
        trackingNumber: awb,
        trackingLink: link,
      });
    }
    await recordOrderAction(tx, actor, "order.book-courier", order, {
      after: {
        parcel: parcel?.number,
        courier: courier.name,
        reference: booking.reference,
        trackingNumber: awb,
      },
    });
    return { awb };
  });
  if ("refused" in settled) return settled;
  if (settled.awb !== "") return done({ awb: settled.awb });
  return answer.ok ? refused("awb-used") : { ...refused("courier-refused"), detail: answer.detail };
}

/** The job: finishes what was interrupted or not answered, each at most every two minutes, later every hour. */
export async function finishBookings(ports: Ports): Promise<void> {
  const now = ports.clock.now().toISOString();
  const left = await ports.db
    .select({ id: courierBooking.id })
    .from(courierBooking)
    .where(
      sql`state = 'asked' and (tried_at is null and created_at < ${now}::timestamptz - interval '1 minute'
        or tried_at <= ${now}::timestamptz - least(interval '1 hour', tries * interval '2 minutes'))`,
    )
    .orderBy(asc(courierBooking.triedAt))
    .limit(20);
  await inBatch(left, {
    what: "booking parcels",
    log: ports.log,
    nameOf: ({ id }) => `booking ${id}`,
    work: ({ id }) => carryOut(ports, system("ask-couriers"), id),
  });
}

/** A courier that refuses to cancel so often is left to staff, who see the booking on the order. */
const mostCancels = 12;

/**
 * The job: cancels the bookings of orders that were cancelled before their parcel was sent. One that the courier refuses
 * or does not answer is tried again, later and later.
 */
export async function cancelUnwanted(ports: Ports): Promise<void> {
  const { db, clock, log } = ports;
  const left = await db.execute(
    sql`select b.id, b.order_id from courier_booking b join orders o on o.id = b.order_id
      left join parcel p on p.id = b.parcel_id
      where b.state = 'booked' and not b.typed and o.status = 'cancelled' and coalesce(p.state, 'prepared') = 'prepared'
        and b.tries < ${mostCancels}
        and b.tried_at <= ${clock.now().toISOString()}::timestamptz - least(interval '1 hour', (b.tries - 1) * interval '2 minutes')
      order by b.tried_at limit 20`,
  );
  await inBatch(unwantedRows.parse(left.rows), {
    what: "cancelling parcels of cancelled orders",
    log,
    nameOf: ({ id }) => `booking ${id}`,
    mark: ({ id }) =>
      db
        .update(courierBooking)
        .set({ tries: sql`${courierBooking.tries} + 1`, triedAt: clock.now() })
        .where(eq(courierBooking.id, id)),
    work: async ({ id, order_id }) => {
      const ended = await cancelBooking(ports, system("ask-couriers"), order_id, id);
      if (!ended.ok && ended.refused === "courier-refused")
        await db
          .update(courierBooking)
          .set({ error: (ended.detail || "It refuses to cancel.").slice(0, 300) })
          .where(eq(courierBooking.id, id));
    },
  });
}

const unwantedRows = z.array(z.object({ id: z.string(), order_id: z.string() }));

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
