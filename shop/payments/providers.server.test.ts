import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OnlinePayments, paymentsThrough } from "../../platform/payments/payments.server.ts";
import { someJob, someStaff } from "../../test/support/access/actors.ts";
import {
  aBuyer,
  anAddress,
  aShirt,
  brokenRules,
  checkoutDetails,
  putInCart,
} from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { anAdmin } from "../../test/support/users.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { orderDetail } from "../order-management/order-detail.server.ts";
import { refundPayment } from "../order-management/refund-lines.server.ts";
import { cancelOrder } from "../orders/change-order.server.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { settleCancelledOrder } from "./after-cancelling.server.ts";
import { reconcile } from "./reconcile.server.ts";
import {
  finalizeRefund,
  gatewayRefundId,
  refundable,
  sendRefund,
  settleRefund,
  startRefund,
} from "./refunds.server.ts";
import { startPayment } from "./start-payment.server.ts";
import { receiveWebhook } from "./webhooks.server.ts";

let shop: TestShop;
let first: OnlinePayments;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  await anAdmin(shop);
  const { online } = shop.services.payments;
  if (!online) throw new Error("A test shop takes payments.");
  first = online;
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

/** The shop with other payment providers configured. */
const configured = (...providers: OnlinePayments[]) => ({
  ...shop.services,
  payments: paymentsThrough(providers),
});

/** A second provider, which uses the gateway of the first but signs with its own key. */
const second = (): OnlinePayments => ({
  ...first,
  provider: "other",
  readWebhook: () => ({ ok: false, refused: "forged" }),
});

async function begun(services = shop.services) {
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop));
  const details = checkoutDetails({ method: "online" });
  const placed = await placeOrder(services, buyer, { ...details, address: anAddress });
  if (!placed.ok) throw new Error(placed.refused);
  const started = await startPayment(services, placed.value.id, buyer, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  return { buyer, id: placed.value.id, gatewayId: started.value.gatewayOrderId };
}

async function paid() {
  const one = await begun();
  await shop.gateway.pay(one.gatewayId);
  await reconcile(shop.services, one.gatewayId);
  return one;
}

const eventsOf = async (id: string) => (await orderOf(shop.services, id))?.events ?? [];
const refundsOf = async (id: string) =>
  (await shop.services.db.execute(sql`select state, pending_reason from refund where order_id = ${id}`)).rows;

test("a payment that was started at one provider is completed there when another takes new payments", async () => {
  const old = await begun();
  const both = configured(second(), first);
  const fresh = await begun(both);
  await shop.gateway.loseWebhooks();
  for (const { gatewayId } of [old, fresh]) await shop.gateway.pay(gatewayId);
  expect(await reconcile(both, fresh.gatewayId)).toBe(true);
  const [webhook] = await shop.gateway.webhooks();
  if (!webhook) throw new Error("no webhook");
  await receiveWebhook(both, webhook.headers, new Uint8Array(await webhook.arrayBuffer()));
  const { rows } = await shop.services.db.execute(sql`
    select order_id, provider from received_payment where order_id in (${old.id}, ${fresh.id}) order by at desc`);
  expect(rows).toEqual([
    { order_id: old.id, provider: "cashfree" },
    { order_id: fresh.id, provider: "other" },
  ]);
  const refund = { amount: 100, reason: "a stain", actor: someStaff };
  expect((await startRefund(both, old.id, refund)).ok).toBe(true);
});

test("a refund is refused with the reason when the payment's provider is no longer configured", async () => {
  const one = await paid();
  const without = configured(second());
  const refund = { amount: 100, reason: "a stain", actor: someStaff };
  expect(await startRefund(without, one.id, refund)).toMatchObject({ refused: "provider-missing" });
  expect(await refundsOf(one.id)).toEqual([]);
});

test("a cancellation promises no refund while the provider is missing, and records the reason for staff", async () => {
  const one = await paid();
  const without = configured();
  expect((await cancelOrder(without, one.id, one.buyer)).ok).toBe(true);
  await settleCancelledOrder(without, someJob, one.id);
  expect(await refundsOf(one.id)).toEqual([]);
  expect((await eventsOf(one.id)).at(-1)?.remark).toEqual({
    code: "refund-impossible",
    cause: { code: "order-cancelled" },
    provider: "cashfree",
  });
  expect(
    shop.sentMail().filter(({ to, subject }) => to === one.buyer.email && /^Refund/.test(subject)),
  ).toEqual([]);
  // With the provider configured again, the refund is made.
  await settleCancelledOrder(shop.services, someJob, one.id);
  await shop.runDue();
  expect(await refundsOf(one.id)).toEqual([{ state: "succeeded", pending_reason: null }]);
});

test("a payment of a wrong amount is not refunded through a provider that is no longer configured", async () => {
  const one = await begun();
  await shop.gateway.choose(one.gatewayId, "pay-less");
  await reconcile(shop.services, one.gatewayId);
  const { rows } = await shop.services.db.execute(
    sql`select provider_payment_id as id from received_payment where order_id = ${one.id}`,
  );
  const answer = await refundPayment(configured(), someStaff, one.id, String(rows[0]?.id));
  expect(answer).toMatchObject({ refused: "provider-missing" });
});

test("a started refund has the reason why it waits while its provider is not configured", async () => {
  const one = await paid();
  const started = await startRefund(shop.services, one.id, {
    amount: 100,
    reason: "a stain",
    actor: someStaff,
  });
  if (!started.ok) throw new Error(started.refused);
  await sendRefund(configured(), started.value.refundId);
  expect(await refundsOf(one.id)).toEqual([{ state: "pending", pending_reason: "provider-missing" }]);
  await sendRefund(shop.services, started.value.refundId);
  expect(await refundsOf(one.id)).toMatchObject([{ state: "succeeded" }]);
});

test("a refund that the provider does not answer is marked as unreachable until it succeeds", async () => {
  const one = await paid();
  const request = { amount: 100, reason: "a stain", actor: someStaff };
  const started = await startRefund(shop.services, one.id, request);
  if (!started.ok) throw new Error(started.refused);
  const { refundId } = started.value;
  shop.gateway.cutLine();
  await expect(sendRefund(shop.services, refundId)).rejects.toThrow(refundId);
  shop.gateway.cutLine(false);
  expect(await refundsOf(one.id)).toEqual([{ state: "pending", pending_reason: "provider-unreachable" }]);
  expect((await orderDetail(shop.services, one.id))?.refunds).toMatchObject([{ failureReason: null }]);
  await sendRefund(shop.services, refundId);
  expect(await refundsOf(one.id)).toMatchObject([{ state: "succeeded" }]);
});

test("a refund that failed stays failed, whatever the job and late webhooks report", async () => {
  const one = await paid();
  const request = { amount: 100, reason: "a stain", actor: someStaff };
  const started = await startRefund(shop.services, one.id, request);
  if (!started.ok) throw new Error(started.refused);
  const { refundId } = started.value;
  const gateway = { kind: "gateway", provider: "cashfree" } as const;
  expect(await finalizeRefund(shop.services, gateway, refundId, "failed")).toBe(true);
  // The provider is not called for it again.
  shop.gateway.cutLine();
  await sendRefund(shop.services, refundId);
  shop.gateway.cutLine(false);
  const update = { refundId: gatewayRefundId(refundId), status: "succeeded", amount: 100 } as const;
  expect(await settleRefund(shop.services, gateway, update)).toBe("repeated");
  expect(await refundsOf(one.id)).toEqual([{ state: "failed", pending_reason: null }]);
  expect(await refundable(shop.services, one.id)).toBe(49_900);
});
