import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { someJob, someStaff } from "../../test/support/access/actors.ts";
import {
  aBuyer,
  aDeliveredOrder,
  anAddress,
  aShirt,
  brokenRules,
  checkoutDetails,
  putInCart,
  stockOf,
} from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { anAdmin } from "../../test/support/users.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { releaseExpiredReservations } from "../checkout/release-reservations.server.ts";
import { cancelOrder } from "../orders/change-order.server.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { payOnDelivery } from "./pay-on-delivery.server.ts";
import { reconcile, reconcileOpen, verifyPayment } from "./reconcile.server.ts";
import { reconcileRefunds, refundable, sendRefund, settleRefund, startRefund } from "./refunds.server.ts";
import { startPayment } from "./start-payment.server.ts";
import { receiveWebhook } from "./webhooks.server.ts";

let shop: TestShop;
const ports = () => shop.services;
const origin = "http://shop.test";

beforeAll(async () => {
  shop = await testShop({ seed: true });
  await anAdmin(shop);
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

/** An order that waits for its payment, with an open order at the gateway. */
async function waiting({ stock = 5, name = "Asha Rao" } = {}) {
  const buyer = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock });
  await putInCart(shop, buyer, shirt);
  const address = { ...anAddress, name };
  const details = checkoutDetails({ method: "online", address });
  const placed = await placeOrder(ports(), buyer, details);
  if (!placed.ok) throw new Error(placed.refused);
  const started = await startPayment(ports(), placed.value.id, buyer, origin);
  return { buyer, shirt, id: placed.value.id, started, gatewayId: gatewayIdOf(started) };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;

function gatewayIdOf(started: Awaited<ReturnType<typeof startPayment>>): string {
  return started.ok ? started.value.gatewayOrderId : "";
}

async function deliver(webhooks?: Request[]) {
  for (const webhook of webhooks ?? (await shop.gateway.webhooks())) {
    const read = webhook.clone();
    await receiveWebhook(ports(), read.headers, new Uint8Array(await read.arrayBuffer()));
  }
}

const stateOf = async ({ id }: { id: string }) => (await orderOf(ports(), id))?.paymentStatus;
const mailsTo = ({ buyer }: Waiting) =>
  shop.sentMail().flatMap(({ to, subject }) => (to === buyer.email ? [subject.replace(/\w{8} /, "")] : []));

test("a payment that is reported repeatedly pays the order and commits its units once", async () => {
  const one = await waiting();
  expect(await stockOf(shop, one.shirt)).toEqual({ stock: 5, reserved: 1 });
  await shop.gateway.choose(one.gatewayId, "webhook-repeated");
  shop.clock.forward(10_000);
  const webhooks = await shop.gateway.webhooks();
  expect(webhooks).toHaveLength(3);
  await Promise.all(webhooks.map((webhook) => deliver([webhook])));
  await deliver(webhooks);
  expect(await stateOf(one)).toBe("completed");
  expect(await stockOf(shop, one.shirt)).toEqual({ stock: 4, reserved: 0 });
  await shop.runDue();
  expect(mailsTo(one)).toEqual(["Order has been placed", "Payment for order received"]);
});

test("webhook, browser return and reconciliation together complete a payment once", async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => waiting()));
  for (const one of all) await shop.gateway.pay(one.gatewayId);
  const webhooks = await shop.gateway.webhooks();
  await Promise.all([
    deliver(webhooks),
    ...all.flatMap(({ gatewayId, buyer }) => [
      reconcile(ports(), gatewayId),
      verifyPayment(ports(), gatewayId, buyer),
    ]),
  ]);
  for (const one of all) {
    expect(await stateOf(one)).toBe("completed");
    expect(await stockOf(shop, one.shirt)).toEqual({ stock: 4, reserved: 0 });
  }
});

test("when every webhook is lost, the reconciliation job finds the payments", async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => waiting()));
  for (const one of all) await shop.gateway.choose(one.gatewayId, "webhook-lost");
  expect(await reconcileOpen(ports())).toBe(0);
  await ports().db.execute(sql`update gateway_order set created_at = created_at - interval '1 minute'`);
  expect(await reconcileOpen(ports())).toBeGreaterThanOrEqual(5);
  for (const one of all) expect(await stateOf(one)).toBe("completed");
});

