import { createHash, timingSafeEqual } from "node:crypto";
import { cutText } from "../text/cut-text.ts";
import { storableValue } from "../text/storable.ts";

/** The couriers whose API has keys. Those that are only names in Settings are not among them. */
export type Couriers = {
  all: readonly CourierApi[];
  /** The courier with this key ("shiprocket"), undefined when it is not configured. */
  courier(key: string): CourierApi | undefined;
};

/** The registry. In: the configured couriers, in the order in which staff see them. */
export function couriersThrough(all: CourierApi[]): Couriers {
  const byKey = new Map(all.map((courier) => [courier.key, courier]));
  return { all, courier: (key) => byKey.get(key) };
}

/**
 * What couriers report, in the words of all of them. "pickup-failed" is an attempt to fetch it; "returning" is RTO (return
 * to origin) from its beginning, "returned" when the sender has it again. PostgreSQL checks the same list (courier_report).
 */
export const reportedStates = [
  "booked",
  "pickup-failed",
  "picked-up",
  "in-transit",
  "out-for-delivery",
  "delivered",
  "undelivered",
  "returning",
  "returned",
  "lost",
  "damaged",
  "cancelled",
] as const;
export type ReportedState = (typeof reportedStates)[number];

/**
 * The result of a call. `rejected`: a final refusal, nothing was done; `detail` is in the courier's own words, for
 * staff. `unreachable`: no answer in time, a server error or an unreadable answer: it may have happened. `busy`: refused for
 * now, with the reason in words: the same call may succeed later.
 */
export type CourierResult<T> =
  | { ok: true; value: T }
  | { ok: false; refused: "rejected" | "unreachable" | "busy"; detail: string };

/** "forward": from the shop to a customer. "reverse": what a customer returns, fetched at the door and brought to the shop. */
export type Direction = "forward" | "reverse";

/** Money in paise, lengths in whole centimetres, weight in grams; units of couriers stay inside the adapters. */
export type Shipment = {
  direction: Direction;
  /** Ours, at most 40 letters, digits and -; never used for a second parcel. */
  reference: string;
  orderedAt: Date;
  /** Where it is delivered, or fetched. The shop's own place is known to the courier. */
  customer: {
    name: string;
    /** "+91" and ten digits, or ten digits. */
    phone: string;
    email: string;
    lines: string[];
    city: string;
    state: string;
    pin: string;
  };
  /** `unit`: the price of one after its discount. */
  items: { name: string; sku: string; hsn: string | null; quantity: number; unit: number }[];
  /** What the goods cost. */
  value: number;
  /** What is to be collected; 0: prepaid, and for all that is returned. */
  collect: number;
  grams: number;
  size: { length: number; breadth: number; height: number };
};

type Destination = { pin: string; cash: boolean; grams: number; direction: Direction };

/** `shipment`: the courier's own number of it, which later calls name. `carrier`: who carries it for an aggregator. */
export type Booked = { awb: string; shipment: string | null; carrier: string | null };

/** What one scan says. `state`: null for a code that we do not know. `reason`: why it was not delivered, where known. */
export type CourierEvent = {
  code: string;
  words: string;
  at: Date;
  state: ReportedState | null;
  reason: string | null;
};

export type CourierApi = {
  /** Its key in the database: "shiprocket". */
  key: string;
  /** As customers and staff read it. */
  name: string;
  /** "untried": written from public documents, and never used with the real service. */
  mode: "local" | "untried";
  /** What it carries. */
  directions: readonly Direction[];
  /** Whether it gives a label for a return too; for a parcel each gives one, or the shop prints its own. */
  labelsReturns: boolean;
  /** The most AWBs that one call of `track` takes. */
  trackedAtOnce: number;
  /** Whether it delivers there, prepaid or with cash on delivery, or fetches there what is returned. */
  serves(where: Destination): Promise<CourierResult<boolean>>;
  /** The parcels with an AWB under a reference of ours, the first booked first: several after a call carried out late. */
  find(reference: string, direction: Direction): Promise<CourierResult<Booked[]>>;
  /**
   * Fetches the AWB for a parcel before it is booked, where the courier gives such: bound to its number, a booking that
   * is sent again, or carried out late, makes no second parcel. A number that is not used costs nothing.
   */
  reserve?(): Promise<CourierResult<string>>;
  /**
   * Books a parcel. These APIs have no idempotency keys: with `isAgain` the courier is asked for the reference first,
   * and what is found is the result. Call it so after no answer, and not before the first call can have ended. `awb`: the
   * number from `reserve`, the same for each try.
   */
  book(shipment: Shipment, how: { isAgain: boolean; awb: string | null }): Promise<CourierResult<Booked>>;
  /** The address of a PDF; null where the shop prints its own label. */
  label(booked: Booked): Promise<CourierResult<string | null>>;
  /** Asks for these parcels to be fetched at the shop, `on` a day of India ("2026-11-27"). */
  pickUp(booked: readonly Booked[], on: string): Promise<CourierResult<null>>;
  /** What is known of these AWBs, with all scans in any order; without those that are unknown. */
  track(awbs: readonly string[]): Promise<CourierResult<{ awb: string; events: CourierEvent[] }[]>>;
  /** Cancels a parcel that was not picked up. One that is already cancelled counts as done. */
  cancel(booked: Booked): Promise<CourierResult<null>>;
  /** The AWBs that a webhook is about: only a hint, since what it says is asked again. */
  readWebhook(headers: Headers, rawBody: Uint8Array): CourierWebhook;
};

