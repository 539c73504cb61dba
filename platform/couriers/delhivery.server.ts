import { z } from "zod";
import type { ProviderValues } from "../environment.server.mjs";
import { cutText } from "../text/cut-text.ts";
import {
  type Booked,
  busy,
  type CourierApi,
  type CourierEvent,
  type CourierResult,
  callCourier,
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

/** `pickup`: the warehouse's registered name, letter by letter. `url`: for tests; else Delhivery's own address. */
export type DelhiveryKeys = {
  token: string;
  pickup: string;
  mode: "staging" | "production";
  webhookKey: string | undefined;
  url?: string;
};

/** The keys of these variables; undefined when they are not set. */
export function delhiveryKeys(values: ProviderValues): DelhiveryKeys | undefined {
  const { DELHIVERY_TOKEN: token, DELHIVERY_PICKUP: pickup } = values;
  if (!token || !pickup) return undefined;
  return { token, pickup, mode: values.DELHIVERY_MODE, webhookKey: values.DELHIVERY_WEBHOOK_KEY };
}

const hosts = {
  staging: "https://staging-express.delhivery.com",
  production: "https://track.delhivery.com",
};

/** By type and status of a scan ("package lifecycle" in its documents), in lower case; PP and PU are reverse pickups. */
const states: Record<string, ReportedState> = {
  "ud manifested": "booked",
  "ud not picked": "booked",
  "ud in transit": "in-transit",
  "ud pending": "in-transit",
  "ud dispatched": "out-for-delivery",
  "dl delivered": "delivered",
  "rt in transit": "returning",
  "rt pending": "returning",
  "rt dispatched": "returning",
  "dl rto": "returned",
  "ud lost": "lost",
  "lt lost": "lost",
  "pp open": "booked",
  "pp scheduled": "booked",
  "pp pending": "booked",
  "pp dispatched": "booked",
  "pu in transit": "in-transit",
  "pu pending": "in-transit",
  "pu dispatched": "out-for-delivery",
  "dl dto": "delivered",
  "cn canceled": "cancelled",
  "cn cancelled": "cancelled",
  "cn closed": "cancelled",
};

const yes = (text: string | null | undefined) => /^y/i.test(text ?? "");
const pins = z.object({
  delivery_codes: z.array(
    z.object({
      postal_code: z.object({
        pre_paid: z.string().nullish(),
        pickup: z.string().nullish(),
        cod: z.string().nullish(),
        remarks: z.string().nullish(),
      }),
    }),
  ),
});
const made = z.object({
  success: z.boolean().optional(),
  rmk: z.string().nullish(),
  packages: z
    .array(
      z.object({
        status: z.string(),
        waybill: z.string().nullish(),
        remarks: z.union([z.string(), z.array(z.string())]).nullish(),
      }),
    )
    .default([]),
});
const scan = z.object({
  Scan: z.string(),
  ScanType: z.string().nullish(),
  ScanDateTime: z.string().nullish(),
  StatusDateTime: z.string().nullish(),
  StatusCode: z.string().nullish(),
  Instructions: z.string().nullish(),
});
const shipments = z.object({
  ShipmentData: z
    .array(
      z.object({
        Shipment: z.object({
          AWB: z.string(),
          ReferenceNo: z.string().nullish(),
          Scans: z.array(z.object({ ScanDetail: scan })).default([]),
        }),
      }),
    )
    .default([]),
});
/** "No such waybill or Order Id found" comes without shipments. */
const nothingFound = z.object({ Error: z.string() });
/** A waybill number as text, as a number, or in an object: the documents show no answer. */
const waybill = z
  .union([z.string(), z.number(), z.object({ waybill: z.union([z.string(), z.number()]) })])
  .transform((given) => String(typeof given === "object" ? given.waybill : given).trim())
  .pipe(z.string().regex(/^\d{6,20}$/));
const slip = z.object({
  packages: z.array(z.object({ pdf_download_link: z.url({ protocol: /^https$/ }).nullish() })),
});
const pushed = z.object({ Shipment: z.object({ AWB: z.union([z.string(), z.number()]).transform(String) }) });
const edited = z
  .object({ status: z.union([z.boolean(), z.string()]), error: z.string().nullish() })
  .partial();

/** The codes of scans of failed attempts begin with EOD ("end of day"); their words are the reason. */
const failedAttempt = /^EOD-/;

const refusesForNow =
  "Delhivery refuses for now: too many calls, or a wrong token. Try again in five minutes; if it stays so, check the token.";

/** Calls with the account's token. */
function callsTo(host: string, token: string) {
  return async function call<T>(
    path: string,
    shape: z.ZodType<T>,
    body?: { json: object } | { form: string },
  ) {
    const type = body && "form" in body ? "application/x-www-form-urlencoded" : "application/json";
    const answer = await callCourier(`${host}${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Token ${token}`, Accept: "application/json", "Content-Type": type },
      ...(body && { body: "form" in body ? body.form : JSON.stringify(body.json) }),
    });
    if (answer.status === null) return unreachable(answer.why);
    if (answer.status === 401) return rejected("The API token was not accepted.");
    // Its documents name a limit of calls and not its answer; 403 may as well be that of a wrong token.
    if (answer.status === 403 || answer.status === 429) return busy(refusesForNow);
    const read = shape.safeParse(answer.json);
    if (answer.status < 300 && read.success) return { ok: true as const, value: read.data };
    // An answer that cannot be read may be a yes.
    if (mayHaveHappened(answer.status) || answer.status < 300)
      return unreachable(`an unreadable answer, ${answer.status}`);
    return rejected(`Delhivery answered ${answer.status}: ${cutText(answer.text, 200)}`);
  };
}

