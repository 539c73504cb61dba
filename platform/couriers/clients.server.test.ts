import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { reasonIn, type Shipment } from "./couriers.server.ts";
import { delhivery } from "./delhivery.server.ts";
import { shiprocket } from "./shiprocket.server.ts";

/**
 * The clients against a server on this machine that answers in the shapes of the public documents: Shiprocket's API
 * reference and Delhivery's developer portal (docs/decisions/0055-couriers.md). They were never tried with the real
 * ones.
 */
type Asked = { call: string; headers: Record<string, unknown>; body: string };
type Answer = { status?: number; json?: unknown; lost?: boolean };
const asked: Asked[] = [];
let answers: Record<string, (asked: Asked) => Answer> = {};
let url = "";
const server = createServer(async (request, response) => {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const path = new URL(request.url ?? "/", "http://here").pathname;
  const one = {
    call: `${request.method} ${path}`,
    headers: request.headers,
    body: Buffer.concat(parts).toString(),
  };
  asked.push({ ...one, call: `${request.method} ${request.url}` });
  answer(
    response,
    answers[one.call]?.(one) ?? { status: 404, json: { message: "404 Not Found", status_code: 404 } },
  );
});
function answer(response: ServerResponse, { status = 200, json, lost }: Answer) {
  if (lost) return response.destroy();
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
}
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  answers = {};
});
const calls = () => asked.map(({ call }) => call);
const bodyOf = (call: string) => asked.find((one) => one.call === call)?.body ?? "";

const parcel: Shipment = {
  reference: "3f2a9c1e-1-a1b2c3",
  orderedAt: new Date("2026-11-26T20:00:00Z"),
  to: {
    name: "Asha & Rao",
    phone: "+919876543210",
    email: "asha@example.com",
    lines: ["7 MG Road", "Second floor; rear"],
    city: "Bengaluru",
    state: "Karnataka",
    pin: "560001",
  },
  items: [{ name: "Plain Tee", sku: "TEE-M", hsn: "6109", quantity: 2, unit: 49_950 }],
  value: 99_900,
  collect: 104_850,
  grams: 600,
  size: { length: 30, breadth: 25, height: 5 },
};

const rocket = () =>
  shiprocket({
    email: "api@shop.in",
    password: "p",
    pickup: "Home",
    pickupPin: "110001",
    webhookKey: "k".repeat(16),
    url,
  });
const truck = () =>
  delhivery({ token: "t", pickup: "Home & Co", mode: "staging", webhookKey: "k".repeat(16), url });

const awbGiven = {
  awb_assign_status: 1,
  response: { data: { courier_company_id: 142, awb_code: "321055706540", courier_name: "Amazon Surface" } },
};
const found = (awb: string) => ({
  data: [
    {
      id: 1,
      channel_order_id: "3f2a9c1e-1-a1b2c3-x",
      status: "NEW",
      shipments: [{ id: 2, awb: "OTHER", courier: "" }],
    },
    {
      id: 16161616,
      channel_order_id: parcel.reference,
      status: "NEW",
      shipments: [{ id: 15151515, awb, courier: "" }],
    },
  ],
});

test("Shiprocket: an order and its AWB; a token that ran out is renewed", async () => {
  let logins = 0;
  answers = {
    "POST /auth/login": () => ({ json: { token: `token-${++logins}` } }),
    "POST /orders/create/adhoc": ({ headers }) =>
      headers.authorization === "Bearer token-2"
        ? { json: { order_id: 16161616, shipment_id: 15151515, status: "NEW", status_code: 1 } }
        : { status: 401, json: { message: "Token has expired", status_code: 401 } },
    "POST /courier/assign/awb": () => ({ json: awbGiven }),
  };
  const booked = { awb: "321055706540", shipment: "15151515", carrier: "Amazon Surface" };
  expect(await rocket().book(parcel, false)).toEqual({ ok: true, value: booked });
  expect(logins).toBe(2);
  expect(JSON.parse(asked.findLast(({ call }) => call.endsWith("/adhoc"))?.body ?? "")).toMatchObject({
    order_id: parcel.reference,
    order_date: "2026-11-27",
    pickup_location: "Home",
    billing_phone: "9876543210",
    billing_pincode: "560001",
    order_items: [{ sku: "TEE-M", units: 2, selling_price: 499.5, hsn: "6109" }],
    payment_method: "COD",
    sub_total: 1048.5,
    weight: 0.6,
    length: 30,
  });
});

