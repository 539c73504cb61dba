import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewGatewayOrder, OnlinePayments } from "../platform/payments/payments.server.ts";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";

let shop: TestShop;
let online: OnlinePayments;
beforeAll(async () => {
  shop = await testShop();
  const { payments } = shop.services;
  if (!payments.online) throw new Error("A test shop takes payments.");
  online = payments.online;
});
afterAll(() => shop.dispose());

function orderBy(name: string): NewGatewayOrder {
  return {
    orderId: randomUUID(),
    amount: 134_900,
    customer: { id: randomUUID(), name, email: "asha@example.com", phone: "9876543210" },
    returnUrl: "http://shop.test/order-confirmation?order_id={order_id}",
    notifyUrl: undefined,
    expiresAt: new Date(shop.clock.now().getTime() + 30 * 60_000),
    requestKey: randomUUID(),
  };
}

async function anOrder(): Promise<{ orderId: string; sessionId: string }> {
  const made = await online.createOrder(orderBy("Asha Rao"));
  if (!made.ok) throw new Error(made.detail);
  return made.value;
}

/** The webhooks that are due, as the shop reads them. */
async function deliveredWebhooks(): Promise<string[]> {
  const requests = await shop.gateway.webhooks();
  return Promise.all(
    requests.map(async (request) => {
      const read = online.readWebhook(request.headers, new Uint8Array(await request.arrayBuffer()));
      if (!read.ok) return read.refused;
      const { webhook } = read;
      if (webhook.type === "payment") return `${webhook.payment.status} ${webhook.payment.amount}`;
      return webhook.type === "refund" ? `refund ${webhook.refund.status} ${webhook.refund.amount}` : "other";
    }),
  );
}

async function state(orderId: string): Promise<string[]> {
  const [order, payments] = await Promise.all([online.getOrder(orderId), online.paymentsOf(orderId)]);
  if (!order.ok || !payments.ok) throw new Error("The gateway does not answer.");
  return [order.value.status, ...payments.value.map(({ status, amount }) => `${status} ${amount}`)];
}

describe("the outcomes that a customer may choose", () => {
  test.each([
    ["pay", ["paid", "succeeded 134900"], ["succeeded 134900"]],
    ["decline", ["open", "failed 134900"], ["failed 134900"]],
    ["drop", ["open", "abandoned 134900"], ["abandoned 134900"]],
    ["pending", ["open", "pending 134900"], []],
    ["webhook-lost", ["paid", "succeeded 134900"], []],
    ["pay-less", ["paid", "succeeded 134899"], ["succeeded 134899"]],
    ["pay-twice", ["paid", "succeeded 134900", "succeeded 134900"], ["succeeded 134900", "succeeded 134900"]],
    ["forged-webhook", ["open"], ["forged"]],
  ])("%s", async (choice, after, webhooks) => {
    const { orderId } = await anOrder();
    await shop.gateway.choose(orderId, choice);
    expect(await state(orderId)).toEqual(after);
    expect(await deliveredWebhooks()).toEqual(webhooks);
    expect(await deliveredWebhooks()).toEqual([]);
  });

  test("a delayed webhook is sent after its delay", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.choose(orderId, "webhook-delayed");
    expect(await deliveredWebhooks()).toEqual([]);
    shop.clock.forward(20_000);
    expect(await deliveredWebhooks()).toEqual(["succeeded 134900"]);
  });

  test("a repeated webhook is sent three times with the same body, for one payment", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.choose(orderId, "webhook-repeated");
    shop.clock.forward(5_000);
    const bodies = await Promise.all((await shop.gateway.webhooks()).map((request) => request.text()));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
    expect(await state(orderId)).toEqual(["paid", "succeeded 134900"]);
  });

  test("the failure of an earlier attempt is reported after the success", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.choose(orderId, "webhooks-out-of-order");
    expect(await deliveredWebhooks()).toEqual(["succeeded 134900"]);
    shop.clock.forward(3_000);
    expect(await deliveredWebhooks()).toEqual(["failed 134900"]);
    expect(await state(orderId)).toEqual(["paid", "failed 134900", "succeeded 134900"]);
  });

  test("lost webhooks are not sent again", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.pay(orderId);
    expect(await shop.gateway.loseWebhooks()).toBe(1);
    shop.clock.forward(3_600_000);
    expect(await deliveredWebhooks()).toEqual([]);
  });
});