test("attempts of a provider that is gone keep no others waiting, and one that fails does not stop the rest", async () => {
  const { db } = ports();
  await db.execute(sql`update gateway_order set state = 'closed' where state in ('asked', 'open')`);
  const one = await waiting();
  await shop.gateway.choose(one.gatewayId, "webhook-lost");
  // Older than the payment: 120 of a provider that the shop no longer has.
  await db.execute(sql`
    insert into gateway_order (gateway_order_id, order_id, provider, amount, state, expires_at, created_at)
    select 'gone' || n, order_id, 'elsewhere', amount, 'open', now() + interval '1 hour', now() - interval '2 minutes'
    from gateway_order, generate_series(1, 120) n where gateway_order_id = ${one.gatewayId}`);
  await db.execute(
    sql`update gateway_order set created_at = now() - interval '1 minute' where gateway_order_id = ${one.gatewayId}`,
  );
  for (let round = 0; round < 2; round++) await reconcileOpen(ports());
  expect(await stateOf(one)).toBe("completed");

  const two = await waiting();
  const three = await waiting();
  for (const each of [two, three]) await shop.gateway.choose(each.gatewayId, "webhook-lost");
  await db.execute(sql`delete from gateway_order where provider = 'elsewhere'`);
  await db.execute(
    sql`update gateway_order set created_at = now() - interval '1 minute' where state in ('asked', 'open')`,
  );
  const { payments } = ports();
  const failing = {
    ...payments,
    provider: (name: string) => {
      const found = payments.provider(name);
      return (
        found && {
          ...found,
          getOrder: (id: string) =>
            id === two.gatewayId
              ? Promise.reject(new Error("an answer that nobody expects"))
              : found.getOrder(id),
        }
      );
    },
  };
  await reconcileOpen({ ...ports(), payments: failing });
  expect(await stateOf(three)).toBe("completed");
  expect(await stateOf(two)).toBe("pending");
  await db.execute(
    sql`update gateway_order set checked_at = now() - interval '1 hour' where state in ('asked', 'open')`,
  );
  await reconcileOpen(ports());
  expect(await stateOf(two)).toBe("completed");
});

test("forged, altered and unsigned webhooks change nothing", async () => {
  const one = await waiting();
  await shop.gateway.choose(one.gatewayId, "forged-webhook");
  const [forged] = await shop.gateway.webhooks();
  if (!forged) throw new Error("the gateway forged nothing");
  const body = new Uint8Array(await forged.arrayBuffer());
  expect(await receiveWebhook(ports(), forged.headers, body)).toEqual({ ok: false, refused: "forged" });
  expect(await receiveWebhook(ports(), new Headers(), body)).toEqual({ ok: false, refused: "forged" });
  expect(await stateOf(one)).toBe("pending");
  await shop.gateway.pay(one.gatewayId);
  const [real] = await shop.gateway.webhooks();
  if (!real) throw new Error("the gateway told nothing");
  const text = await real.clone().text();
  const altered = new TextEncoder().encode(text.replace("SUCCESS", "success"));
  expect(await receiveWebhook(ports(), real.headers, altered)).toMatchObject({ ok: false });
  expect(await stateOf(one)).toBe("pending");
});

test("a payment one paisa short does not pay the order, and is flagged", async () => {
  const one = await waiting();
  await shop.gateway.choose(one.gatewayId, "pay-less");
  await deliver();
  expect(await stateOf(one)).toBe("amount_mismatch");
  await reconcile(ports(), one.gatewayId);
  expect(await stateOf(one)).toBe("amount_mismatch");
  expect((await orderOf(ports(), one.id))?.events.at(-1)).toMatchObject({ to: "amount_mismatch" });
});

test("the failure of an earlier attempt does not undo the success, in whatever order the webhooks arrive", async () => {
  for (const turn of [false, true]) {
    const one = await waiting();
    await shop.gateway.choose(one.gatewayId, "webhooks-out-of-order");
    shop.clock.forward(10_000);
    const webhooks = await shop.gateway.webhooks();
    await deliver(turn ? webhooks.reverse() : webhooks);
    expect(await stateOf(one)).toBe("completed");
  }
});

