import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Buyer } from "../../shop/checkout/write-order.server.ts";
import { aStaffMember, someJob, someStaff } from "../../test/support/access/actors.ts";
import {
  aBuyer,
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
import { refundPayment } from "../order-management/refund-lines.server.ts";
import { cancelOrder, changeOrderStatus } from "../orders/change-order.server.ts";
import { customerActions } from "../orders/order-steps.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { payOnDelivery } from "./pay-on-delivery.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { startPayment } from "./start-payment.server.ts";
import { receiveWebhook } from "./webhooks.server.ts";

let shop: TestShop;
const ports = () => shop.services;
const admin = aStaffMember();

beforeAll(async () => {
  shop = await testShop();
  await anAdmin(shop);
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

async function waiting({
  stock = 5,
  price = 49_900,
  couponCode = null as string | null,
  buyer = undefined as Buyer | undefined,
} = {}) {
  const asha = buyer ?? (await aBuyer(shop));
  const shirt = await aShirt(shop, { stock, price });
  await putInCart(shop, asha, shirt);
  const details = checkoutDetails({ method: "online", couponCode });
  const placed = await placeOrder(ports(), asha, details);
  if (!placed.ok) throw new Error(placed.refused);
  const { id } = placed.value;
  return { asha, shirt, id, pay: () => startPayment(ports(), id, asha, "http://shop.test") };
}

async function started(one: Awaited<ReturnType<typeof waiting>>): Promise<string> {
  const begun = await one.pay();
  if (!begun.ok) throw new Error(begun.refused);
  return begun.value.gatewayOrderId;
}

async function deliver(webhooks?: Request[]) {
  for (const webhook of webhooks ?? (await shop.gateway.webhooks()))
    await receiveWebhook(ports(), webhook.headers, new Uint8Array(await webhook.arrayBuffer()));
}

const mustBe = async (id: string) => {
  const order = await orderOf(ports(), id);
  if (!order) throw new Error("no order");
  return order;
};

async function ranOut(id: string) {
  await ports().db.execute(
    sql`update reservation set expires_at = now() where order_id = ${id} and state = 'active'`,
  );
  await releaseExpiredReservations(ports(), someJob);
}

test("a failure before 'Pay again' does not fail the new attempt, however often it is reconciled", async () => {
  const one = await waiting();
  const gatewayId = await started(one);
  await shop.gateway.decline(gatewayId);
  await deliver();
  expect((await mustBe(one.id)).paymentStatus).toBe("failed");
  expect(await started(one)).toBe(gatewayId);
  await reconcile(ports(), gatewayId);
  await reconcile(ports(), gatewayId);
  expect((await mustBe(one.id)).paymentStatus).toBe("pending");
  await shop.gateway.decline(gatewayId);
  await reconcile(ports(), gatewayId);
  expect((await mustBe(one.id)).paymentStatus).toBe("failed");
});

test("an attempt that expires late fails neither a newer attempt nor a cancelled order", async () => {
  const one = await waiting();
  const first = await started(one);
  // It has expired for the shop; at the gateway it is still open.
  await ports().db.execute(
    sql`update gateway_order set expires_at = now(), created_at = created_at - interval '1 minute'
      where gateway_order_id = ${first}`,
  );
  const second = await started(one);
  expect(second).not.toBe(first);
  await ports().db.execute(
    sql`update local_gateway.orders set expires_at = '2020-01-01' where order_id in (${first}, ${second})`,
  );
  await reconcile(ports(), first);
  expect((await mustBe(one.id)).paymentStatus).toBe("pending");
  await cancelOrder(ports(), one.id, one.asha);
  await reconcile(ports(), second);
  expect((await mustBe(one.id)).paymentStatus).toBe("pending");
});

test("a failure of an earlier attempt that is reported after the payment leaves the order paid", async () => {
  const one = await waiting();
  const gatewayId = await started(one);
  await shop.gateway.decline(gatewayId);
  await shop.gateway.pay(gatewayId);
  // The newest first.
  await deliver((await shop.gateway.webhooks()).toReversed());
  expect((await mustBe(one.id)).paymentStatus).toBe("completed");
});

test("a failed payment that is reported after the cancellation changes nothing and sends no email", async () => {
  const one = await waiting();
  const gatewayId = await started(one);
  await shop.gateway.decline(gatewayId);
  await cancelOrder(ports(), one.id, one.asha);
  await deliver();
  expect(await mustBe(one.id)).toMatchObject({ status: "cancelled", paymentStatus: "pending" });
  await shop.runDue();
  const mails = shop.sentMail().filter(({ to }) => to === one.asha.email);
  expect(mails.filter(({ subject }) => /fail/i.test(subject))).toEqual([]);
  const { rows } = await ports().db.execute(
    sql`select outcome from payment_webhook where gateway_order_id = ${gatewayId}`,
  );
  expect(rows).toEqual([{ outcome: "failure-too-late" }]);
});

test("a payment one paisa short can be refunded, and the order can then be paid or switched again", async () => {
  const one = await waiting();
  await shop.gateway.choose(await started(one), "pay-less");
  await deliver();
  expect((await mustBe(one.id)).paymentStatus).toBe("amount_mismatch");
  const { rows } = await ports().db.execute(
    sql`select provider_payment_id as id from received_payment where order_id = ${one.id}`,
  );
  expect(await refundPayment(ports(), admin, one.id, String(rows[0]?.id))).toMatchObject({ ok: true });
  await shop.runDue();
  const order = await mustBe(one.id);
  expect(order.paymentStatus).toBe("pending");
  expect(customerActions(order)).toEqual({ pay: null, switchToCash: null });
  await shop.gateway.pay(await started(one));
  await deliver();
  expect((await mustBe(one.id)).paymentStatus).toBe("completed");
});

test("an order with a total of zero is paid when it is placed, online or in cash", async () => {
  const buyer = await aBuyer(shop);
  for (const method of ["online", "cod"] as const) {
    const shirt = await aShirt(shop, { price: 10_000 });
    await putInCart(shop, buyer, shirt);
    await ports().db.execute(sql`
      with running as (
        insert into offer (title, discount_percent, valid_from, valid_to)
        values ('All of it', 100, '2000-01-01', '2100-01-01') returning id)
      insert into offer_product (offer_id, product_id) select id, ${shirt.productId} from running`);
    const details = checkoutDetails({ method });
    const placed = await placeOrder(ports(), buyer, details);
    expect(placed).toMatchObject({ ok: true, value: { total: 0, paid: true, paymentStatus: "completed" } });
    expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 0 });
    if (!placed.ok) continue;
    const begun = await startPayment(ports(), placed.value.id, buyer, "http://shop.test");
    expect(begun).toEqual({ ok: false, refused: "not-payable" });
    expect(
      (await changeOrderStatus(ports(), placed.value.id, { to: "delivered", actor: someStaff })).ok,
    ).toBe(true);
    expect((await mustBe(placed.value.id)).paymentStatus).toBe("completed");
  }
});

test("an online order below the gateway's minimum is refused before it is created", async () => {
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop, { price: 50 }));
  const details = checkoutDetails();
  expect(await placeOrder(ports(), buyer, { ...details, method: "online" })).toEqual({
    ok: false,
    refused: "online-amount",
  });
  expect((await placeOrder(ports(), buyer, { ...details, method: "cod" })).ok).toBe(true);
});