describe("several attempts to pay one order", () => {
  test("an order can be paid after failed attempts, and cannot be paid again", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.decline(orderId);
    await shop.gateway.drop(orderId);
    await shop.gateway.pay(orderId);
    await expect(shop.gateway.pay(orderId)).rejects.toThrow("closed");
    expect(await state(orderId)).toEqual(["paid", "failed 134900", "abandoned 134900", "succeeded 134900"]);
    expect((await deliveredWebhooks()).toSorted()).toEqual([
      "abandoned 134900",
      "failed 134900",
      "succeeded 134900",
    ]);
  });

  test("of twenty concurrent payments of one order, one succeeds", async () => {
    const { orderId } = await anOrder();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => shop.gateway.pay(orderId)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await state(orderId)).toEqual(["paid", "succeeded 134900"]);
    expect(await deliveredWebhooks()).toEqual(["succeeded 134900"]);
  });

  test("no attempt can start after the order has expired, but a pending one may still succeed", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.choose(orderId, "pending");
    shop.clock.forward(31 * 60_000);
    expect(await state(orderId)).toEqual(["expired", "pending 134900"]);
    await expect(shop.gateway.pay(orderId)).rejects.toThrow("closed");
    await shop.gateway.decide(orderId, true);
    expect(await state(orderId)).toEqual(["paid", "succeeded 134900"]);
    expect(await deliveredWebhooks()).toEqual(["succeeded 134900"]);
  });

  test("an order terminated during a pending attempt ends only when that attempt is decided", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.choose(orderId, "pending");
    expect(await online.terminate(orderId)).toMatchObject({ value: { status: "terminating" } });
    await shop.gateway.decide(orderId, false);
    expect(await state(orderId)).toEqual(["terminated", "failed 134900"]);
    expect(await deliveredWebhooks()).toEqual(["failed 134900"]);
  });

  test("a pending attempt that the bank approves after another one was paid takes no money", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.choose(orderId, "pending");
    await shop.gateway.pay(orderId);
    await shop.gateway.decide(orderId, true);
    expect(await state(orderId)).toEqual(["paid", "cancelled 134900", "succeeded 134900"]);
    expect(await online.terminate(orderId)).toMatchObject({ ok: false, refused: "rejected" });
    expect(await deliveredWebhooks()).toEqual(["succeeded 134900"]);
  });
});

describe("failures that the customer's name triggers", () => {
  test("timeout: the order is created, and a repeated request with the same key returns it", async () => {
    const asked = orderBy("Asha Timeout");
    expect(await online.createOrder(asked)).toMatchObject({ ok: false, refused: "unreachable" });
    expect(await online.getOrder(asked.orderId)).toMatchObject({ ok: true, value: { status: "open" } });
    expect(await online.createOrder(asked)).toMatchObject({ ok: true, value: { amount: 134_900 } });
  });

  test("outage: no order is created, and a repeated request with the same key fails again", async () => {
    const asked = orderBy("Asha Outage");
    expect(await online.createOrder(asked)).toMatchObject({ ok: false, refused: "unreachable" });
    expect(await online.createOrder(asked)).toMatchObject({ ok: false, refused: "unreachable" });
    expect(await online.getOrder(asked.orderId)).toMatchObject({ ok: false, refused: "unknown" });
  });

  test("refusal: the order is rejected", async () => {
    expect(await online.createOrder(orderBy("Asha Refused"))).toMatchObject({
      ok: false,
      refused: "rejected",
    });
  });

  test("the gateway is unreachable while the connection is cut, and responds again afterwards", async () => {
    const { orderId } = await anOrder();
    shop.gateway.cutLine();
    expect(await online.getOrder(orderId)).toMatchObject({ ok: false, refused: "unreachable" });
    shop.gateway.cutLine(false);
    expect(await online.getOrder(orderId)).toMatchObject({ ok: true });
  });
});

describe("refunds", () => {
  const refund = (orderId: string, refundId: string, amount: number, note = "too small") =>
    online.refund({ orderId, refundId, amount, note, requestKey: randomUUID() });

  test("partial refunds never exceed the payment, and each is made once", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.pay(orderId);
    const first = await refund(orderId, "refund_1", 100_000);
    expect(first).toEqual({
      ok: true,
      value: { refundId: "refund_1", status: "succeeded", amount: 100_000 },
    });
    expect(await refund(orderId, "refund_1", 100_000)).toEqual(first);
    expect(await refund(orderId, "refund_1", 100)).toMatchObject({ ok: false, refused: "rejected" });
    expect(await refund(orderId, "refund_2", 34_901)).toMatchObject({ ok: false, refused: "rejected" });
    expect(await refund(orderId, "refund_2", 34_900)).toMatchObject({ ok: true });
    expect(await online.refundOf(orderId, "refund_1")).toEqual(first);
    expect(await deliveredWebhooks()).toEqual([
      "succeeded 134900",
      "refund succeeded 100000",
      "refund succeeded 34900",
    ]);
  });

  test("the note decides the outcome, as in the sandbox; a failed refund can be made again", async () => {
    const { orderId } = await anOrder();
    await shop.gateway.pay(orderId);
    expect(await refund(orderId, "refund_1", 134_900, "FAILED")).toMatchObject({
      value: { status: "failed" },
    });
    expect(await refund(orderId, "refund_2", 134_900, "PENDING")).toMatchObject({
      value: { status: "pending" },
    });
    expect(await deliveredWebhooks()).toEqual(["succeeded 134900", "refund failed 134900"]);
    await shop.gateway.decideRefund(orderId, "refund_2", "SUCCESS");
    expect(await online.refundOf(orderId, "refund_2")).toMatchObject({ value: { status: "succeeded" } });
    expect(await deliveredWebhooks()).toEqual(["refund succeeded 134900"]);
  });
});
