import { afterAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { again, courierStandIn, first, parcel } from "../../test/support/courier-stand-in.server.ts";
import { delhivery } from "./delhivery.server.ts";

const { url, asked, calls, bodyOf, answers, answerWith, close } = await courierStandIn();
afterAll(close);
beforeEach(() => answerWith({}));

const truck = () =>
  delhivery({ token: "t", pickup: "Home & Co", mode: "staging", webhookKey: "k".repeat(16), url });

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
  answerWith({
    "POST /api/cmu/create.json": () => ({ json: created }),
    "GET /api/v1/packages/json/": () => ({ json: shipmentData([]) }),
  });
  const booked = { awb: "84310010000011", shipment: null, carrier: null };
  expect(await truck().book(parcel, first)).toEqual({ ok: true, value: booked });
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
  expect(await truck().book(parcel, first)).toMatchObject({ refused: "unreachable" });
  expect(await truck().book(parcel, again)).toEqual({ ok: true, value: booked });
  expect(calls().at(-1)).toContain(`ref_ids=${parcel.reference}`);
  answers["GET /api/v1/packages/json/"] = () => ({ json: { Error: "No such waybill or Order Id found" } });
  expect(await truck().find(parcel.reference, "forward")).toEqual({ ok: true, value: [] });
  expect(calls().filter((call) => call.includes("create.json"))).toHaveLength(2);
});

test("Delhivery: a parcel is bound to a number that is fetched first, so that a call that comes late makes no second one", async () => {
  const taken = new Map<string, string>();
  let isSlow = true;
  answerWith({
    "GET /waybill/api/fetch/json/": () => ({ json: "84310010000011" }),
    "POST /api/cmu/create.json": ({ body }) => {
      const data: unknown = JSON.parse(new URLSearchParams(body).get("data") ?? "");
      const [sent] = z
        .object({ shipments: z.array(z.object({ order: z.string(), waybill: z.string() })) })
        .parse(data).shipments;
      if (!sent) return { status: 400 };
      const isTaken = taken.has(sent.waybill);
      taken.set(sent.waybill, sent.order);
      if (isSlow) return { lost: true };
      return {
        json: isTaken
          ? { success: false, packages: [{ status: "Fail", waybill: "", remarks: ["Duplicate waybill"] }] }
          : { success: true, packages: [{ status: "Success", waybill: sent.waybill, remarks: [""] }] },
      };
    },
    // It does not find what it has taken until somebody asks again.
    "GET /api/v1/packages/json/": () => {
      const isThere = taken.size > 0 && !isSlow;
      return { json: isThere ? shipmentData([]) : { Error: "No such waybill or Order Id found" } };
    },
  });
  expect(await truck().reserve?.()).toEqual({ ok: true, value: "84310010000011" });
  expect(calls().at(-1)).toBe("GET /waybill/api/fetch/json/?token=t");
  const awb = "84310010000011";
  expect(await truck().book(parcel, { isAgain: false, awb })).toMatchObject({ refused: "unreachable" });
  isSlow = false;
  const booked = { awb, shipment: null, carrier: null };
  expect(await truck().book(parcel, { isAgain: false, awb })).toEqual({ ok: true, value: booked });
  expect(taken.size).toBe(1);
  for (const json of [{ waybill: 84310010000022 }, "84310010000022"]) {
    answers["GET /waybill/api/fetch/json/"] = () => ({ json });
    expect(await truck().reserve?.()).toEqual({ ok: true, value: "84310010000022" });
  }
  answers["GET /waybill/api/fetch/json/"] = () => ({ json: "no more numbers" });
  expect(await truck().reserve?.()).toMatchObject({ refused: "unreachable" });
});