test("Shiprocket: after a lost answer the order is found by our reference, with or without an AWB, and not made again", async () => {
  answers = {
    "POST /auth/login": () => ({ json: { token: "t" } }),
    "POST /orders/create/adhoc": () => ({ lost: true }),
    "GET /orders": () => ({ json: found("141123221084922") }),
    "POST /courier/assign/awb": () => ({ json: awbGiven }),
  };
  expect(await rocket().book(parcel, false)).toMatchObject({ ok: false, refused: "unreachable" });
  expect(await rocket().book(parcel, true)).toMatchObject({
    value: { awb: "141123221084922", shipment: "15151515" },
  });
  answers["GET /orders"] = () => ({ json: found("") });
  expect(await rocket().book(parcel, true)).toMatchObject({ value: { awb: "321055706540" } });
  expect(await rocket().find(parcel.reference)).toEqual({ ok: true, value: null });
  expect(calls().filter((call) => call.endsWith("/adhoc"))).toHaveLength(1);
  answers["GET /orders"] = () => ({ status: 500, json: {} });
  expect(await rocket().book(parcel, true)).toMatchObject({ refused: "unreachable" });
});

test("Shiprocket: refusals are in its words, also with status 200, and an order without a courier is cancelled there", async () => {
  const wrong = {
    message: "Oops! Invalid Data.",
    errors: { billing_phone: ["The billing phone must be 10 digits."] },
  };
  answers = {
    "POST /auth/login": () => ({ json: { token: "t" } }),
    "POST /orders/create/adhoc": () => ({ status: 422, json: wrong }),
    "GET /orders": () => ({ json: { data: [] } }),
    "POST /courier/assign/awb": () => ({
      json: { awb_assign_status: 0, response: { data: { awb_assign_error: "Wallet balance is low." } } },
    }),
    "POST /orders/cancel": () => ({ json: { status_code: 200, message: "Order cancelled successfully." } }),
  };
  expect(await rocket().book(parcel, false)).toEqual({
    ok: false,
    refused: "rejected",
    detail: "Oops! Invalid Data. The billing phone must be 10 digits.",
  });
  // A refusal with status 200 of an order that is there after all, and an answer that nobody can read.
  answers["POST /orders/create/adhoc"] = () => ({ json: { message: "Order exists" } });
  answers["GET /orders"] = () => ({ json: found("") });
  answers["POST /courier/assign/awb"] = () => ({ json: awbGiven });
  expect(await rocket().book(parcel, false)).toMatchObject({ value: { awb: "321055706540" } });
  answers["POST /courier/assign/awb"] = () => ({
    json: { awb_assign_status: 0, response: { data: { awb_assign_error: "Wallet balance is low." } } },
  });
  answers["POST /orders/create/adhoc"] = () => ({ json: { strange: 1 } });
  expect(await rocket().book(parcel, false)).toMatchObject({ refused: "unreachable" });
  answers["POST /orders/create/adhoc"] = () => ({ json: { order_id: 7, shipment_id: 8 } });
  expect(await rocket().book(parcel, false)).toMatchObject({ detail: "Wallet balance is low." });
  expect(JSON.parse(bodyOf("POST /orders/cancel"))).toEqual({ ids: ["7"] });
  answers["POST /auth/login"] = () => ({
    status: 403,
    json: { message: "Invalid email and password combination" },
  });
  expect(await rocket().serves({ pin: "560001", cash: true, grams: 500 })).toMatchObject({
    refused: "rejected",
  });
});