test("an order whose payment was declined can be paid by another attempt", async () => {
  const one = await waiting();
  await shop.gateway.decline(one.gatewayId);
  await deliver();
  expect(await stateOf(one)).toBe("failed");
  const again = await startPayment(ports(), one.id, one.buyer, origin);
  expect(again.ok).toBe(true);
  expect(await stateOf(one)).toBe("pending");
  await shop.gateway.pay(gatewayIdOf(again));
  await deliver();
  expect(await stateOf(one)).toBe("completed");
  await shop.runDue();
  expect(mailsTo(one)).toEqual([
    "Order has been placed",
    "Payment for order failed",
    "Payment for order received",
  ]);
});

test("after a dropped attempt an order can switch to cash, and a payment that still arrives pays it", async () => {
  const one = await waiting();
  await shop.gateway.drop(one.gatewayId);
  await deliver();
  expect(await payOnDelivery(ports(), one.id, one.buyer)).toMatchObject({ ok: true });
  expect(await payOnDelivery(ports(), one.id, one.buyer)).toMatchObject({ ok: true });
  expect(await stockOf(shop, one.shirt)).toEqual({ stock: 4, reserved: 0 });
  expect(await stateOf(one)).toBe("pending");
  await shop.gateway.pay(one.gatewayId);
  await deliver();
  expect(await orderOf(ports(), one.id)).toMatchObject({ paymentStatus: "completed", method: "online" });
  expect(await stockOf(shop, one.shirt)).toEqual({ stock: 4, reserved: 0 });
});

test("an attempt that ended at its provider without a payment has failed, and is asked about no more", async () => {
  const one = await waiting();
  await ports().payments.online?.terminate(one.gatewayId);
  await reconcile(ports(), one.gatewayId);
  expect(await stateOf(one)).toBe("failed");
  const { rows } = await ports().db.execute(
    sql`select state from gateway_order where gateway_order_id = ${one.gatewayId}`,
  );
  expect(rows).toEqual([{ state: "closed" }]);
});

test("a payment that is told of after its customer has cancelled the order goes back", async () => {
  const one = await waiting();
  await shop.gateway.pay(one.gatewayId);
  await cancelOrder(ports(), one.id, one.buyer);
  await shop.runDue();
  await deliver();
  await shop.runDue();
  expect(await stateOf(one)).toBe("refunded");
});

test("when an order is paid twice, the second payment is refunded", async () => {
  const one = await waiting();
  await shop.gateway.choose(one.gatewayId, "pay-twice");
  await deliver();
  await shop.runDue();
  expect(await stateOf(one)).toBe("completed");
  const { rows } = await ports().db.execute(sql`
    select r.amount, r.state, p.effect from refund r join received_payment p
      on p.provider_payment_id = r.provider_payment_id where r.order_id = ${one.id}`);
  expect(rows).toEqual([{ amount: "49900", state: "succeeded", effect: "duplicate" }]);
});

test("a payment after the hold expired is accepted while there is stock, else the order is cancelled and refunded", async () => {
  const lucky = await waiting({ stock: 1 });
  const unlucky = await waiting({ stock: 1 });
  await ports().db.execute(sql`update reservation set expires_at = now() where state = 'active'`);
  await releaseExpiredReservations(ports(), someJob);
  expect(await stockOf(shop, lucky.shirt)).toEqual({ stock: 1, reserved: 0 });
  const quicker = await aBuyer(shop);
  await putInCart(shop, quicker, unlucky.shirt);
  const cash = checkoutDetails();
  expect(await placeOrder(ports(), quicker, cash)).toMatchObject({ ok: true });
  await shop.gateway.pay(lucky.gatewayId);
  await shop.gateway.pay(unlucky.gatewayId);
  await deliver();
  expect(await stateOf(lucky)).toBe("completed");
  expect(await orderOf(ports(), unlucky.id)).toMatchObject({
    paymentStatus: "paid_late",
    status: "cancelled",
  });
  await shop.runDue();
  expect(await stateOf(unlucky)).toBe("refunded");
});

test("a payment starts despite a gateway timeout; an outage and a refusal are reported, and the order is kept", async () => {
  const one = await waiting({ name: "Asha Timeout" });
  expect(one.started).toMatchObject({ ok: true });
  const two = await waiting({ name: "Asha Outage" });
  expect(two.started).toEqual({ ok: false, refused: "gateway-silent" });
  expect(await stateOf(two)).toBe("pending");
  const three = await waiting({ name: "Asha Refused" });
  expect(three.started).toEqual({ ok: false, refused: "gateway-refused" });
});