test.each(["PENDING", "FLAGGED"])(
  "while a payment is %s at the bank, paying again and switching to cash are refused",
  async (status) => {
    const one = await waiting();
    const gatewayId = await started(one);
    await shop.gateway.choose(gatewayId, "pending");
    const set = (to: string) =>
      ports().db.execute(
        sql`update local_gateway.payment set status = ${to} where order_id = ${gatewayId} and status <> ${to}`,
      );
    await set(status);
    await reconcile(ports(), gatewayId);
    expect(customerActions(await mustBe(one.id)).pay).toBe("payment-undecided");
    expect(await one.pay()).toEqual({ ok: false, refused: "payment-undecided" });
    expect(await payOnDelivery(ports(), one.id, one.asha)).toEqual({
      ok: false,
      refused: "payment-undecided",
    });
    await set("PENDING");
    await shop.gateway.decide(gatewayId, false);
    await reconcile(ports(), gatewayId);
    expect(customerActions(await mustBe(one.id)).pay).toBeNull();
  },
);

test("an attempt that the gateway does not know is asked for until its time is over, then no more", async () => {
  const one = await waiting();
  const gatewayId = await started(one);
  const state = async () =>
    (await ports().db.execute(sql`select state from gateway_order where gateway_order_id = ${gatewayId}`))
      .rows[0]?.state;
  await ports().db.execute(sql`delete from local_gateway.orders where order_id = ${gatewayId}`);
  expect(await reconcile(ports(), gatewayId)).toBe(true);
  expect(await state()).not.toBe("closed");
  await ports().db.execute(
    sql`update gateway_order set expires_at = now() - interval '1 second' where gateway_order_id = ${gatewayId}`,
  );
  await reconcile(ports(), gatewayId);
  expect(await state()).toBe("closed");
  expect((await mustBe(one.id)).paymentStatus).toBe("pending");
});

