import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import {
  type Booked,
  type CourierApi,
  type CourierResult,
  hasKey,
  jsonOf,
  type ReportedState,
  rejected,
  unreachable,
} from "../platform/couriers/couriers.server.ts";
import type { Db } from "../platform/database/database.server.ts";
import { type StoredEvent, shipment } from "./courier/tables.server.ts";
import { standInRecords } from "./stand-in-records.server.ts";

/** The key of its webhooks. Not secret: no parcel is carried. */
const webhookKey = "campus-style-demo-courier";

/**
 * What happens to the next call: it does not arrive, its answer is lost, it is refused, or it gets no answer and is
 * carried out minutes later, if it books.
 */
export const courierFaults = ["lose-call", "lose-answer", "refuse", "carry-out-late"] as const;
export type CourierFault = (typeof courierFaults)[number];

const faults = (db: Db) => standInRecords(db, "courier-fault", z.enum(courierFaults));
const next = "next";

/** A booking that is carried out late, `at` the earliest. */
const lateShape = z.object({
  at: z.coerce.date(),
  reference: z.string(),
  direction: z.enum(["forward", "reverse"]),
  name: z.string(),
  pin: z.string(),
  collect: z.number(),
});
const lateCalls = (db: Db) => standInRecords(db, "courier-late", lateShape);
/** After the shop has asked for the reference and has booked again. */
const lateMs = 5 * 60_000;

type Told = Omit<z.infer<typeof lateShape>, "at">;

async function addParcel(db: Db, told: Told, at: Date): Promise<string> {
  const awb = `DX${randomBytes(5).toString("hex").toUpperCase()}`;
  const event = {
    code: "BKD",
    words: "Booked",
    at: at.toISOString(),
    state: "booked",
    reason: null,
  } as const;
  const { reference, direction, name, pin, collect } = told;
  await db
    .insert(shipment)
    .values({ awb, reference, direction, name, pin, collect, events: [event], createdAt: at });
  return awb;
}

