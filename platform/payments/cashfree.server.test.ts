import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { cashfree } from "./cashfree.server.ts";

const secretKey = "a secret of this test";
const asking = (fetch: (request: Request) => Promise<Response>, timeout = 10_000) =>
  cashfree({ mode: "sandbox", appId: "app", secretKey, fetch, timeout });
const answering = (status: number, body: string) => asking(async () => new Response(body, { status }));

const orderText = (amount: string) =>
  `{"order_id":"order-1","cf_order_id":2149460581,"payment_session_id":"session_x","order_status":"PAID","order_amount":${amount},"order_currency":"INR","cart_details":null}`;
const newOrder = {
  orderId: "order-1",
  amount: 17_050,
  customer: {
    id: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    name: "Jo",
    email: "jo@example.com",
    phone: "+91 98765 43210",
  },
  returnUrl: "https://shop.example/?order_id={order_id}",
  notifyUrl: "https://shop.example/functions/payment-webhook",
  expiresAt: new Date("2026-11-21T07:00:00Z"),
  requestKey: "key-1",
};

describe("requests", () => {
  test("an order is sent in Cashfree's format, its amount with two decimals", async () => {
    const sent: Request[] = [];
    await asking(async (request) => {
      sent.push(request);
      return new Response(orderText("170.50"));
    }).createOrder(newOrder);
    const [request] = sent;
    expect(request?.url).toBe("https://sandbox.cashfree.com/pg/orders");
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      "x-client-id": "app",
      "x-client-secret": secretKey,
      "x-api-version": "2025-01-01",
      "x-idempotency-key": "key-1",
    });
    const text = (await request?.text()) ?? "";
    expect(text).toContain('"order_amount":170.50,');
    expect(JSON.parse(text)).toEqual({
      order_id: "order-1",
      order_amount: 170.5,
      order_currency: "INR",
      customer_details: {
        customer_id: "3fa85f6457174562b3fc2c963f66afa6",
        customer_email: "jo@example.com",
        customer_phone: "9876543210",
      },
      order_meta: { return_url: newOrder.returnUrl, notify_url: newOrder.notifyUrl },
      order_expiry_time: "2026-11-21T07:00:00.000Z",
    });
  });

  test.each([
    ["170", 17_000],
    ["170.5", 17_050],
    ["170.00", 17_000],
    ["8.29", 829],
    ["70368744177664.07", 7_036_874_417_766_407],
  ])("an amount of %s is read as %i paise", async (amount, paise) => {
    const found = await answering(200, orderText(amount)).getOrder("order-1");
    expect(found).toMatchObject({ ok: true, value: { amount: paise, providerOrderId: "2149460581" } });
  });

  test.each([
    ["no answer in time", asking(stuck, 20)],
    ["a line that is down", asking(() => Promise.reject(new TypeError("down")))],
    ["an error on its side", answering(500, "")],
    ["a gateway on its side that is down", answering(502, "<html>Bad gateway</html>")],
    ["too many at once", answering(429, '{"code":"rate_limited","type":"rate_limit_error"}')],
    ["a request that took too long", answering(408, "")],
    ["a request that came too early", answering(425, "")],
    ["an answer that is no JSON", answering(200, "<html>")],
    ["an amount with half a paisa", answering(200, orderText("170.005"))],
    ["an answer about another order", answering(200, orderText("1").replace("order-1", "order-2"))],
  ])("%s is reported as unreachable, because the outcome is unknown", async (_, online) => {
    expect(await online.getOrder("order-1")).toMatchObject({ ok: false, refused: "unreachable" });
  });

  test("a refusal is reported with its code, without the secret and without customer data", async () => {
    const body =
      '{"message":"customer_phone : 12345 is wrong","code":"customer_phone_invalid","type":"invalid_request_error"}';
    const answer = await answering(400, body).createOrder(newOrder);
    expect(answer).toMatchObject({
      ok: false,
      refused: "rejected",
      detail: expect.stringContaining("400 invalid_request_error customer_phone_invalid"),
    });
    expect(JSON.stringify(answer)).not.toMatch(/12345|secret/);
  });
});