test("an abandoned order releases its coupon, and uses it again only while it is available", async () => {
  await ports().db.execute(sql`
    insert into coupon (code, description, kind, value, per_user_limit, valid_from, valid_to)
    values ('ONCE50', 'Once', 'flat', 5000, 1, now() - interval '1 day', now() + interval '1 day')`);
  const used = async () =>
    (await ports().db.execute(sql`select used from coupon where code = 'ONCE50'`)).rows[0]?.used;
  const buyer = await aBuyer(shop);
  const first = await waiting({ couponCode: "ONCE50", buyer });
  expect(await used()).toBe(1);
  await ranOut(first.id);
  expect(await used()).toBe(0);
  const { rows } = await ports().db.execute(sql`
    select remark ->> 'code' as said from order_event where order_id = ${first.id} order by id desc limit 1`);
  expect(rows).toEqual([{ said: "units-released" }]);
  const second = await waiting({ couponCode: "ONCE50", buyer });
  expect(await first.pay()).toEqual({ ok: false, refused: "coupon-gone" });
  expect(await payOnDelivery(ports(), first.id, buyer)).toEqual({ ok: false, refused: "coupon-gone" });
  await ranOut(second.id);
  expect((await first.pay()).ok).toBe(true);
  expect(await used()).toBe(1);
});

test("an abandoned order cannot be paid with a coupon whose last use somebody else had meanwhile", async () => {
  await ports().db.execute(sql`
    insert into coupon (code, description, kind, value, usage_limit, valid_from, valid_to)
    values ('FIRST1', 'One for all', 'flat', 5000, 1, now() - interval '1 day', now() + interval '1 day')`);
  const first = await waiting({ couponCode: "FIRST1" });
  await ranOut(first.id);
  await waiting({ couponCode: "FIRST1", buyer: await aBuyer(shop) });
  expect(await first.pay()).toEqual({ ok: false, refused: "coupon-gone" });
});

test("an abandoned first order keeps its coupon for first orders, unless another such coupon was used meanwhile", async () => {
  await ports().db.execute(sql`
    insert into coupon (code, description, kind, value, first_order_only, valid_from, valid_to)
    select code, '', 'flat', 5000, true, now() - interval '1 day', now() + interval '1 day'
    from unnest(array['HELLO1', 'HELLO2']) code`);
  const first = await waiting({ couponCode: "HELLO1" });
  await ranOut(first.id);
  expect((await first.pay()).ok).toBe(true);
  const buyer = await aBuyer(shop);
  const early = await waiting({ couponCode: "HELLO1", buyer });
  await ranOut(early.id);
  await waiting({ couponCode: "HELLO2", buyer });
  expect(await early.pay()).toEqual({ ok: false, refused: "coupon-gone" });
});

test("an order that is cancelled and reopened uses its coupon once", async () => {
  await ports().db.execute(sql`
    insert into coupon (code, description, kind, value, usage_limit, valid_from, valid_to)
    values ('LAST1', 'One for all', 'flat', 5000, 1, now() - interval '1 day', now() + interval '1 day')`);
  const uses = async () =>
    (
      await ports().db.execute(sql`select used, (select count(*)::integer from coupon_use where coupon_code = code) as rows
      from coupon where code = 'LAST1'`)
    ).rows[0];
  const one = await waiting({ couponCode: "LAST1" });
  expect((await cancelOrder(ports(), one.id, one.asha)).ok).toBe(true);
  expect(await uses()).toEqual({ used: 0, rows: 0 });
  const reopen = { to: "confirmed", actor: someStaff, reason: "a test" } as const;
  expect((await changeOrderStatus(ports(), one.id, reopen)).ok).toBe(true);
  expect(await uses()).toEqual({ used: 1, rows: 1 });
  await expect(waiting({ couponCode: "LAST1" })).rejects.toThrow("coupon-used-up");
});

test("an order that is reopened after its late payment was refunded can be paid again", async () => {
  const one = await waiting({ stock: 1 });
  const gatewayId = await started(one);
  await ranOut(one.id);
  const other = await aBuyer(shop);
  await putInCart(shop, other, one.shirt);
  const details = checkoutDetails();
  const sold = await placeOrder(ports(), other, details);
  if (!sold.ok) throw new Error(sold.refused);
  await shop.gateway.pay(gatewayId);
  await deliver();
  await shop.runDue();
  expect(await mustBe(one.id)).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
  expect((await cancelOrder(ports(), sold.value.id, other)).ok).toBe(true);
  const reopen = { to: "pending", actor: someStaff, reason: "a test" } as const;
  expect((await changeOrderStatus(ports(), one.id, reopen)).ok).toBe(true);
  expect(await mustBe(one.id)).toMatchObject({ status: "pending", paymentStatus: "pending" });
  await shop.gateway.pay(await started(one));
  await deliver();
  expect((await mustBe(one.id)).paymentStatus).toBe("completed");
});