/**
 * Delhivery's own API for consumers' parcels. Without idempotency, but a parcel is bound to its waybill number, which is
 * fetched first ("Fetch Single WayBill", "Shipment Creation" in its documents), and it finds a parcel by our reference.
 * Untried against the real service: written from its public documents (docs/decisions/0055-couriers.md).
 */
export function delhivery({ url, ...keys }: DelhiveryKeys): CourierApi {
  const call = callsTo(url ?? hosts[keys.mode], keys.token);

  async function packages(asked: Record<"waybill" | "ref_ids", string>) {
    const path = `/api/v1/packages/json/?${new URLSearchParams(asked)}`;
    const answer = await call(path, z.union([nothingFound, shipments]));
    if (!answer.ok) return answer;
    const found = "Error" in answer.value ? [] : answer.value.ShipmentData;
    return { ok: true as const, value: found.map(({ Shipment }) => Shipment) };
  }

  const find = async (reference: string): Promise<CourierResult<Booked[]>> => {
    const answer = await packages({ waybill: "", ref_ids: reference });
    if (!answer.ok) return answer;
    const ours = answer.value.filter(({ ReferenceNo }) => ReferenceNo === reference);
    return { ok: true, value: ours.map(({ AWB: awb }) => ({ awb, shipment: null, carrier: null })) };
  };

  /** The parcel of a booking: the one with its number, else the first. */
  async function lookUp(reference: string, awb: string | null): Promise<CourierResult<Booked | null>> {
    const found = await find(reference);
    if (!found.ok) return found;
    return { ok: true, value: found.value.find((one) => one.awb === awb) ?? found.value[0] ?? null };
  }

  return {
    key: "delhivery",
    name: "Delhivery",
    mode: "untried",
    directions: ["forward", "reverse"],
    labelsReturns: true,
    trackedAtOnce: 50,
    async serves({ pin, cash, direction }) {
      const answer = await call(`/c/api/pin-codes/json/?filter_codes=${encodeURIComponent(pin)}`, pins);
      if (!answer.ok) return answer;
      const [code] = answer.value.delivery_codes;
      const isOpen = code !== undefined && !/embargo/i.test(code.postal_code.remarks ?? "");
      if (!isOpen) return { ok: true, value: false };
      const { cod, pre_paid: prepaid, pickup } = code.postal_code;
      return { ok: true, value: yes(direction === "reverse" ? pickup : cash ? cod : prepaid) };
    },
    find,
    // The token is asked for in the address as well.
    reserve: () => call(`/waybill/api/fetch/json/?token=${encodeURIComponent(keys.token)}`, waybill),
    async book(shipment, { isAgain, awb }) {
      if (isAgain) {
        const before = await lookUp(shipment.reference, awb);
        if (!before.ok) return before;
        if (before.value) return { ok: true, value: before.value };
      }
      const data = JSON.stringify({
        shipments: [{ ...packageOf(shipment), ...(awb && { waybill: awb }) }],
        pickup_location: { name: keys.pickup },
      });
      const answer = await call("/api/cmu/create.json", made, {
        form: String(new URLSearchParams({ format: "json", data })),
      });
      if (!answer.ok && answer.refused !== "rejected") return answer;
      const [one] = answer.ok ? answer.value.packages : [];
      if (one?.waybill && /^success$/i.test(one.status))
        return { ok: true, value: { awb: one.waybill, shipment: null, carrier: null } };
      // Refused because an earlier call was carried out meanwhile?
      const there = await lookUp(shipment.reference, awb);
      if (!there.ok) return there.refused === "busy" ? there : unreachable(there.detail);
      if (there.value) return { ok: true, value: there.value };
      if (!answer.ok) return answer;
      const remarks = [one?.remarks ?? []].flat().filter(Boolean).join(" ");
      return rejected(remarks || answer.value.rmk || "Delhivery did not take it and gives no reason.");
    },
    async label({ awb }) {
      const asked = new URLSearchParams({ wbns: awb, pdf: "true", pdf_size: "4R" });
      const answer = await call(`/api/p/packing_slip?${asked}`, slip);
      return answer.ok ? { ok: true, value: answer.value.packages[0]?.pdf_download_link ?? null } : answer;
    },
    async pickUp(booked, on) {
      const answer = await call("/fm/request/new/", z.unknown(), {
        json: {
          pickup_location: keys.pickup,
          pickup_date: on,
          pickup_time: "11:00:00",
          expected_package_count: booked.length,
        },
      });
      return answer.ok ? { ok: true, value: null } : answer;
    },
    async track(awbs) {
      const answer = await packages({ waybill: awbs.join(","), ref_ids: "" });
      if (!answer.ok) return answer;
      const value = answer.value.map(({ AWB: awb, Scans }) => ({
        awb,
        events: Scans.flatMap(({ ScanDetail }) => eventOf(ScanDetail)),
      }));
      return { ok: true, value };
    },
    async cancel({ awb }): Promise<CourierResult<null>> {
      const answer = await call("/api/p/edit", edited, { json: { waybill: awb, cancellation: "true" } });
      if (!answer.ok) return answer;
      const { status, error } = answer.value;
      const isDone = status === true || (typeof status === "string" && /^(true|success)/i.test(status));
      return isDone || wasCancelled(error ?? "")
        ? { ok: true, value: null }
        : rejected(error || "Delhivery did not cancel it.");
    },
    readWebhook(headers, rawBody) {
      if (!hasKey(headers, keys.webhookKey)) return { ok: false, refused: "forged" };
      const read = pushed.safeParse(jsonOf(rawBody));
      return read.success
        ? { ok: true, awbs: [read.data.Shipment.AWB] }
        : { ok: false, refused: "unreadable" };
    },
  };
}