describe("webhooks", () => {
  const { readWebhook } = answering(500, "");
  const bytes = (text: string) => new TextEncoder().encode(text);
  const paid = (amount: string) =>
    `{"data":{"order":{"order_id":"order-1","order_amount":${amount},"order_currency":"INR","order_tags":null},"payment":{"cf_payment_id":1453002795,"payment_status":"SUCCESS","payment_amount":${amount},"payment_currency":"INR","payment_message":"00::Transaction success","payment_time":"2025-01-15T12:20:29+05:30","payment_method":{"upi":{"channel":null}},"payment_group":"upi"}},"event_time":"2025-01-15T12:20:30+05:30","type":"PAYMENT_SUCCESS_WEBHOOK"}`;
  const signed = (body: string, key = secretKey, timestamp = "1746427759733") =>
    new Headers({
      "x-webhook-timestamp": timestamp,
      // Written independently, after Cashfree's documentation: the timestamp and the raw body, nothing between.
      "x-webhook-signature": createHmac("sha256", key)
        .update(timestamp + body)
        .digest("base64"),
    });

  test("a webhook of a successful payment is parsed, with its exact amount", () => {
    expect(readWebhook(signed(paid("170.00")), bytes(paid("170.00")))).toEqual({
      ok: true,
      webhook: {
        type: "payment",
        event: "PAYMENT_SUCCESS_WEBHOOK",
        eventTime: new Date("2025-01-15T06:50:30Z"),
        orderId: "order-1",
        orderAmount: 17_000,
        currency: "INR",
        payment: {
          id: "1453002795",
          status: "succeeded",
          amount: 17_000,
          currency: "INR",
          time: new Date("2025-01-15T06:50:29Z"),
          method: "upi",
          message: "00::Transaction success",
        },
      },
    });
  });

  test("a webhook of a refund is parsed", () => {
    const body =
      '{"data":{"refund":{"cf_refund_id":11325632,"cf_payment_id":789727431,"refund_id":"refund_1","order_id":"order-1","refund_amount":2.00,"refund_currency":"INR","refund_status":"SUCCESS"}},"event_time":"2022-02-28T13:04:28+05:30","type":"REFUND_STATUS_WEBHOOK"}';
    expect(readWebhook(signed(body), bytes(body))).toMatchObject({
      ok: true,
      webhook: {
        type: "refund",
        orderId: "order-1",
        refund: { refundId: "refund_1", status: "succeeded", amount: 200 },
      },
    });
  });

  test("a webhook of an unknown type is reported as 'other'", () => {
    const body = '{"data":{},"event_time":"2022-02-28T13:04:28+05:30","type":"DISPUTE_CREATED"}';
    expect(readWebhook(signed(body), bytes(body))).toMatchObject({
      ok: true,
      webhook: { type: "other", event: "DISPUTE_CREATED" },
    });
  });

  test("a webhook that is unsigned, altered, or signed with another key or for another time is refused", () => {
    const body = paid("170.00");
    expect(readWebhook(new Headers(), bytes(body))).toEqual({ ok: false, refused: "unsigned" });
    const forged = { ok: false, refused: "forged" };
    expect(readWebhook(signed(body, "another key"), bytes(body))).toEqual(forged);
    expect(readWebhook(signed(body), bytes(paid("170.0")))).toEqual(forged);
    expect(readWebhook(signed(body), bytes(JSON.stringify(JSON.parse(body))))).toEqual(forged);
    const later = signed(body);
    later.set("x-webhook-timestamp", "1746427759734");
    expect(readWebhook(later, bytes(body))).toEqual(forged);
    const short = signed(body);
    short.set("x-webhook-signature", "abc");
    expect(readWebhook(short, bytes(body))).toEqual(forged);
  });

  test.each(["", "{", "[]", paid("170.005"), paid("-1"), paid("1").replace('SUCCESS"', 'WON"')])(
    "a signed but invalid body is refused as unreadable: %s",
    (body) => expect(readWebhook(signed(body), bytes(body))).toEqual({ ok: false, refused: "unreadable" }),
  );
});

/** Never responds, like a host that hangs; rejects when the client aborts. */
function stuck({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}