test("cancelling a paid order refunds all that is left, and partial refunds never exceed the payment", async () => {
  const one = await waiting();
  await shop.gateway.pay(one.gatewayId);
  await deliver();
  const part = (amount: number) =>
    startRefund(ports(), one.id, { amount, reason: "a button was missing", actor: someStaff });
  const parts = await Promise.all(Array.from({ length: 8 }, () => part(10_000)));
  expect(parts.filter(({ ok }) => ok)).toHaveLength(4);
  for (const wrong of [9_901, 0, -1]) expect(await part(wrong)).toMatchObject({ refused: "too-much" });
  expect(await stateOf(one)).toBe("refund_pending");
  await shop.runDue();
  expect(await stateOf(one)).toBe("partly_refunded");
  expect(await refundable(ports(), one.id)).toBe(9_900);
  await cancelOrder(ports(), one.id, one.buyer);
  await shop.runDue();
  expect(await stateOf(one)).toBe("refunded");
  expect(await refundable(ports(), one.id)).toBe(0);
  expect((await orderOf(ports(), one.id))?.refunded).toBe(49_900);
});

test("a refund without a webhook is polled after 30 seconds; a cash refund waits for staff", async () => {
  const online = await waiting();
  await shop.gateway.pay(online.gatewayId);
  await deliver();
  const cash = await aDeliveredOrder(shop, await aBuyer(shop), [[await aShirt(shop), 1]]);
  const details = { amount: 10_000, reason: "a button was missing", actor: someStaff };
  for (const { id } of [online, cash]) expect((await startRefund(ports(), id, details)).ok).toBe(true);
  await reconcileRefunds(ports());
  // An unreachable gateway decides nothing: the refund waits for the next attempt.
  shop.gateway.cutLine();
  const { rows } = await ports().db.execute(sql`select id from refund where order_id = ${online.id}`);
  await expect(sendRefund(ports(), String(rows[0]?.id))).rejects.toThrow();
  shop.gateway.cutLine(false);
  expect([await stateOf(online), await stateOf(cash)]).toEqual(["refund_pending", "refund_pending"]);
  await ports().db.execute(sql`update refund set created_at = created_at - interval '31 seconds'`);
  await reconcileRefunds(ports());
  expect([await stateOf(online), await stateOf(cash)]).toEqual(["partly_refunded", "refund_pending"]);
});

test("a refund that its provider has not decided waits, and what it decides holds once", async () => {
  const one = await waiting();
  await shop.gateway.pay(one.gatewayId);
  await deliver();
  const gateway = { kind: "gateway", provider: "cashfree" } as const;
  const begin = async (amount: number) => {
    const begun = await startRefund(ports(), one.id, { amount, reason: "a button", actor: someStaff });
    if (!begun.ok) throw new Error(begun.refused);
    const { rows } = await ports().db.execute(
      sql`select replace(id::text, '-', '') as id from refund where order_id = ${one.id} and amount = ${amount}`,
    );
    const refundId = String(rows[0]?.id);
    return (status: "pending" | "on-hold" | "succeeded" | "failed" | "cancelled") =>
      settleRefund(ports(), gateway, { refundId, amount, status });
  };
  const first = await begin(10_000);
  for (const status of ["pending", "on-hold", "pending"] as const) {
    expect(await first(status)).toBe("refund-pending");
    expect(await stateOf(one)).toBe("refund_pending");
  }
  expect(await first("succeeded")).toBe("refund-succeeded");
  expect(await first("failed")).toBe("repeated");
  expect(await stateOf(one)).toBe("partly_refunded");
  const second = await begin(11_000);
  expect(await second("cancelled")).toBe("refund-failed");
  expect(await second("succeeded")).toBe("repeated");
  expect(await refundable(ports(), one.id)).toBe(39_900);
  const unknown = { refundId: "0".repeat(32), amount: 1, status: "succeeded" } as const;
  expect(await settleRefund(ports(), gateway, unknown)).toBe("unknown-refund");
});

test("other customers cannot pay, verify or switch an order", async () => {
  const one = await waiting();
  const stranger = await aBuyer(shop);
  expect(await startPayment(ports(), one.id, stranger, origin)).toMatchObject({ refused: "not-found" });
  expect(await payOnDelivery(ports(), one.id, stranger)).toMatchObject({ refused: "not-found" });
  expect(await verifyPayment(ports(), one.gatewayId, stranger)).toBeNull();
});