test("Shiprocket: serviceability, tracking with India's time, label, pickup, cancellation, webhook", async () => {
  const scan = (date: string, status: string, activity: string, number: string) => ({
    date,
    status,
    activity,
    location: "BANGALORE",
    "sr-status": number,
    "sr-status-label": "x",
  });
  answers = {
    "POST /auth/login": () => ({ json: { token: "t" } }),
    "GET /courier/serviceability/": () => ({
      json: { status: 200, data: { available_courier_companies: [{ courier_company_id: 51, cod: 1 }] } },
    }),
    "POST /courier/track/awbs": () => ({
      json: {
        "141123221084922": {
          tracking_data: {
            track_status: 1,
            shipment_track_activities: [
              scan("2022-07-19 11:37:00", "DLVD", "Delivered", "7"),
              scan("2022-07-18 12:00:00", "UD", "Consignee not available", "21"),
              scan("2022-07-18 09:51:00", "DRC", "Pending Manifest Data Received", "NA"),
            ],
          },
        },
      },
    }),
    "POST /courier/generate/label": () => ({
      json: { label_created: 1, label_url: "https://labels.example/1.pdf" },
    }),
    "POST /courier/generate/pickup": () => ({ json: { pickup_status: 1, response: { status: 3 } } }),
    "POST /orders/cancel/shipment/awbs": () => ({
      json: { message: "Bulk Shipment cancellation is in progress." },
    }),
  };
  const one = { awb: "141123221084922", shipment: "8", carrier: null };
  expect(await rocket().serves({ pin: "560001", cash: true, grams: 600 })).toEqual({ ok: true, value: true });
  expect(calls().at(-1)).toContain("pickup_postcode=110001&delivery_postcode=560001&weight=0.6&cod=1");
  const tracked = await rocket().track([one.awb]);
  expect(tracked.ok && tracked.value[0]?.events).toMatchObject([
    { state: "delivered", at: new Date("2022-07-19T06:07:00Z") },
    { state: "undelivered", reason: "absent" },
    { state: null, words: "Pending Manifest Data Received" },
  ]);
  answers["POST /courier/track/awbs"] = () => ({ json: [] });
  expect(await rocket().track(["1"])).toEqual({ ok: true, value: [] });
  expect(await rocket().label(one)).toEqual({ ok: true, value: "https://labels.example/1.pdf" });
  expect(await rocket().pickUp([one], "2026-11-28")).toEqual({ ok: true, value: null });
  answers["POST /courier/generate/pickup"] = () => ({
    status: 400,
    json: { message: "Already in Pickup Queue.", status_code: 400 },
  });
  expect(await rocket().pickUp([one], "2026-11-28")).toEqual({ ok: true, value: null });
  expect(await rocket().cancel(one)).toEqual({ ok: true, value: null });
  answers["POST /orders/cancel/shipment/awbs"] = () => ({
    status: 400,
    json: { message: "Shipment is already cancelled", status_code: 400 },
  });
  expect(await rocket().cancel(one)).toEqual({ ok: true, value: null });
  const told = Buffer.from(
    '{"awb":19041424751540,"shipment_status_id":7,"current_timestamp":"23 05 2023 11:43:52"}',
  );
  const key = new Headers({ "x-api-key": "k".repeat(16) });
  expect(rocket().readWebhook(key, told)).toEqual({ ok: true, awbs: ["19041424751540"] });
  expect(rocket().readWebhook(new Headers(), told)).toMatchObject({ refused: "forged" });
  expect(rocket().readWebhook(key, Buffer.from("{"))).toMatchObject({ refused: "unreadable" });
});

const created = {
  success: true,
  packages: [{ status: "Success", waybill: "84310010000011", refnum: parcel.reference, remarks: [""] }],
};
const shipmentData = (scans: object[]) => ({
  ShipmentData: [
    {
      Shipment: {
        AWB: "84310010000011",
        ReferenceNo: parcel.reference,
        Scans: scans.map((ScanDetail) => ({ ScanDetail })),
      },
    },
  ],
});

test("Delhivery: a parcel, without the signs that it cannot read; after a lost answer it is found by our reference", async () => {
  answers = {
    "POST /api/cmu/create.json": () => ({ json: created }),
    "GET /api/v1/packages/json/": () => ({ json: shipmentData([]) }),
  };
  const booked = { awb: "84310010000011", shipment: null, carrier: null };
  expect(await truck().book(parcel, false)).toEqual({ ok: true, value: booked });
  const form = new URLSearchParams(bodyOf("POST /api/cmu/create.json"));
  expect(form.get("format")).toBe("json");
  expect(JSON.parse(form.get("data") ?? "")).toMatchObject({
    pickup_location: { name: "Home & Co" },
    shipments: [
      {
        order: parcel.reference,
        name: "Asha   Rao",
        add: "7 MG Road, Second floor  rear",
        phone: "9876543210",
        payment_mode: "COD",
        cod_amount: 1048.5,
        total_amount: 999,
        weight: "600",
      },
    ],
  });
  expect(asked[0]?.headers.authorization).toBe("Token t");
  answers["POST /api/cmu/create.json"] = () => ({ lost: true });
  expect(await truck().book(parcel, false)).toMatchObject({ refused: "unreachable" });
  expect(await truck().book(parcel, true)).toEqual({ ok: true, value: booked });
  expect(calls().at(-1)).toContain(`ref_ids=${parcel.reference}`);
  answers["GET /api/v1/packages/json/"] = () => ({ json: { Error: "No such waybill or Order Id found" } });
  expect(await truck().find(parcel.reference)).toEqual({ ok: true, value: null });
  expect(calls().filter((call) => call.includes("create.json"))).toHaveLength(2);
});

