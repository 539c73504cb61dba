import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Booked } from "../../platform/couriers/couriers.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { system } from "../access/actor.ts";
import { done } from "../refused.ts";
import { placesOfAwbs } from "./awbs.server.ts";
import { directionOf } from "./consignments.server.ts";
import { recordOrderAction, withLockedOrder } from "./staff-action.server.ts";
import { type BookingRow, courierBooking } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "couriers" | "clock" | "log">;

const firstLookMs = 5 * 60_000;
const lastLookMs = 24 * 3_600_000;

/**
 * When a courier is asked whether it carried out a call late that it had not answered, and booked a parcel besides.
 * Again and again in longer and longer times, for a day. In: when it was called last.
 */
export function nextLook(calledAt: Date | null, now: Date): Date | null {
  const since = now.getTime() - (calledAt ?? now).getTime();
  return since > lastLookMs ? null : new Date(now.getTime() + Math.max(firstLookMs, since));
}

/** The job: looks for bookings that came late, and cancels them. */
export async function cancelLate(ports: Ports): Promise<void> {
  const { db, clock, log } = ports;
  const now = clock.now();
  const due = await db
    .select()
    .from(courierBooking)
    .where(lte(courierBooking.lookAgainAt, now))
    .orderBy(asc(courierBooking.lookAgainAt))
    .limit(20);
  await inBatch(due, {
    what: "looking for parcels that were booked late",
    log,
    nameOf: ({ id }) => `booking ${id}`,
    mark: ({ id, triedAt }) =>
      db
        .update(courierBooking)
        .set({ lookAgainAt: nextLook(triedAt, now) })
        .where(eq(courierBooking.id, id)),
    work: (booking) => cancelLateOf(ports, booking),
  });
}

/**
 * Asks the courier for all parcels under the reference of a booking and cancels those besides it, which staff read on
 * the order. A number that some parcel has was entered by somebody who knows of it, and stays.
 */
export async function cancelLateOf({ db, couriers }: Ports, booking: BookingRow): Promise<void> {
  const courier = couriers.courier(booking.courier);
  const found = await courier?.find(booking.reference, directionOf(booking));
  if (!courier || !found?.ok) return;
  for (const late of found.value) {
    if (late.awb === booking.awb || booking.secondAwbs.includes(late.awb)) continue;
    if ((await placesOfAwbs(db, [late.awb])).length > 0) continue;
    const answer = await courier.cancel(late);
    if (answer.ok) await writeLate(db, booking, late, null);
    // After no answer it is cancelled at the next look.
    else if (answer.refused === "rejected")
      await writeLate(db, booking, late, answer.detail || "No reason given.");
  }
}

async function writeLate(
  db: Services["db"],
  { id, orderId, reference }: BookingRow,
  { awb }: Booked,
  error: string | null,
): Promise<void> {
  await withLockedOrder(db, orderId, async (tx, order) => {
    const [written] = await tx
      .update(courierBooking)
      .set({
        secondAwbs: sql`array_append(${courierBooking.secondAwbs}, ${awb})`,
        ...(error !== null && { secondError: cutText(error, 300) }),
      })
      .where(and(eq(courierBooking.id, id), sql`${awb} <> all(${courierBooking.secondAwbs})`))
      .returning({ id: courierBooking.id });
    if (written)
      await recordOrderAction(tx, system("ask-couriers"), "order.late-booking", order, {
        after: { reference, trackingNumber: awb, ...(error !== null && { refused: error }) },
      });
    return done();
  });
}
