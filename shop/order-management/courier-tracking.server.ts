import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { CourierEvent } from "../../platform/couriers/couriers.server.ts";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type System, system } from "../access/actor.ts";
import type { Order } from "../orders/orders.ts";
import { deliveryFailures, type OrderParcel, type ParcelAct, type ParcelState } from "../orders/parcels.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { parcel } from "../orders/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { recordPickedUp, recordPickupFailure } from "../returns/pick-up.server.ts";
import { returnRequest } from "../returns/tables.server.ts";
import { closeBooking } from "./booked-parcels.server.ts";
import { cancelUnwanted, finishBookings } from "./carry-out-bookings.server.ts";
import { type Consignment, consignmentOf, isGivenUp, isNotFetched, numberOf } from "./consignments.server.ts";
import { cancelLate } from "./late-bookings.server.ts";
import { actOnParcel } from "./parcel-acts.server.ts";
import { type BookingRow, courierBooking, courierReport, type reportOutcomes } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log" | "couriers">;
type Outcome = (typeof reportOutcomes)[number];
type Report = typeof courierReport.$inferSelect;

export const askCouriersJob = "ask-couriers";

/**
 * Every minute: finishes bookings, cancels those of cancelled orders and those that came late, and asks where parcels
 * are that were not asked for in the last half an hour.
 */
export async function askCouriers(ports: Ports): Promise<void> {
  await finishBookings(ports);
  await cancelUnwanted(ports);
  await cancelLate(ports);
  await followTyped(ports);
  await trackDue(ports);
}

/** A courier's word on parcels that are this old is not waited for. */
const longestDays = 60;

/**
 * Follows parcels and pick-ups that were booked elsewhere, when the courier that staff named has keys: their AWBs are
 * typed. A number that was typed anew is followed instead of the old one.
 */
async function followTyped({ db, couriers, clock }: Ports): Promise<void> {
  if (couriers.all.length === 0) return;
  const apis = couriers.all.flatMap(({ key, name, directions }) =>
    directions.map((direction) => sql`(${key}::text, lower(${name}::text), ${direction}::text)`),
  );
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const typed = sql`(
    select order_id, id as parcel_id, null::uuid as return_id, 'forward' as direction, courier, tracking_number as awb
    from parcel where state in ('prepared', 'sent', 'undelivered', 'returning')
      and (sent_at is null or sent_at > ${now} - make_interval(days => ${longestDays}::integer))
    union all
    select order_id, null, id, 'reverse', pickup_courier, pickup_number from return_request where state = 'approved')`;
  await db.execute(sql`update courier_booking b set state = 'cancelled'
    where b.typed and b.state = 'booked' and upper(b.awb) is distinct from upper(coalesce(
      (select tracking_number from parcel p where p.id = b.parcel_id),
      (select pickup_number from return_request r where r.id = b.return_id)))`);
  await db.execute(sql`
    insert into courier_booking
      (order_id, parcel_id, return_id, courier, reference, state, told, awb, typed, created_at)
    select one.order_id, one.parcel_id, one.return_id, api.key,
      'typed-' || translate(gen_random_uuid()::text, '-', ''), 'booked', '', upper(one.awb), true, ${now}
    from ${typed} one join (values ${sql.join(apis, sql`, `)}) as api (key, name, direction)
      on api.name = lower(one.courier) and api.direction = one.direction
    where char_length(one.awb) between 1 and 80
      and not exists (select from courier_booking b
        where (b.parcel_id = one.parcel_id or b.return_id = one.return_id) and b.state in ('asked', 'booked'))
    limit 300 on conflict do nothing`);
}

/**
 * Asks the couriers about parcels that are not at their end and returns that are not here: each at most every 30
 * minutes, the longest not asked first, as many in one call as the courier takes. One whose webhook came is asked at once.
 */
async function trackDue(ports: Ports): Promise<void> {
  const now = ports.clock.now().toISOString();
  const due = await ports.db
    .select({ booking: courierBooking })
    .from(courierBooking)
    .leftJoin(parcel, eq(parcel.id, courierBooking.parcelId))
    .leftJoin(returnRequest, eq(returnRequest.id, courierBooking.returnId))
    .where(
      and(
        eq(courierBooking.state, "booked"),
        or(
          inArray(parcel.state, ["prepared", "sent", "undelivered", "returning"]),
          eq(returnRequest.state, "approved"),
        ),
        sql`${courierBooking.createdAt} > ${now}::timestamptz - make_interval(days => ${longestDays}::integer)`,
        sql`(${courierBooking.checkedAt} is null
          or ${courierBooking.checkedAt} <= ${now}::timestamptz - interval '30 minutes')`,
      ),
    )
    .orderBy(sql`${courierBooking.checkedAt} nulls first`)
    .limit(300);
  const byCourier = Map.groupBy(due, ({ booking }) => booking.courier);
  const calls = [...byCourier].flatMap(([key, rows]) => {
    const size = ports.couriers.courier(key)?.trackedAtOnce ?? rows.length;
    return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => ({
      key,
      bookings: rows.slice(at * size, (at + 1) * size).map(({ booking }) => booking),
    }));
  });
  await inBatch(calls, {
    what: "tracking parcels",
    log: ports.log,
    nameOf: ({ key, bookings }) => `${bookings.length} of ${key}`,
    mark: ({ bookings }) =>
      ports.db
        .update(courierBooking)
        .set({ checkedAt: ports.clock.now() })
        .where(
          inArray(
            courierBooking.id,
            bookings.map(({ id }) => id),
          ),
        ),
    work: ({ key, bookings }) => track(ports, key, bookings),
  });
}