test("Delhivery: refusals, serviceability, tracking, label, pickup, cancellation, webhook", async () => {
  const pin = (cod: string, remarks = "") => ({
    json: { delivery_codes: [{ postal_code: { pin: 560001, pre_paid: "Y", cod, remarks } }] },
  });
  const at = (Scan: string, ScanType: string, StatusCode: string, Instructions: string, time: string) => ({
    Scan,
    ScanType,
    StatusCode,
    Instructions,
    StatusDateTime: `2024-09-21T${time}`,
  });
  const scans = [
    at("Manifested", "UD", "X-UCI", "Manifest uploaded", "14:31:48.752"),
    at("Pending", "UD", "EOD-11", "Consignee unavailable", "18:00:00"),
    at("In Transit", "RT", "RT-110", "Return accepted", "19:00:00"),
    at("RTO", "DL", "RT-110", "RTO due to consignee", "20:00:00"),
    at("Gate", "ZZ", "Z-1", "Held", "21:00:00"),
  ];
  answers = {
    "POST /api/cmu/create.json": () => ({
      json: {
        success: false,
        packages: [{ status: "Fail", waybill: "", remarks: ["Pin is not serviceable"] }],
      },
    }),
    "GET /c/api/pin-codes/json/": () => pin("N"),
    "GET /api/v1/packages/json/": () => ({ json: shipmentData(scans) }),
    "GET /api/p/packing_slip": () => ({
      json: { packages: [{ pdf_download_link: "https://s3.example/1.pdf" }] },
    }),
    "POST /fm/request/new/": () => ({ json: { pickup_id: 5 } }),
    "POST /api/p/edit": () => ({ json: { status: true, waybill: "84310010000011" } }),
  };
  expect(await truck().book(parcel, false)).toMatchObject({
    refused: "rejected",
    detail: "Pin is not serviceable",
  });
  const where = { pin: "560001", grams: 500 };
  expect(await truck().serves({ ...where, cash: true })).toEqual({ ok: true, value: false });
  expect(await truck().serves({ ...where, cash: false })).toEqual({ ok: true, value: true });
  answers["GET /c/api/pin-codes/json/"] = () => pin("Y", "Embargo");
  expect(await truck().serves({ ...where, cash: true })).toEqual({ ok: true, value: false });
  const tracked = await truck().track(["84310010000011"]);
  expect(tracked.ok && tracked.value[0]?.events.map(({ state, reason }) => [state, reason])).toEqual([
    ["booked", null],
    ["undelivered", "absent"],
    ["returning", null],
    ["returned", null],
    [null, null],
  ]);
  const one = { awb: "84310010000011", shipment: null, carrier: null };
  expect(await truck().label(one)).toEqual({ ok: true, value: "https://s3.example/1.pdf" });
  expect(await truck().pickUp([one, one], "2026-11-28")).toEqual({ ok: true, value: null });
  expect(JSON.parse(bodyOf("POST /fm/request/new/"))).toMatchObject({
    pickup_location: "Home & Co",
    pickup_date: "2026-11-28",
    expected_package_count: 2,
  });
  expect(await truck().cancel(one)).toEqual({ ok: true, value: null });
  answers["POST /api/p/edit"] = () => ({ json: { status: false, error: "Cannot edit a Delivered package" } });
  expect(await truck().cancel(one)).toMatchObject({ detail: "Cannot edit a Delivered package" });
  const key = new Headers({ "x-api-key": "k".repeat(16) });
  const told = Buffer.from(
    '{"Shipment":{"AWB":"84310010000011","Status":{"Status":"Delivered","StatusType":"DL"}}}',
  );
  expect(truck().readWebhook(key, told)).toEqual({ ok: true, awbs: ["84310010000011"] });
  expect(truck().readWebhook(new Headers({ "x-api-key": "guess" }), told)).toMatchObject({
    refused: "forged",
  });
});

test.each([
  ["Consignee refused to accept", "refused"],
  ["COD amount not ready", "cash-not-ready"],
  ["Customer asked for future delivery", "later-date"],
  ["Phone switched off", "no-answer"],
  ["Incomplete address", "bad-address"],
  ["Entry restricted area", "area-closed"],
  ["Door locked", "absent"],
  ["Held at gate 7", null],
])("'%s' means %s", (words, reason) => expect(reasonIn(words)).toBe(reason));