test("Delhivery: 403, for too many calls or a wrong token, refuses for now and ends no booking; 401 is a wrong token", async () => {
  const forbidden = () => ({ status: 403, json: { detail: "Forbidden" } });
  const words = expect.stringContaining("too many calls, or a wrong token");
  answerWith({
    "POST /api/cmu/create.json": forbidden,
    "GET /c/api/pin-codes/json/": forbidden,
    "GET /waybill/api/fetch/json/": forbidden,
    "GET /api/v1/packages/json/": forbidden,
  });
  const where = { pin: "560001", grams: 500, cash: true, direction: "forward" as const };
  expect(await truck().serves(where)).toEqual({ ok: false, refused: "busy", detail: words });
  expect(await truck().reserve?.()).toMatchObject({ refused: "busy" });
  expect(await truck().book(parcel, first)).toEqual({ ok: false, refused: "busy", detail: words });
  // It is not known whether the earlier call was carried out, so nothing is sent again.
  expect(await truck().book(parcel, again)).toMatchObject({ refused: "busy" });
  expect(calls().filter((call) => call.includes("create.json"))).toHaveLength(1);
  answers["POST /api/cmu/create.json"] = () => ({ json: created });
  answers["GET /api/v1/packages/json/"] = () => ({ json: { Error: "No such waybill or Order Id found" } });
  expect(await truck().book(parcel, again)).toMatchObject({ ok: true });
  answers["GET /c/api/pin-codes/json/"] = () => ({ status: 401, json: {} });
  expect(await truck().serves(where)).toMatchObject({ refused: "rejected" });
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
  answerWith({
    "POST /api/cmu/create.json": () => ({
      json: {
        success: false,
        packages: [{ status: "Fail", waybill: "", remarks: ["Pin is not serviceable"] }],
      },
    }),
    "GET /c/api/pin-codes/json/": () => pin("N"),
    "GET /api/v1/packages/json/": () => ({ json: { Error: "No such waybill or Order Id found" } }),
    "GET /api/p/packing_slip": () => ({
      json: { packages: [{ pdf_download_link: "https://s3.example/1.pdf" }] },
    }),
    "POST /fm/request/new/": () => ({ json: { pickup_id: 5 } }),
    "POST /api/p/edit": () => ({ json: { status: true, waybill: "84310010000011" } }),
  });
  expect(await truck().book(parcel, first)).toMatchObject({
    refused: "rejected",
    detail: "Pin is not serviceable",
  });
  const where = { pin: "560001", grams: 500, direction: "forward" as const };
  expect(await truck().serves({ ...where, cash: true })).toEqual({ ok: true, value: false });
  expect(await truck().serves({ ...where, cash: false })).toEqual({ ok: true, value: true });
  answers["GET /c/api/pin-codes/json/"] = () => pin("Y", "Embargo");
  expect(await truck().serves({ ...where, cash: true })).toEqual({ ok: true, value: false });
  answers["GET /api/v1/packages/json/"] = () => ({ json: shipmentData(scans) });
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

test("Delhivery: a return is a pick-up at the customer's, where it fetches; its own scans move it", async () => {
  const pin = (pickup: string) => ({
    json: { delivery_codes: [{ postal_code: { pin: 560001, pre_paid: "Y", cod: "Y", pickup } }] },
  });
  const at = (Scan: string, ScanType: string, StatusCode: string, Instructions: string, time: string) => ({
    Scan,
    ScanType,
    StatusCode,
    Instructions,
    StatusDateTime: `2024-09-21T${time}`,
  });
  answerWith({
    "POST /api/cmu/create.json": () => ({ json: created }),
    "GET /c/api/pin-codes/json/": () => pin("N"),
    "GET /api/v1/packages/json/": () => ({
      json: shipmentData([
        at("Open", "PP", "X-UCI", "Manifest uploaded", "10:00:00"),
        at("Dispatched", "PP", "X-DDD3FP", "Out for pickup", "11:00:00"),
        at("Scheduled", "PP", "EOD-11", "Customer not available", "18:00:00"),
        at("In Transit", "PU", "EOD-77", "Pickup completed", "19:00:00"),
        at("Dispatched", "PU", "X-DDD3FD", "Out for delivery", "20:00:00"),
        at("DTO", "DL", "RD-AC", "Return accepted", "21:00:00"),
      ]),
    }),
  });
  const where = { pin: "560001", grams: 500, cash: false, direction: "reverse" } as const;
  expect(await truck().serves(where)).toEqual({ ok: true, value: false });
  answers["GET /c/api/pin-codes/json/"] = () => pin("Y");
  expect(await truck().serves(where)).toEqual({ ok: true, value: true });
  const back = { ...parcel, direction: "reverse", collect: 0 } as const;
  expect(await truck().book(back, { isAgain: false, awb: "84310010000011" })).toMatchObject({ ok: true });
  const form = new URLSearchParams(bodyOf("POST /api/cmu/create.json"));
  expect(JSON.parse(form.get("data") ?? "")).toMatchObject({
    pickup_location: { name: "Home & Co" },
    shipments: [
      { payment_mode: "Pickup", cod_amount: 0, pin: "560001", total_amount: 999, waybill: "84310010000011" },
    ],
  });
  expect(await truck().find(parcel.reference, "reverse")).toMatchObject({
    value: [{ awb: "84310010000011" }],
  });
  const tracked = await truck().track(["84310010000011"]);
  expect(tracked.ok && tracked.value[0]?.events.map(({ state, reason }) => [state, reason])).toEqual([
    ["booked", null],
    ["booked", null],
    ["pickup-failed", "absent"],
    ["in-transit", null],
    ["out-for-delivery", null],
    ["delivered", null],
  ]);
});
