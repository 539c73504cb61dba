import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type {
  Booked,
  CourierApi,
  CourierResult,
  Direction,
} from "../../platform/couriers/couriers.server.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type Actor, system } from "../access/actor.ts";
import { readMailContext } from "../orders/order-notifications.server.ts";
import { shortId } from "../orders/orders.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { type Done, done, refused } from "../refused.ts";
import { type AwbPlace, awbUsed } from "./awbs.server.ts";
import { type CourierRefused, cancelBooking, tryMs } from "./booked-parcels.server.ts";
import {
  clearBooked,
  consignmentOf,
  directionOf,
  factsOf,
  isNotFetched,
  shipmentOf,
  toldOf,
  waitsForCourier,
  writeBooked,
} from "./consignments.server.ts";
import { nextLook } from "./late-bookings.server.ts";
import { recordOrderAction } from "./staff-action.server.ts";
import { type BookingRow, courierBooking } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "couriers" | "clock" | "log" | "mail" | "jobs" | "site">;
export type BookingDone = Done<{ awb: string | null }> | CourierRefused;

/** The audited act of a booking. */
export const actOf = (direction: Direction) =>
  direction === "forward" ? ("order.book-courier" as const) : ("return.book-pickup" as const);

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
export async function carryOut(ports: Ports, actor: Actor, id: string): Promise<BookingDone> {
  const booking = await claim(ports, id);
  const courier = booking && ports.couriers.courier(booking.courier);
  if (!booking) return done({ awb: null });
  if (!courier) {
    await noteError(ports, id, "Its keys are missing.");
    return done({ awb: null });
  }
  const order = await orderOf(ports, booking.orderId);
  const one = order && (await consignmentOf(ports.db, order, booking));
  const isAgain = booking.tries > 1;
  if (one && waitsForCourier(one)) {
    const awb = await reservedAwb(ports, booking, courier);
    if (!awb.ok) return settle(ports, actor, booking, courier, awb);
    const shipment = await shipmentOf(ports, one, booking.reference);
    const answer = await courier.book(shipment, { isAgain, awb: awb.value });
    return settle(ports, actor, booking, courier, answer, toldOf(one));
  }
  // Nothing is to be sent any more, but perhaps it was booked before: then it is to be cancelled.
  const found: CourierResult<Booked[]> = isAgain
    ? await courier.find(booking.reference, directionOf(booking))
    : { ok: true, value: [] };
  const answer: CourierResult<Booked> =
    found.ok && found.value[0]
      ? { ok: true, value: found.value[0] }
      : found.ok
        ? { ok: false, refused: "rejected", detail: "There is nothing to carry any more." }
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
    .set({ error: cutText(error, 300) })
    .where(and(eq(courierBooking.id, id), eq(courierBooking.state, "asked")));
}

async function settle(
  ports: Ports,
  actor: Actor,
  booking: BookingRow,
  courier: CourierApi,
  answer: CourierResult<Booked>,
  told = booking.told,
): Promise<BookingDone> {
  if (!answer.ok && answer.refused !== "rejected") {
    await noteError(ports, booking.id, answer.detail);
    return done({ awb: null });
  }
  const mailContext = await readMailContext(ports);
  const action = actOf(directionOf(booking));
  const settled = await inTransaction(
    ports.db,
    async (tx): Promise<{ awb: string; other?: string } | CourierRefused> => {
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
      const one = await consignmentOf(tx, order, booking);
      // An earlier call had no answer.
      const lookAgainAt = booking.tries > 1 ? nextLook(booking.triedAt, ports.clock.now()) : null;
      const update = (values: Partial<BookingRow>) =>
        tx
          .update(courierBooking)
          .set({ ...values, lookAgainAt })
          .where(eq(courierBooking.id, booking.id));
      const isHere = one !== null && isNotFetched(one);
      const used =
        answer.ok &&
        (await awbUsed(tx, { courier: courier.name, awb: answer.value.awb }, awbPlaceOf(booking)));
      if (!answer.ok || used) {
        const error =
          answer.ok && used
            ? `It gave the AWB ${answer.value.awb}, which order ${shortId(used.other)} has.`
            : (!answer.ok && answer.detail) || "No reason given.";
        await update({ state: "failed", error: cutText(error, 300) });
        if (isHere) await clearBooked(tx, one);
        await recordOrderAction(tx, actor, action, order, {
          after: { courier: courier.name, reference: booking.reference, refused: error },
        });
        // Stored, and therefore no refusal for the transaction.
        return { awb: "", ...(used && { other: used.other }) };
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
      // Should it be given up meanwhile, it is cancelled with the courier, and nobody is told that it comes.
      if (one && waitsForCourier(one))
        await writeBooked(ports, tx, one, { courier: courier.name, awb, actor, mailContext });
      await recordOrderAction(tx, actor, action, order, {
        after: {
          ...(one && factsOf(one)),
          courier: courier.name,
          reference: booking.reference,
          trackingNumber: awb,
        },
      });
      return { awb };
    },
  );
  if ("refused" in settled) return settled;
  if (settled.awb !== "") return done({ awb: settled.awb });
  if (!answer.ok) return { ...refused("courier-refused"), detail: answer.detail };
  return { ...refused("awb-used"), ...(settled.other && { other: settled.other }) };
}

function awbPlaceOf({ parcelId, returnId }: BookingRow): AwbPlace | null {
  if (parcelId) return { of: "parcel", id: parcelId };
  return returnId ? { of: "pickup", id: returnId } : null;
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
 * The job: cancels the bookings of orders that were cancelled before their parcel was sent, and of returns that were
 * rejected, or came by themselves, before they were fetched. One that the courier refuses or does not answer is tried
 * again, later and later.
 */
export async function cancelUnwanted(ports: Ports): Promise<void> {
  const { db, clock, log } = ports;
  const left = await db.execute(
    sql`select b.id, b.order_id from courier_booking b join orders o on o.id = b.order_id
      left join parcel p on p.id = b.parcel_id left join return_request r on r.id = b.return_id
      where b.state = 'booked' and not b.typed
        and case when r.id is null then o.status = 'cancelled' and coalesce(p.state, 'prepared') = 'prepared'
          else r.sent_at is null and (r.state <> 'approved' or o.status <> 'delivered') end
        and b.tries < ${mostCancels}
        and b.tried_at <= ${clock.now().toISOString()}::timestamptz - least(interval '1 hour', (b.tries - 1) * interval '2 minutes')
      order by b.tried_at limit 20`,
  );
  await inBatch(unwantedRows.parse(left.rows), {
    what: "cancelling bookings that nobody wants",
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
          .set({ error: cutText(ended.detail || "It refuses to cancel.", 300) })
          .where(eq(courierBooking.id, id));
    },
  });
}

const unwantedRows = z.array(z.object({ id: z.string(), order_id: z.string() }));
