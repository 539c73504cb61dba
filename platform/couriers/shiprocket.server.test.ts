import { afterAll, beforeEach, expect, test } from "vitest";
import { again, courierStandIn, first, parcel } from "../../test/support/courier-stand-in.server.ts";
import { shiprocket } from "./shiprocket.server.ts";

const { url, asked, calls, bodyOf, answers, answerWith, close } = await courierStandIn();
afterAll(close);
beforeEach(() => answerWith({}));

const rocket = () =>
  shiprocket({
    email: "api@shop.in",
    password: "p",
    pickup: "Home",
    pickupPin: "110001",
    webhookKey: "k".repeat(16),
    url,
  });
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
  answerWith({
    "POST /auth/login": () => ({ json: { token: `token-${++logins}` } }),
    "POST /orders/create/adhoc": ({ headers }) =>
      headers.authorization === "Bearer token-2"
        ? { json: { order_id: 16161616, shipment_id: 15151515, status: "NEW", status_code: 1 } }
        : { status: 401, json: { message: "Token has expired", status_code: 401 } },
    "POST /courier/assign/awb": () => ({ json: awbGiven }),
  });
  const booked = { awb: "321055706540", shipment: "15151515", carrier: "Amazon Surface" };
  expect(await rocket().book(parcel, first)).toEqual({ ok: true, value: booked });
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
  answerWith({
    "POST /auth/login": () => ({ json: { token: "t" } }),
    "POST /orders/create/adhoc": () => ({ lost: true }),
    "GET /orders": () => ({ json: found("141123221084922") }),
    "POST /courier/assign/awb": () => ({ json: awbGiven }),
  });
  expect(await rocket().book(parcel, first)).toMatchObject({ ok: false, refused: "unreachable" });
  expect(await rocket().book(parcel, again)).toMatchObject({
    value: { awb: "141123221084922", shipment: "15151515" },
  });
  answers["GET /orders"] = () => ({ json: found("") });
  expect(await rocket().book(parcel, again)).toMatchObject({ value: { awb: "321055706540" } });
  expect(await rocket().find(parcel.reference, "forward")).toEqual({ ok: true, value: [] });
  expect(calls().filter((call) => call.endsWith("/adhoc"))).toHaveLength(1);
  answers["GET /orders"] = () => ({ status: 500, json: {} });
  expect(await rocket().book(parcel, again)).toMatchObject({ refused: "unreachable" });
});

test("Shiprocket: an order that it has already is no second one, also when it got its AWB late", async () => {
  const exists = { status: 422, json: { message: "Order id already exists.", status_code: 422 } };
  const late = {
    json: { awb_assign_status: 0, response: { data: { awb_assign_error: "AWB is assigned." } } },
  };
  answerWith({
    "POST /auth/login": () => ({ json: { token: "t" } }),
    "POST /orders/create/adhoc": () => exists,
    "GET /orders": () => ({ json: found("") }),
    // Between the look and the call an earlier one was carried out.
    "POST /courier/assign/awb": () => {
      answers["GET /orders"] = () => ({ json: found("141123221084922") });
      return late;
    },
  });
  const booked = { awb: "141123221084922", shipment: "15151515", carrier: null };
  expect(await rocket().book(parcel, first)).toEqual({ ok: true, value: booked });
  expect(await rocket().find(parcel.reference, "forward")).toEqual({ ok: true, value: [booked] });
  expect(calls().filter((call) => call.endsWith("/orders/cancel"))).toEqual([]);
});

