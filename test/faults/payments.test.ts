import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localKeys } from "../../demo/gateway.server.ts";
import { inTransaction, isBusy } from "../../platform/database/database.server.ts";
import { signatureOf } from "../../platform/payments/signature.server.ts";
import { placeOrder } from "../../shop/checkout/place-order.server.ts";
import { orderOf } from "../../shop/orders/read-orders.server.ts";
import { reconcile, reconcileOpen, verifyPayment } from "../../shop/payments/reconcile.server.ts";
import { startPayment } from "../../shop/payments/start-payment.server.ts";
import { receiveWebhook } from "../../shop/payments/webhooks.server.ts";
import { seen } from "../support/faults/seen.server.ts";
import { figure } from "../support/faults/servers.server.ts";
import {
  aBuyer,
  aShirt,
  brokenRules,
  checkoutDetails,
  putInCart,
  stockOf,
} from "../support/orders.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";
import { anAdmin } from "../support/users.server.ts";

let shop: TestShop;
const ports = () => shop.services;
beforeAll(async () => {
  shop = await testShop();
  await anAdmin(shop);
});
afterEach(async () => expect(await brokenRules(shop)).toEqual([]));
afterAll(() => shop.dispose());

async function waiting() {
  const buyer = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 3 });
  await putInCart(shop, buyer, shirt);
  const placed = await placeOrder(ports(), buyer, checkoutDetails({ method: "online" }));
  if (!placed.ok) throw new Error(placed.refused);
  const started = await startPayment(ports(), placed.value.id, buyer, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  return { buyer, shirt, id: placed.value.id, gatewayId: started.value.gatewayOrderId };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;

async function bring(webhook: Request) {
  const delivered = webhook.clone();
  return receiveWebhook(ports(), delivered.headers, new Uint8Array(await delivered.arrayBuffer()));
}

async function isPaidOnce({ id, shirt }: Waiting) {
  expect(await orderOf(ports(), id)).toMatchObject({ paymentStatus: "completed" });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 0 });
}

