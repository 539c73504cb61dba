import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localKeys } from "../../demo/gateway.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { configOfProcess } from "../config.server.ts";
import { cashfree, cashfreeKeys } from "./cashfree.server.ts";
import type { NewGatewayOrder, OnlinePayments } from "./payments.server.ts";

/*
 * The contract of the payments port, run against the local gateway or, with CASHFREE_APP_ID and
 * CASHFREE_SECRET_KEY in the environment, against Cashfree's sandbox.
 */
type Target = {
  online: OnlinePayments;
  /** The same gateway, called with a wrong secret. */
  stranger: OnlinePayments;
  now(): Date;
  close(): Promise<void>;
};

function sandbox(keys: { appId: string; secretKey: string }): Target {
  const client = (secretKey: string) =>
    cashfree({ appId: keys.appId, secretKey, mode: "sandbox", fetch: (request) => fetch(request) });
  return {
    online: client(keys.secretKey),
    stranger: client("wrong"),
    now: () => new Date(),
    close: async () => undefined,
  };
}

function local(shop: TestShop): Target {
  const { payments, clock } = shop.services;
  if (!payments.online) throw new Error("A test shop has a local gateway.");
  const fetch = shop.gateway.handle;
  return {
    online: payments.online,
    stranger: cashfree({ appId: localKeys.appId, secretKey: "wrong", mode: "local", fetch }),
    now: clock.now,
    close: shop.dispose,
  };
}

let target: Target;
beforeAll(async () => {
  // The test runner sets its own MODE.
  const keys = cashfreeKeys(configOfProcess({ MODE: "demo" }).providers);
  target = keys ? sandbox(keys) : local(await testShop());
});
afterAll(() => target.close());

const order = (over: Partial<NewGatewayOrder> = {}): NewGatewayOrder => ({
  orderId: randomUUID(),
  amount: 17_050,
  customer: { id: randomUUID(), name: "Asha Rao", email: "asha@example.com", phone: "+919876543210" },
  returnUrl: "https://shop.example/order-confirmation?order_id={order_id}",
  notifyUrl: undefined,
  expiresAt: new Date(target.now().getTime() + 60 * 60_000),
  requestKey: randomUUID(),
  ...over,
});

test("an order is created with its exact amount and can be read back", async () => {
  const asked = order();
  const made = await target.online.createOrder(asked);
  expect(made).toMatchObject({
    ok: true,
    value: { orderId: asked.orderId, status: "open", amount: 17_050, currency: "INR" },
  });
  expect(await target.online.getOrder(asked.orderId)).toEqual(made);
  expect(await target.online.paymentsOf(asked.orderId)).toEqual({ ok: true, value: [] });
});

test("a repeated request to create an order, with the same key or another, returns the same order", async () => {
  const asked = order({ amount: 9_990 });
  const made = await target.online.createOrder(asked);
  expect(await target.online.createOrder(asked)).toEqual(made);
  expect(await target.online.createOrder({ ...asked, requestKey: randomUUID() })).toEqual(made);
});

test("the same order with another amount is refused", async () => {
  const asked = order();
  await target.online.createOrder(asked);
  const other = await target.online.createOrder({ ...asked, amount: 17_051, requestKey: randomUUID() });
  expect(other).toMatchObject({ ok: false, refused: "rejected" });
});

test("an order that was never created is unknown", async () => {
  const id = randomUUID();
  expect(await target.online.getOrder(id)).toMatchObject({ ok: false, refused: "unknown" });
  expect(await target.online.paymentsOf(id)).toMatchObject({ ok: false, refused: "unknown" });
  expect(await target.online.refundOf(id, "refund_1")).toMatchObject({ ok: false, refused: "unknown" });
});

test("an invalid request is rejected, and the result contains no customer data", async () => {
  const customer = { id: "c1234", name: "Asha Rao", email: "asha@example.com", phone: "12" };
  const made = await target.online.createOrder(order({ customer }));
  expect(made).toMatchObject({
    ok: false,
    refused: "rejected",
    detail: expect.stringMatching(/^POST \/orders: 4/),
  });
  expect(JSON.stringify(made)).not.toMatch(/asha/i);
});

test("an unpaid order cannot be refunded", async () => {
  const asked = order();
  await target.online.createOrder(asked);
  const refund = { orderId: asked.orderId, refundId: "refund_1", amount: 100, note: "too small" };
  const answer = await target.online.refund({ ...refund, requestKey: randomUUID() });
  expect(answer).toMatchObject({ ok: false, refused: "rejected" });
});

test("an order that is terminated stays terminated", async () => {
  const asked = order();
  await target.online.createOrder(asked);
  const ended = await target.online.terminate(asked.orderId);
  expect(ended).toMatchObject({ ok: true, value: { status: expect.stringMatching(/^terminat/) } });
  const later = await target.online.getOrder(asked.orderId);
  expect(later).toMatchObject({ ok: true, value: { status: expect.stringMatching(/^terminat/) } });
});

test("a request with a wrong secret is rejected with 401", async () => {
  const answer = await target.stranger.createOrder(order());
  expect(answer).toMatchObject({ ok: false, refused: "rejected", detail: expect.stringContaining("401") });
});
