import { z } from "zod";
import type { ProviderValues } from "../environment.server.mjs";
import {
  type Booked,
  type CourierApi,
  type CourierEvent,
  type CourierResult,
  callCourier,
  type Direction,
  hasKey,
  indianTime,
  jsonOf,
  mayHaveHappened,
  type ReportedState,
  reasonIn,
  rejected,
  type Shipment,
  unreachable,
  wasCancelled,
} from "./couriers.server.ts";
import { createOrder } from "./shiprocket/orders.server.ts";

/** `pickup`: the nickname of the pickup address there. `url`: for tests; else Shiprocket's own address. */
export type ShiprocketKeys = {
  email: string;
  password: string;
  pickup: string;
  pickupPin: string;
  webhookKey: string | undefined;
  url?: string;
};

/** The keys of these variables; undefined when they are not set. */
export function shiprocketKeys(values: ProviderValues): ShiprocketKeys | undefined {
  const { SHIPROCKET_EMAIL: email, SHIPROCKET_PASSWORD: password } = values;
  const { SHIPROCKET_PICKUP: pickup, SHIPROCKET_PICKUP_PIN: pickupPin } = values;
  if (!email || !password || !pickup || !pickupPin) return undefined;
  return { email, password, pickup, pickupPin, webhookKey: values.SHIPROCKET_WEBHOOK_KEY };
}

const ownUrl = "https://apiv2.shiprocket.in/v1/external";

/** Their shipment status codes; those that are missing say nothing that we act on, and are shown in their words. */
const states: Record<string, ReportedState> = {
  1: "booked",
  13: "pickup-failed",
  20: "pickup-failed",
  3: "booked",
  4: "booked",
  5: "booked",
  19: "booked",
  6: "in-transit",
  42: "picked-up",
  18: "in-transit",
  38: "in-transit",
  17: "out-for-delivery",
  7: "delivered",
  21: "undelivered",
  9: "returning",
  40: "returning",
  41: "returning",
  46: "returning",
  10: "returned",
  14: "returned",
  12: "lost",
  76: "lost",
  24: "damaged",
  25: "damaged",
  8: "cancelled",
  45: "cancelled",
};

const id = z.union([z.string(), z.number()]).transform(String);
const login = z.object({ token: z.string().min(1) });
const found = z.object({
  data: z.array(
    z.object({
      id,
      channel_order_id: id,
      status: z.string().nullish(),
      shipments: z
        .array(z.object({ id, awb: z.string().nullish(), courier: z.string().nullish() }))
        .default([]),
    }),
  ),
});
const assigned = z.object({
  awb_assign_status: z.literal(1),
  response: z.object({ data: z.object({ awb_code: z.string().min(1), courier_name: z.string().nullish() }) }),
});
const labelled = z.object({ label_url: z.url({ protocol: /^https$/ }) });
const served = z.object({ data: z.object({ available_courier_companies: z.array(z.unknown()) }) });
const scans = z.object({
  date: z.string(),
  status: z.string().nullish(),
  activity: z.string().nullish(),
  "sr-status": id.nullish(),
  "sr-status-label": z.string().nullish(),
});
const tracked = z.record(
  z.string(),
  z.object({ tracking_data: z.object({ shipment_track_activities: z.array(scans).nullish() }) }),
);
const webhook = z.object({ awb: id });
const problem = z.object({
  message: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  response: z
    .object({ data: z.object({ awb_assign_error: z.string() }).partial() })
    .partial()
    .optional(),
});

/** The courier's words of a refusal; "" for an answer that has none. */
function wordsOf(json: unknown): string {
  const read = problem.safeParse(json).data;
  const errors = Object.values(read?.errors ?? {}).flat();
  const assigning = read?.response?.data?.awb_assign_error;
  return [assigning ?? read?.message, ...errors].filter(Boolean).join(" ");
}