async function track(ports: Ports, key: string, bookings: BookingRow[]): Promise<void> {
  const courier = ports.couriers.courier(key);
  const answer = await courier?.track(bookings.flatMap(({ awb }) => awb ?? []));
  if (!answer) return;
  if (!answer.ok) {
    ports.log.warn({ courier: key, why: answer.detail }, "a courier did not say where parcels are");
    return;
  }
  const byAwb = new Map(answer.value.map(({ awb, events }) => [awb.toUpperCase(), events]));
  await inBatch(bookings, {
    what: "applying what couriers report",
    log: ports.log,
    nameOf: ({ id }) => `booking ${id}`,
    work: (booking) => takeReports(ports, booking, byAwb.get(booking.awb?.toUpperCase() ?? "") ?? []),
  });
}

/** Stores scans that are new, and lets the parcel or the return follow them in the order of the courier's clock. */
async function takeReports(ports: Ports, { id }: BookingRow, events: CourierEvent[]): Promise<void> {
  const rows = events.map(({ code, words, at, state, reason }) => ({
    bookingId: id,
    at,
    code: cutText(code, 80),
    words: cutText(words, 300),
    state,
    reason,
    receivedAt: ports.clock.now(),
  }));
  if (rows.length > 0) await ports.db.insert(courierReport).values(rows).onConflictDoNothing();
  const fresh = await ports.db
    .select()
    .from(courierReport)
    .where(and(eq(courierReport.bookingId, id), isNull(courierReport.outcome)))
    .orderBy(asc(courierReport.at), asc(courierReport.id));
  for (const report of fresh) {
    const applied = await applyReport(ports, report);
    if (!applied.ok) await writeOutcome(ports, report, "refused");
  }
}

async function writeOutcome({ db }: Pick<Ports, "db">, { id }: Report, outcome: Outcome): Promise<void> {
  await db.update(courierReport).set({ outcome }).where(eq(courierReport.id, id));
}

/** One report with all that follows from it, in one transaction. Refused: what `actOnParcel` refuses. */
async function applyReport(ports: Ports, report: Report): Promise<Done | Refused<string>> {
  const [found] = await ports.db.select().from(courierBooking).where(eq(courierBooking.id, report.bookingId));
  if (!found) return refused("not-found");
  const actor = system(askCouriersJob);
  return inTransaction(ports.db, async (tx): Promise<Done | Refused<string>> => {
    const within = { ...ports, db: tx };
    const order = await lockOrder(tx, found.orderId);
    const [booking] = await tx.select().from(courierBooking).where(eq(courierBooking.id, found.id));
    const [now] = await tx.select().from(courierReport).where(eq(courierReport.id, report.id));
    if (!order || !booking || now?.outcome !== null) return done();
    const one = await consignmentOf(tx, order, booking);
    const isLate = booking.reachedAt !== null && report.at < booking.reachedAt;
    if (report.state === null) return noted(within, report, "unknown");
    if (isLate) return noted(within, report, "late");
    await tx.update(courierBooking).set({ reachedAt: report.at }).where(eq(courierBooking.id, booking.id));
    // It is here, whatever else is told of its way.
    if (one?.direction === "reverse" && (one.request.state === "received" || one.request.state === "closed"))
      return noted(within, report, "noted");
    if (!one || !isCarriedBy(one, booking) || booking.state !== "booked" || isGivenUp(one))
      return noted(within, report, "look");
    if (report.state === "cancelled") {
      if (!isNotFetched(one)) return noted(within, report, "look");
      const closed = await closeBooking(within, actor, booking, "cancelled");
      // A parcel is among those to be sent again; for a return nothing follows by itself.
      return closed.ok ? noted(within, report, one.direction === "forward" ? "moved" : "look") : closed;
    }
    if (one.direction === "reverse") {
      const outcome = await followReturn(tx, actor, one, report);
      return noted(within, report, outcome);
    }
    const { acts, outcome } = follow(report, one.parcel.state);
    for (const act of acts) {
      const acted = await actAsReported(within, actor, order, one.parcel, act, report);
      if (!acted.ok) return acted;
    }
    return noted(within, report, acts.length > 0 && outcome === "noted" ? "moved" : outcome);
  });
}