type CourierWebhook = { ok: true; awbs: string[] } | { ok: false; refused: "forged" | "unreadable" };

export const rejected = (detail: string) =>
  ({ ok: false, refused: "rejected", detail: cutText(detail, 300) }) as const;
export const busy = (detail: string) =>
  ({ ok: false, refused: "busy", detail: cutText(detail, 300) }) as const;
export const unreachable = (detail: string) =>
  ({ ok: false, refused: "unreachable", detail: cutText(detail, 300) }) as const;

/** Whether a webhook has our secret, which couriers send as it is in `x-api-key`; none sign the body. */
export function hasKey(headers: Headers, key: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return key !== undefined && timingSafeEqual(digest(headers.get("x-api-key") ?? ""), digest(key));
}

/** The JSON of a webhook's body; undefined when it is none. */
export function jsonOf(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(rawBody), storableValue);
  } catch {
    return undefined;
  }
}

/**
 * Reads a time without a zone as India's, as couriers write it: "2022-07-19 11:37:00", "2024-09-21T18:11:04.124". Null
 * for any other text.
 */
export function indianTime(text: string): Date | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? [];
  const at = new Date(`${day}T${time}+05:30`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/**
 * What couriers write as the reason of a failed delivery (NDR). Their codes differ and change, the words much less. The
 * first that fits counts, so narrow ones come first.
 */
const reasons: [key: string, words: RegExp][] = [
  ["cash-not-ready", /\b(cash|cod|amount|payment)\b.*\bnot (ready|available)|no cash/i],
  ["refused", /refus|reject|does ?n.t want|not required|order cancel|open delivery/i],
  ["later-date", /reschedul|future delivery|later date|another (day|date)|postpone|delayed delivery/i],
  [
    "no-answer",
    /no (answer|response)|not (answer|respond|reach|contact)|uncontactable|unreachable|switched off/i,
  ],
  ["bad-address", /address|wrong pin|landmark|misroute/i],
  [
    "area-closed",
    /restricted|out of (delivery|service) area|not serviceable|\bcurfew|\bstrike|area closed|\boda\b/i,
  ],
  [
    "absent",
    /not (available|at home)|unavailable|absent|door (locked|closed)|premises (locked|closed)|closed/i,
  ],
];

/** The reason that a courier's words say; null when they say none that is known. */
export function reasonIn(words: string): string | null {
  return reasons.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** Whether a courier refuses to cancel because it is cancelled: the answer to the first time was lost. */
export function wasCancelled(words: string): boolean {
  return /already (been )?cancell?ed/i.test(words);
}

/** Booking is several calls, which all end before a booking may be tried again (two minutes). */
const timeoutMs = 12_000;

export type CourierAnswer = { status: number; json: unknown; text: string };

/** One call to a courier. Out: the status and the body, or why there is none. */
export async function callCourier(
  url: string,
  request: { method?: "GET" | "POST"; headers: Record<string, string>; body?: string },
): Promise<CourierAnswer | { status: null; why: string }> {
  try {
    const answer = await fetch(url, {
      ...request,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    return { status: answer.status, json: jsonOf(Buffer.from(text)), text };
  } catch (error) {
    return { status: null, why: error instanceof Error ? error.name : "no answer" };
  }
}

/** Whether the same call may succeed later: it is not said that nothing was done. */
export function mayHaveHappened(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}