/** Calls with the token of the API user, which is renewed when it ran out. */
function callsTo(url: string, { email, password }: Pick<ShiprocketKeys, "email" | "password">) {
  /** A token works for ten days. */
  let token: string | null = null;

  async function call<T>(
    path: string,
    shape: z.ZodType<T>,
    body?: object,
    isRenewed = false,
  ): Promise<CourierResult<T>> {
    if (token === null) {
      const answer = await callCourier(`${url}/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      if (answer.status === null) return unreachable(`login: ${answer.why}`);
      const read = login.safeParse(answer.json);
      if (!read.success)
        return mayHaveHappened(answer.status)
          ? unreachable(`login: ${answer.status}`)
          : rejected("Email or password of the API user is wrong.");
      token = read.data.token;
    }
    const answer = await callCourier(`${url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status === null) return unreachable(answer.why);
    if (answer.status === 401) {
      token = null;
      return isRenewed ? rejected("The API user was not accepted.") : call(path, shape, body, true);
    }
    const read = shape.safeParse(answer.json);
    if (answer.status < 300 && read.success) return { ok: true, value: read.data };
    if (mayHaveHappened(answer.status) || answer.json === undefined)
      return unreachable(String(answer.status));
    const words = wordsOf(answer.json);
    // Refusals come with status 200 as well; an answer without words that cannot be read may be a yes.
    if (answer.status < 300 && words === "") return unreachable("an unreadable answer");
    return rejected(words || `Shiprocket answered ${answer.status}.`);
  }
  return call;
}

type ShipmentThere = { id: string; awb?: string | null | undefined; courier?: string | null | undefined };

/** A shipment as a booking; null without an AWB. */
function bookedAs({ id: shipment, awb, courier }: ShipmentThere): Booked | null {
  return awb ? { awb, shipment, carrier: courier || null } : null;
}

/**
 * Shiprocket, an aggregator: its own address, one order there for each parcel, and a courier of its choice. Its API has
 * no sandbox and no idempotency key, but our reference is its `order_id`: "order_id field cannot be equal to an already
 * existing id. Doing so does not change or affect the existing order" (its documents, "Create Custom Order"), so an order
 * that is sent again, or carried out late, is no second one. Untried against the real service: written from its public
 * documents (docs/decisions/0055-couriers.md).
 */
export function shiprocket({ url = ownUrl, ...keys }: ShiprocketKeys): CourierApi {
  const call = callsTo(url, keys);

  async function ordersOf(reference: string, direction: Direction) {
    const list = direction === "reverse" ? "/orders/processing/return" : "/orders";
    const answer = await call(`${list}?search=${encodeURIComponent(reference)}`, found);
    if (!answer.ok) return answer;
    const value = answer.value.data.flatMap(({ id: order, channel_order_id: ours, status, shipments }) => {
      const [shipment] = shipments;
      const isOpen = ours === reference && !/cancel/i.test(status ?? "");
      return isOpen && shipment ? [{ order, ...shipment }] : [];
    });
    return { ok: true as const, value };
  }

  /** The order of a reference; one with an AWB before one without. */
  async function lookUp({ reference, direction }: Pick<Shipment, "reference" | "direction">) {
    const answer = await ordersOf(reference, direction);
    if (!answer.ok) return answer;
    const order = answer.value.find(({ awb }) => awb) ?? answer.value[0] ?? null;
    return { ok: true as const, value: order };
  }

  async function assign(
    sent: Shipment,
    { order, id: shipment }: { order: string; id: string },
  ): Promise<CourierResult<Booked>> {
    const answer = await call("/courier/assign/awb", assigned, {
      shipment_id: shipment,
      ...(sent.direction === "reverse" && { is_return: 1 }),
    });
    if (answer.ok) {
      const { awb_code: awb, courier_name: carrier } = answer.value.response.data;
      return { ok: true, value: { awb, shipment, carrier: carrier ?? null } };
    }
    if (answer.refused !== "rejected") return answer;
    // Refused because an earlier call gave it its AWB meanwhile?
    const there = await lookUp(sent);
    if (!there.ok) return unreachable(there.detail);
    const booked = there.value && bookedAs(there.value);
    if (booked) return { ok: true, value: booked };
    // An order without a courier is of no use there, and its reference is not used again.
    await call("/orders/cancel", z.unknown(), { ids: [order] });
    return answer;
  }

  return {
    key: "shiprocket",
    name: "Shiprocket",
    mode: "untried",
    directions: ["forward", "reverse"],
    labelsReturns: true,
    trackedAtOnce: 50,
    async serves(where) {
      const asked = new URLSearchParams(routeOf(where, keys.pickupPin));
      const answer = await call(`/courier/serviceability/?${asked}`, z.unknown());
      if (!answer.ok) return answer;
      const couriers = served.safeParse(answer.value).data?.data.available_courier_companies ?? [];
      return { ok: true, value: couriers.length > 0 };
    },
    async find(reference, direction) {
      const answer = await ordersOf(reference, direction);
      return answer.ok ? { ok: true, value: answer.value.flatMap((one) => bookedAs(one) ?? []) } : answer;
    },
    async book(shipment, { isAgain }) {
      if (isAgain) {
        const before = await lookUp(shipment);
        if (!before.ok) return before;
        const booked = before.value && bookedAs(before.value);
        if (booked) return { ok: true, value: booked };
        if (before.value) return assign(shipment, before.value);
      }
      const answer = await createOrder(call, shipment, keys.pickup);
      if (answer.ok) return assign(shipment, { order: answer.value.order_id, id: answer.value.shipment_id });
      if (answer.refused !== "rejected") return answer;
      // Is it really not there? Otherwise the next booking would be a second one.
      const there = await lookUp(shipment);
      if (!there.ok) return unreachable(answer.detail);
      const booked = there.value && bookedAs(there.value);
      if (booked) return { ok: true, value: booked };
      return there.value ? assign(shipment, there.value) : answer;
    },
    async label({ shipment }) {
      const answer = await call("/courier/generate/label", labelled, { shipment_id: [shipment] });
      return answer.ok ? { ok: true, value: answer.value.label_url } : answer;
    },
    async pickUp(booked) {
      // One shipment for each call, as documented; they choose the day. One that was asked for before a failed call is
      // refused the second time ("Already in Pickup Queue").
      for (const { shipment } of booked) {
        const answer = await call("/courier/generate/pickup", z.unknown(), { shipment_id: [shipment] });
        if (!answer.ok && !/already/i.test(answer.detail)) return answer;
      }
      return { ok: true, value: null };
    },
    async track(awbs) {
      const answer = await call("/courier/track/awbs", z.union([tracked, z.array(z.never())]), { awbs });
      if (!answer.ok) return answer;
      const value = Object.entries(answer.value).map(([awb, { tracking_data: data }]) => ({
        awb,
        events: (data.shipment_track_activities ?? []).flatMap(eventOf),
      }));
      return { ok: true, value };
    },
    async cancel({ awb }) {
      const answer = await call("/orders/cancel/shipment/awbs", z.unknown(), { awbs: [awb] });
      return answer.ok || wasCancelled(answer.detail) ? { ok: true, value: null } : answer;
    },
    readWebhook(headers, rawBody) {
      if (!hasKey(headers, keys.webhookKey)) return { ok: false, refused: "forged" };
      const read = webhook.safeParse(jsonOf(rawBody));
      return read.success ? { ok: true, awbs: [read.data.awb] } : { ok: false, refused: "unreadable" };
    },
  };
}

/** From where to where, as serviceability is asked. In: the PIN code of the shop. */
function routeOf({ pin, cash, grams, direction }: Parameters<CourierApi["serves"]>[0], own: string) {
  const isReturn = direction === "reverse";
  return {
    pickup_postcode: isReturn ? pin : own,
    delivery_postcode: isReturn ? own : pin,
    weight: String(grams / 1_000),
    cod: cash ? "1" : "0",
    ...(isReturn && { is_return: "1" }),
  };
}

function eventOf(scan: z.infer<typeof scans>): CourierEvent[] {
  const at = indianTime(scan.date);
  if (!at) return [];
  const number = scan["sr-status"] ?? "";
  const words = scan.activity || scan["sr-status-label"] || scan.status || number;
  const state = states[number] ?? null;
  const code = [scan.status, number].filter(Boolean).join(" ") || "scan";
  const isFailed = state === "undelivered" || state === "pickup-failed";
  return [{ code, words, at, state, reason: isFailed ? reasonIn(words) : null }];
}