test("Shiprocket: refusals are in its words, also with status 200, and an order without a courier is cancelled there", async () => {
  const wrong = {
    message: "Oops! Invalid Data.",
    errors: { billing_phone: ["The billing phone must be 10 digits."] },
  };
  answerWith({
    "POST /auth/login": () => ({ json: { token: "t" } }),
    "POST /orders/create/adhoc": () => ({ status: 422, json: wrong }),
    "GET /orders": () => ({ json: { data: [] } }),
    "POST /courier/assign/awb": () => ({
      json: { awb_assign_status: 0, response: { data: { awb_assign_error: "Wallet balance is low." } } },
    }),
    "POST /orders/cancel": () => ({ json: { status_code: 200, message: "Order cancelled successfully." } }),
  });
  expect(await rocket().book(parcel, first)).toEqual({
    ok: false,
    refused: "rejected",
    detail: "Oops! Invalid Data. The billing phone must be 10 digits.",
  });
  // A refusal with status 200 of an order that is there after all, and an answer that nobody can read.
  answers["POST /orders/create/adhoc"] = () => ({ json: { message: "Order exists" } });
  answers["GET /orders"] = () => ({ json: found("") });
  answers["POST /courier/assign/awb"] = () => ({ json: awbGiven });
  expect(await rocket().book(parcel, first)).toMatchObject({ value: { awb: "321055706540" } });
  answers["POST /courier/assign/awb"] = () => ({
    json: { awb_assign_status: 0, response: { data: { awb_assign_error: "Wallet balance is low." } } },
  });
  answers["POST /orders/create/adhoc"] = () => ({ json: { strange: 1 } });
  expect(await rocket().book(parcel, first)).toMatchObject({ refused: "unreachable" });
  answers["POST /orders/create/adhoc"] = () => ({ json: { order_id: 7, shipment_id: 8 } });
  expect(await rocket().book(parcel, first)).toMatchObject({ detail: "Wallet balance is low." });
  expect(JSON.parse(bodyOf("POST /orders/cancel"))).toEqual({ ids: ["7"] });
  answers["POST /auth/login"] = () => ({
    status: 403,
    json: { message: "Invalid email and password combination" },
  });
  expect(
    await rocket().serves({ pin: "560001", cash: true, grams: 500, direction: "forward" }),
  ).toMatchObject({
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
  answerWith({
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
  });
  const one = { awb: "141123221084922", shipment: "8", carrier: null };
  expect(await rocket().serves({ pin: "560001", cash: true, grams: 600, direction: "forward" })).toEqual({
    ok: true,
    value: true,
  });
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

test("Shiprocket: a return goes from the customer to the shop's address there, with an AWB of a return", async () => {
  const home = {
    pickup_location: "Home",
    name: "Returns desk",
    phone: 9810000000,
    email: "shop@example.com",
    address: "12 Okhla",
    address_2: null,
    city: "New Delhi",
    state: "Delhi",
    pin_code: "110001",
  };
  const scan = (date: string, activity: string, number: string) => ({
    date,
    status: "x",
    activity,
    "sr-status": number,
  });
  answerWith({
    "POST /auth/login": () => ({ json: { token: "t" } }),
    "GET /settings/company/pickup": () => ({
      json: { data: { shipping_address: [{ ...home, pickup_location: "Other" }, home] } },
    }),
    "POST /orders/create/return": () => ({
      json: { order_id: 16161616, shipment_id: 15151515, status: "RETURN PENDING", status_code: 21 },
    }),
    "POST /courier/assign/awb": () => ({ json: awbGiven }),
    "GET /courier/serviceability/": () => ({
      json: { status: 200, data: { available_courier_companies: [{ courier_company_id: 51 }] } },
    }),
    "GET /orders/processing/return": () => ({ json: found("141123221084922") }),
    "POST /courier/track/awbs": () => ({
      json: {
        "321055706540": {
          tracking_data: {
            shipment_track_activities: [
              scan("2022-07-19 11:37:00", "Picked up", "42"),
              scan("2022-07-18 12:00:00", "Customer not available", "20"),
            ],
          },
        },
      },
    }),
  });
  const back = { ...parcel, direction: "reverse", collect: 0 } as const;
  expect(await rocket().serves({ pin: "560001", cash: false, grams: 600, direction: "reverse" })).toEqual({
    ok: true,
    value: true,
  });
  expect(calls().at(-1)).toContain("pickup_postcode=560001&delivery_postcode=110001");
  expect(calls().at(-1)).toContain("is_return=1");
  expect(await rocket().book(back, first)).toMatchObject({ value: { awb: "321055706540" } });
  expect(JSON.parse(bodyOf("POST /orders/create/return"))).toMatchObject({
    order_id: parcel.reference,
    pickup_customer_name: "Asha & Rao",
    pickup_pincode: "560001",
    pickup_phone: "9876543210",
    shipping_customer_name: "Returns desk",
    shipping_address: "12 Okhla",
    shipping_pincode: "110001",
    shipping_phone: "9810000000",
    payment_method: "Prepaid",
    sub_total: 999,
  });
  expect(JSON.parse(bodyOf("POST /courier/assign/awb"))).toEqual({ shipment_id: "15151515", is_return: 1 });
  // After a lost answer it is looked for among the returns.
  answers["POST /orders/create/return"] = () => ({ lost: true });
  expect(await rocket().book(back, first)).toMatchObject({ refused: "unreachable" });
  expect(await rocket().book(back, again)).toMatchObject({ value: { awb: "141123221084922" } });
  const tracked = await rocket().track(["321055706540"]);
  expect(tracked.ok && tracked.value[0]?.events).toMatchObject([
    { state: "picked-up" },
    { state: "pickup-failed", reason: "absent" },
  ]);
  answers["GET /settings/company/pickup"] = () => ({ json: { data: { shipping_address: [] } } });
  answers["GET /orders/processing/return"] = () => ({ json: { data: [] } });
  expect(await rocket().book(back, first)).toMatchObject({
    refused: "rejected",
    detail: "Shiprocket knows no pickup location Home.",
  });
});