async function noted(ports: Pick<Ports, "db">, report: Report, outcome: Outcome): Promise<Done> {
  await writeOutcome(ports, report, outcome);
  return done();
}

function isCarriedBy(one: Consignment, { awb }: BookingRow): boolean {
  return awb !== null && numberOf(one)?.toUpperCase() === awb.toUpperCase();
}

/**
 * What follows from a report for a return. What was scanned is on its way. That it is here is for staff to say, because
 * its refund and its stock depend on it, as what becomes of one that is lost, damaged or brought back to the customer.
 */
async function followReturn(
  tx: Db,
  actor: System,
  { order, request }: Extract<Consignment, { direction: "reverse" }>,
  { state, reason }: Report,
): Promise<Outcome> {
  if (state === "pickup-failed") {
    if (request.sentAt) return "noted";
    const failure = deliveryFailures.find((known) => known === reason) ?? "not-said";
    await recordPickupFailure(tx, order, request, actor, failure);
    return "moved";
  }
  if (state === "booked" || state === "cancelled" || state === null) return "noted";
  if (!request.sentAt) await recordPickedUp(tx, order, request, actor);
  const isForStaff = ["delivered", "returning", "returned", "lost", "damaged"].includes(state);
  return isForStaff ? "look" : request.sentAt ? "noted" : "moved";
}

/**
 * The acts of a parcel that follow from a report. What was scanned has left the shop, so a parcel that waits here is
 * sent first. 'look': staff decide. Goods that come back are looked at before they are stock again; a lost or damaged
 * parcel costs money; and a failed delivery needs a reason that can be told to the customer.
 */
function follow({ state, reason }: Report, from: ParcelState): { acts: ParcelAct[]; outcome: Outcome } {
  const send: ParcelAct[] = from === "prepared" ? ["send"] : [];
  const isOut = from === "prepared" || from === "sent" || from === "undelivered";
  switch (state) {
    case "picked-up":
    case "in-transit":
    case "out-for-delivery":
      return { acts: send, outcome: "noted" };
    case "delivered":
      return isOut || from === "returning"
        ? { acts: [...send, "deliver"], outcome: "noted" }
        : { acts: [], outcome: "noted" };
    case "undelivered": {
      if (!isOut) return { acts: [], outcome: "noted" };
      const isKnown = deliveryFailures.some((known) => known === reason);
      return isKnown ? { acts: [...send, "fail"], outcome: "noted" } : { acts: send, outcome: "look" };
    }
    case "returning":
      return { acts: isOut ? [...send, "return"] : [], outcome: "noted" };
    case "returned":
      return { acts: isOut ? [...send, "return"] : [], outcome: "look" };
    case "lost":
    case "damaged":
      return { acts: send, outcome: "look" };
    default:
      return { acts: [], outcome: "noted" };
  }
}

async function actAsReported(
  ports: Ports,
  actor: System,
  order: Order,
  { id, courier }: OrderParcel,
  act: ParcelAct,
  { reason, words }: Report,
) {
  return actOnParcel(ports, actor, order.id, {
    // What is recorded does not depend on what somebody has seen.
    version: null,
    parcelId: id,
    act,
    failure: deliveryFailures.find((known) => known === reason),
    reason: `${courier ?? "The courier"}: ${words}`,
  });
}

/**
 * Receives a courier's webhook. It is only a hint: the parcels that it names are asked about next, and what the courier
 * answers then counts. So one that comes twice, late, for unknown AWBs or with lies in it changes nothing. Refused:
 * 'forged' without our key, 'unreadable', 'no-courier'.
 */
export async function receiveParcelWebhook(
  { db, jobs, couriers }: Pick<Ports, "db" | "jobs" | "couriers">,
  headers: Headers,
  rawBody: Uint8Array,
): Promise<Done | Refused<"forged" | "unreadable" | "no-courier">> {
  // The key says whose it is.
  const reads = couriers.all.map(({ key, readWebhook }) => ({ key, read: readWebhook(headers, rawBody) }));
  const [ours = reads[0]] = reads.filter(({ read }) => read.ok || read.refused === "unreadable");
  if (!ours) return refused("no-courier");
  const { key, read } = ours;
  if (!read.ok) return refused(read.refused);
  const awbs = read.awbs.slice(0, 100).map((awb) => awb.toUpperCase());
  await inTransaction(db, async (tx) => {
    const named = await tx
      .update(courierBooking)
      .set({ checkedAt: null })
      .where(
        and(
          eq(courierBooking.courier, key),
          eq(courierBooking.state, "booked"),
          inArray(sql`upper(${courierBooking.awb})`, awbs),
        ),
      )
      .returning({ id: courierBooking.id });
    if (named.length > 0) await jobs.send(tx, askCouriersJob, {});
  });
  return done();
}