/** Brings a webhook as the gateway does: what a busy shop could not take comes again. Out: how often that was so. */
async function bringUntilTaken(webhook: Request): Promise<number> {
  for (let refused = 0; ; refused++) {
    try {
      await bring(webhook);
      return refused;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

/** Holds an order's lock for longer than the shop waits for a lock, or for a connection. */
function lockFor6s({ id }: Waiting): Promise<void> {
  return inTransaction(ports().db, async (tx) => {
    await tx.execute(sql`select 1 from orders where id = ${id} for update`);
    await pause(6_000);
  });
}

test("one webhook a hundred times in a row and at once has one effect, also while its order is locked", async () => {
  const bringings = {
    "in a row": async (webhook: Request) => {
      for (let time = 0; time < 100; time++) await bring(webhook);
    },
    "at once": async (webhook: Request) => {
      await Promise.all(Array.from({ length: 100 }, () => bringUntilTaken(webhook)));
    },
    "at once, locked": async (webhook: Request, one: Waiting) => {
      const [, ...refused] = await Promise.all([
        lockFor6s(one),
        ...Array.from({ length: 100 }, () => bringUntilTaken(webhook)),
      ]);
      expect(Math.max(...refused)).toBeGreaterThan(0);
    },
  };
  for (const bringAll of Object.values(bringings)) {
    const one = await waiting();
    await shop.gateway.pay(one.gatewayId);
    const [webhook] = await shop.gateway.webhooks();
    if (!webhook) throw new Error("no webhook");
    await bringAll(webhook, one);
    await isPaidOnce(one);
  }
  seen("webhook", "100 in a row and 100 at once: one effect");
});

test("six webhooks in every order of arrival lead to the same final state", async () => {
  const orders = permutations([0, 1, 2, 3, 4, 5]);
  const step = figure(30, 1);
  const tried = orders.filter((_, index) => index % step === 0);
  for (const turn of tried) {
    const one = await waiting();
    await shop.gateway.decline(one.gatewayId);
    await shop.gateway.drop(one.gatewayId);
    await shop.gateway.choose(one.gatewayId, "webhooks-out-of-order");
    shop.clock.forward(10_000);
    const four = await shop.gateway.webhooks();
    expect(four).toHaveLength(4);
    const six = [...four, ...four.slice(2)];
    for (const at of turn) {
      const webhook = six[at];
      if (webhook) await bring(webhook);
    }
    await isPaidOnce(one);
  }
  seen("webhook", `${tried.length} orders of arrival: one end state`);
});

/** A webhook that says whatever a test wants, signed like a real one. */
function signed(data: object): Request {
  const body = JSON.stringify({ type: "PAYMENT_SUCCESS_WEBHOOK", event_time: "2026-11-21T06:00:00Z", data });
  const timestamp = "1795240800000";
  return new Request("http://shop.test/functions/payment-webhook", {
    method: "POST",
    body,
    headers: {
      "x-webhook-signature": signatureOf(localKeys.secretKey, timestamp, Buffer.from(body)),
      "x-webhook-timestamp": timestamp,
    },
  });
}

test.each([
  ["one paisa less", { amount: "498.99", currency: "INR" }],
  ["one paisa more", { amount: "499.01", currency: "INR" }],
  ["another currency", { amount: "499.00", currency: "USD" }],
])("%s never pays, however well it is signed, and is flagged", async (_, { amount, currency }) => {
  const one = await waiting();
  const webhook = signed({
    order: { order_id: one.gatewayId, order_amount: 499, order_currency: currency },
    payment: {
      cf_payment_id: randomUUID(),
      payment_status: "SUCCESS",
      payment_amount: Number(amount),
      payment_currency: currency,
      payment_time: "2026-11-21T06:00:00Z",
    },
  });
  expect(await bring(webhook)).toEqual({ ok: true, value: undefined });
  expect(await orderOf(ports(), one.id)).toMatchObject({
    paymentStatus: "amount_mismatch",
    status: "pending",
  });
  expect(await stockOf(shop, one.shirt)).toEqual({ stock: 3, reserved: 1 });
});

test("a payment of another order, or of an unknown one, never pays this order", async () => {
  const one = await waiting();
  const other = await waiting();
  await shop.gateway.pay(other.gatewayId);
  for (const webhook of await shop.gateway.webhooks()) await bring(webhook);
  await bring(
    signed({
      order: { order_id: "an_order_of_nobody", order_amount: 499, order_currency: "INR" },
      payment: {
        cf_payment_id: randomUUID(),
        payment_status: "SUCCESS",
        payment_amount: 499,
        payment_currency: "INR",
      },
    }),
  );
  expect(await orderOf(ports(), one.id)).toMatchObject({ paymentStatus: "pending" });
  await isPaidOnce(other);
});

test("forged, altered and unsigned webhooks are refused, every one of them", async () => {
  const one = await waiting();
  await shop.gateway.pay(one.gatewayId);
  const [real] = await shop.gateway.webhooks();
  if (!real) throw new Error("no webhook");
  const body = await real.clone().text();
  let altered = 0;
  for (let at = 0; at < body.length; at += figure(17, 1)) {
    altered++;
    const other = `${body.slice(0, at)}${body[at] === "1" ? "2" : "1"}${body.slice(at + 1)}`;
    const delivered = await receiveWebhook(ports(), real.headers, new TextEncoder().encode(other));
    expect(delivered.ok).toBe(false);
  }
  expect((await receiveWebhook(ports(), new Headers(), new TextEncoder().encode(body))).ok).toBe(false);
  expect(await orderOf(ports(), one.id)).toMatchObject({ paymentStatus: "pending" });
  seen("webhook", `${altered} altered and one unsigned refused`);
});

test("webhook, return and reconciler at the same time complete each order once", async () => {
  const count = figure(25, 500);
  for (let left = count; left > 0; left -= 25) {
    const all = await Promise.all(Array.from({ length: Math.min(25, left) }, waiting));
    await Promise.all(all.map(({ gatewayId }) => shop.gateway.pay(gatewayId)));
    const webhooks = await shop.gateway.webhooks();
    await Promise.all([
      ...webhooks.map(bring),
      ...all.map(({ gatewayId, buyer }) => verifyPayment(ports(), gatewayId, buyer)),
      ...all.map(({ gatewayId }) => reconcile(ports(), gatewayId)),
    ]);
    for (const one of all) await isPaidOnce(one);
  }
  seen("three-ways", `${count} orders, each completed once`);
});

test("every webhook lost: the reconciler finds every payment", async () => {
  const count = figure(20, 200);
  const all: Waiting[] = [];
  for (let made = 0; made < count; made++) all.push(await waiting());
  for (const { gatewayId } of all) await shop.gateway.pay(gatewayId);
  await shop.gateway.loseWebhooks();
  await ports().db.execute(sql`update gateway_order set created_at = created_at - interval '1 minute'`);
  while ((await reconcileOpen(ports())) > 0);
  let found = 0;
  for (const { id } of all) found += (await orderOf(ports(), id))?.paymentStatus === "completed" ? 1 : 0;
  seen("lost-webhooks", `the reconciler found ${found} of ${count}`);
  expect(found).toBe(count);
});

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((first) =>
    permutations(items.filter((one) => one !== first)).map((others) => [first, ...others]),
  );
}