function eventOf(one: z.infer<typeof scan>): CourierEvent[] {
  const at = indianTime(one.StatusDateTime ?? one.ScanDateTime ?? "");
  if (!at) return [];
  const words = one.Instructions || one.Scan;
  const code = [one.ScanType, one.Scan, one.StatusCode].filter(Boolean).join(" ");
  const known = states[`${one.ScanType ?? ""} ${one.Scan}`.toLowerCase()] ?? null;
  const isAttempt = failedAttempt.test(one.StatusCode ?? "") && reasonIn(words) !== null;
  const failed = !isAttempt
    ? null
    : known === "in-transit"
      ? "undelivered"
      : one.ScanType === "PP"
        ? "pickup-failed"
        : null;
  return [{ code, words, at, state: failed ?? known, reason: failed && reasonIn(words) }];
}

const rupees = (paise: number) => paise / 100;

/**
 * A parcel as `cmu/create` takes it. It cannot read & \ % # ; in texts. With "Pickup" it is fetched at the customer's and
 * brought to the warehouse.
 */
function packageOf({ customer, items, size, ...shipment }: Shipment) {
  const plain = (text: string) => text.replace(/[&\\%#;]/g, " ");
  return {
    order: shipment.reference,
    order_date: shipment.orderedAt.toISOString(),
    name: plain(customer.name),
    add: plain(customer.lines.join(", ")),
    city: plain(customer.city),
    state: plain(customer.state),
    pin: customer.pin,
    country: "India",
    phone: customer.phone.replace(/^\+91/, ""),
    payment_mode: shipment.direction === "reverse" ? "Pickup" : shipment.collect > 0 ? "COD" : "Prepaid",
    cod_amount: rupees(shipment.collect),
    total_amount: rupees(shipment.value),
    products_desc: cutText(plain(items.map(({ name, quantity }) => `${quantity} x ${name}`).join(", ")), 200),
    hsn_code: items.flatMap(({ hsn }) => hsn ?? []).join(","),
    quantity: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    weight: String(shipment.grams),
    shipment_length: size.length,
    shipment_width: size.breadth,
    shipment_height: size.height,
  };
}