async function carryOutLate({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const calls = lateCalls(db);
  for (const { at, reference } of await calls.list()) {
    const late = at <= clock.now() ? await calls.take(reference) : null;
    if (late) await addParcel(db, late, clock.now());
  }
}

/**
 * The demo's courier: books, tracks and cancels like the real ones, without an idempotency key, and does what the page
 * /dev/courier says. PIN codes that begin with 79 are not served, those with 78 only prepaid. In: `silence`, how many
 * milliseconds a lost answer is waited for.
 */
export function localCourier({ db, clock, silence }: { db: Db; clock: Clock; silence: number }): CourierApi {
  /** A call that may be lost, or whose answer may be. In: what is carried out late when it is a booking. */
  async function over<T>(work: () => Promise<CourierResult<T>>, late?: Told): Promise<CourierResult<T>> {
    await carryOutLate({ db, clock });
    const fault = await faults(db).take(next);
    if (fault === "refuse") return rejected("The demo's courier refuses this parcel.");
    if (fault === "lose-call" || fault === "carry-out-late") {
      if (fault === "carry-out-late" && late)
        await lateCalls(db).add(
          late.reference,
          { ...late, at: new Date(clock.now().getTime() + lateMs) },
          50,
        );
      await pause(silence);
      return unreachable("no answer");
    }
    const answer = await work();
    if (fault !== "lose-answer") return answer;
    await pause(silence);
    return unreachable("no answer");
  }
  const find = async (reference: string): Promise<CourierResult<Booked[]>> => {
    const found = await db
      .select()
      .from(shipment)
      .where(and(eq(shipment.reference, reference), eq(shipment.cancelled, false)))
      .orderBy(asc(shipment.createdAt));
    return { ok: true, value: found.map(({ awb }) => ({ awb, shipment: null, carrier: null })) };
  };
  return {
    key: "local",
    name: "Demo Express",
    mode: "local",
    directions: ["forward", "reverse"],
    labelsReturns: false,
    trackedAtOnce: 50,
    serves: async ({ pin, cash }) => ({
      ok: true,
      value: !pin.startsWith("79") && !(cash && pin.startsWith("78")),
    }),
    find: (reference) => over(() => find(reference)),
    book({ reference, direction, customer, collect }, { isAgain }) {
      const told = { reference, direction, name: customer.name, pin: customer.pin, collect };
      return over(async () => {
        const before = isAgain ? await find(reference) : null;
        if (before?.ok && before.value[0]) return { ok: true, value: before.value[0] };
        return {
          ok: true,
          value: { awb: await addParcel(db, told, clock.now()), shipment: null, carrier: null },
        };
      }, told);
    },
    label: () => over(async () => ({ ok: true, value: null })),
    pickUp: (booked, on) =>
      over(async () => {
        const awbs = booked.map(({ awb }) => awb);
        await db.update(shipment).set({ pickupOn: on }).where(inArray(shipment.awb, awbs));
        return { ok: true, value: null };
      }),
    track: (awbs) =>
      over(async () => {
        const rows = await db
          .select()
          .from(shipment)
          .where(inArray(shipment.awb, [...awbs]));
        const value = rows.map(({ awb, events }) => ({
          awb,
          events: events.map((event) => ({ ...event, at: new Date(event.at) })),
        }));
        return { ok: true, value };
      }),
    cancel: ({ awb }) =>
      over(async () => {
        const [one] = await db.select().from(shipment).where(eq(shipment.awb, awb));
        const isMoving = one?.events.some(({ state }) => state === null || !still.includes(state));
        if (!one || isMoving) return rejected("It was picked up already.");
        await db.update(shipment).set({ cancelled: true }).where(eq(shipment.awb, awb));
        return { ok: true, value: null };
      }),
    readWebhook(headers, rawBody) {
      if (!hasKey(headers, webhookKey)) return { ok: false, refused: "forged" };
      const read = z.object({ awb: z.string() }).safeParse(jsonOf(rawBody));
      return read.success ? { ok: true, awbs: [read.data.awb] } : { ok: false, refused: "unreadable" };
    },
  };
}

/** What is said of a parcel that was not picked up. */
const still: readonly ReportedState[] = ["booked", "pickup-failed", "cancelled"];

/** What the page lets happen to a parcel: the words that the courier writes, and what they mean. */
export const courierMoves = {
  "picked-up": { words: "Picked up", state: "picked-up", reason: null },
  "in-transit": { words: "On its way", state: "in-transit", reason: null },
  "out-for-delivery": { words: "Out for delivery", state: "out-for-delivery", reason: null },
  delivered: { words: "Delivered", state: "delivered", reason: null },
  absent: { words: "Nobody was at home", state: "undelivered", reason: "absent" },
  refused: { words: "Refused at the door", state: "undelivered", reason: "refused" },
  "failed-somehow": { words: "Not delivered, no reason given", state: "undelivered", reason: null },
  "pickup-absent": { words: "Nobody was there to hand it over", state: "pickup-failed", reason: "absent" },
  "pickup-failed": { words: "Not picked up, no reason given", state: "pickup-failed", reason: null },
  returning: { words: "Going back to the sender", state: "returning", reason: null },
  returned: { words: "Given back to the sender", state: "returned", reason: null },
  lost: { words: "Lost", state: "lost", reason: null },
  damaged: { words: "Damaged", state: "damaged", reason: null },
  cancelled: { words: "Cancelled by the courier", state: "cancelled", reason: null },
  unknown: { words: "Held at gate 7", state: null, reason: null },
} as const satisfies Record<string, { words: string; state: ReportedState | null; reason: string | null }>;
export type CourierMove = keyof typeof courierMoves;

/** What the page /dev/courier shows and does. */
export function courierDesk({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** The newest 50 parcels. */
    async list() {
      await carryOutLate({ db, clock });
      return db.select().from(shipment).orderBy(desc(shipment.createdAt)).limit(50);
    },
    /** Lets something happen to the next call. */
    async fail(fault: CourierFault): Promise<void> {
      await faults(db).take(next);
      await faults(db).add(next, fault, 1);
    },
    /** Writes a scan; a `late` one is a day old. Out: the webhook that tells of it; null for an unknown AWB. */
    async move(awb: string, move: CourierMove, late = false): Promise<Request | null> {
      const at = new Date(clock.now().getTime() - (late ? 86_400_000 : 0)).toISOString();
      const event: StoredEvent = { code: move.toUpperCase(), at, ...courierMoves[move] };
      const moved = await db
        .update(shipment)
        .set({ events: sql`${shipment.events} || ${JSON.stringify([event])}::jsonb` })
        .where(eq(shipment.awb, awb))
        .returning({ awb: shipment.awb });
      return moved.length > 0 ? courierWebhook(awb) : null;
    },
  };
}

/** A webhook about a parcel, as this courier sends it. */
export function courierWebhook(awb: string, key = webhookKey): Request {
  return new Request("http://shop.invalid/functions/parcel-webhook", {
    method: "POST",
    headers: { "Content-Type": "application/json", "x-api-key": key },
    body: JSON.stringify({ awb }),
  });
}
