import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { actOnParcel, sendNewParcel } from "../../../shop/order-management/parcel-acts.server.ts";
import { orderVersion } from "../../../shop/order-management/staff-action.server.ts";
import type { PaymentPart } from "../../../shop/orders/amount-due.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { sendPaymentLink } from "../../../shop/payments/payment-links.server.ts";
import { startRefund } from "../../../shop/payments/refunds.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { receiveWebhook } from "../../../shop/payments/webhooks.server.ts";
import { aStaffMember, someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { deliverWebhooks } from "../../support/faults/model/shop-model.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, brokenRules, checkoutDetails, putInCart, stockOf } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/* An order that waits for its advance can also be paid at once, by everybody who may pay it. */

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  const rule = {
    name: "In advance",
    outcome: "prepay",
    advanceAmount: "200",
    "rule.match": "all",
    "rule.0.field": "pin",
    "rule.0.operator": "is",
    "rule.0.value": "560",
  };
  expect((await ask("/admin/settings/cod/new", { ...posted(rule), as: admin })).status).toBe(303);
});
afterAll(async () => {
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});
beforeEach(async () => {
  buyer = await aShopper(shop);
});

const now = async ({ id }: Pick<Order, "id">): Promise<Order> => {
  const order = await orderOf(shop.services, id);
  if (!order) throw new Error("no order");
  return order;
};
const page = async (path: string, through = ask, as: Person | undefined = buyer) => {
  const html = await (await through(path, { as })).text();
  return { html, words: textOf(html) };
};

/** An order of ₹929, or of another price, and of more items, that waits for its advance of ₹200. */
async function waiting(price = 92_900, more: number[] = []) {
  const shirt = await aShirt(shop, { price });
  await putInCart(shop, buyer, shirt);
  for (const one of more) await putInCart(shop, buyer, await aShirt(shop, { price: one }));
  const address = { ...checkoutDetails().address, postalCode: "560001" };
  const details = checkoutDetails({ method: "cod", agreedAdvance: 20_000, address });
  const placed = await placeOrder(shop.services, buyer, details);
  if (!placed.ok) throw new Error(placed.refused);
  return { order: placed.value, shirt };
}
async function begin({ id }: Order, part: PaymentPart): Promise<string> {
  const started = await startPayment(shop.services, id, buyer, "http://shop.test", part);
  if (!started.ok) throw new Error(started.refused);
  return started.value.gatewayOrderId;
}
/** What the newest attempt to pay asks for. */
const asked = async ({ id }: Order) =>
  (
    await shop.services.db.execute(
      sql`select amount::integer from gateway_order where order_id = ${id} order by created_at desc limit 1`,
    )
  ).rows[0]?.amount;

/** What was sent back of the order's payments, in paise, and whether it arrived. */
const sentBack = async ({ id }: Order) =>
  (await shop.services.db.execute(sql`select amount::integer, state from refund where order_id = ${id}`))
    .rows;

const both = ["Pay the advance ₹200", "Pay everything now ₹929"];

describe.each(["demo", "live"] as const)("in a %s shop", (mode) => {
  let inMode: Ask;
  beforeAll(async () => {
    const { services } = shop;
    inMode = await asking({ ...services, site: { ...services.site, mode } });
  });

  test("every page of the order offers to pay the advance or everything, and all of it makes it an online order", async () => {
    const { order, shirt } = await waiting();
    for (const path of ["/orders", `/order-confirmation/${order.id}`, `/track/${order.id}`, "/"]) {
      const { words } = await page(path, inMode);
      for (const button of both) expect([path, words]).toEqual([path, expect.stringContaining(button)]);
    }
    const form = { intent: "pay", order: order.id, next: "/orders" };
    const all = await inMode("/orders", { ...posted({ ...form, part: "all" }), as: buyer });
    expect([all.status, await asked(order)]).toEqual([303, 92_900]);
    const advance = await inMode("/orders", { ...posted(form), as: buyer });
    expect([advance.status, await asked(order)]).toEqual([303, 20_000]);
    expect(await now(order)).toMatchObject({ method: "online", paid: false });

    await shop.gateway.pay(await begin(order, "all"));
    await deliverWebhooks(shop);
    await shop.runDue();
    expect(await now(order)).toMatchObject({ method: "online", paid: true, received: 92_900, refunded: 0 });
    expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 0 });
    const { words } = await page(`/order-confirmation/${order.id}`, inMode);
    expect(words).toContain("Thank you for your order!");
    expect(words).not.toMatch(/on delivery\. Try|Pay the advance|Pay everything/);
  });

  test("who has a link to pay chooses as well, and reads afterwards what is left", async () => {
    const { order } = await waiting();
    const link = await sendPaymentLink(shop.services, aStaffMember(), order.id, 24);
    if (!link.ok) throw new Error(link.refused);
    const path = `/pay/${link.value.token}`;
    const shown = (await page(path, inMode, undefined)).words;
    for (const button of both) expect(shown).toContain(button);
    expect((await inMode(path, posted({ part: "all" }))).status).toBe(303);
    expect(await asked(order)).toBe(92_900);
    expect((await inMode(path, posted({}))).status).toBe(303);
    expect(await asked(order)).toBe(20_000);
    await shop.gateway.pay(await begin(order, "due-now"));
    await deliverWebhooks(shop);
    const after = (await page(`${path}?returned=1`, inMode, undefined)).words;
    expect(after).toContain("We have received ₹200.00. Thank you!");
    expect(after).toContain("The other ₹729.00 is paid on delivery");
    expect(after).not.toContain("Pay the advance");
  });
});

test("an advance that is all of the order is one button, and an order without an advance has the usual one", async () => {
  const small = await waiting(15_000);
  const { words, html } = await page(`/order-confirmation/${small.order.id}`);
  expect(words).toContain("Pay the advance ₹150");
  expect(html).not.toContain('name="part"');
  const online = await anOrder(shop, buyer, { method: "online" });
  const usual = await page(`/order-confirmation/${online.id}`);
  expect(usual.words).toContain("Pay now");
  expect(usual.html).not.toContain('name="part"');
  const form = { intent: "pay", order: online.id, next: "/orders", part: "all" };
  expect((await ask("/orders", { ...posted(form), as: buyer })).status).toBe(303);
  expect(await asked(online)).toBe(online.total);
});

test.each([
  ["the advance first", [0, 1]],
  ["all of it first", [1, 0]],
])("both are paid in two tabs, %s: what is too much goes back, once", async (_, turns) => {
  const { order, shirt } = await waiting();
  const attempts = [await begin(order, "due-now"), await begin(order, "all")];
  expect(new Set(attempts).size).toBe(2);
  for (const turn of turns) {
    await shop.gateway.pay(attempts[turn] ?? "");
    await deliverWebhooks(shop);
    await shop.runDue();
  }
  expect(await now(order)).toMatchObject({ method: "online", paid: true, received: 92_900 });
  await deliverWebhooks(shop);
  expect(await sentBack(order)).toEqual([{ amount: 20_000, state: "succeeded" }]);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 0 });
  expect((await page("/orders")).words).not.toContain("Pay the advance");
});

test("the webhooks of both come at once, again and again: the shop keeps the total", async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { order, shirt } = await waiting();
    const attempts = await Promise.all([begin(order, "due-now"), begin(order, "all")]);
    await shop.gateway.loseWebhooks();
    for (const attempt of attempts) await shop.gateway.pay(attempt);
    const webhooks = await shop.gateway.webhooks();
    expect(webhooks).toHaveLength(2);
    await Promise.all(
      [...webhooks, ...webhooks].map(async (webhook) => {
        const copy = webhook.clone();
        await receiveWebhook(shop.services, copy.headers, new Uint8Array(await copy.arrayBuffer()));
      }),
    );
    await shop.runDue();
    expect(await now(order)).toMatchObject({ method: "online", paid: true, received: 92_900 });
    expect(await sentBack(order)).toMatchObject([{ amount: 20_000 }]);
    expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 0 });
  }
});

test("a declined payment of everything leaves both to choose from", async () => {
  const { order } = await waiting();
  const attempt = await begin(order, "all");
  await shop.gateway.decline(attempt);
  await deliverWebhooks(shop);
  const { words } = await page(`/order-confirmation?order_id=${attempt}&db_order_id=${order.id}`);
  expect(words).toContain("Payment failed");
  for (const button of both) expect(words).toContain(button);
  await shop.gateway.pay(await begin(order, "due-now"));
  await deliverWebhooks(shop);
  expect(await now(order)).toMatchObject({ method: "cod", received: 20_000 });
});

test("cancelled after the parcel that the advance covered came back, it is refunded", async () => {
  const { services } = shop;
  const shirts = [await aShirt(shop, { price: 49_900 }), await aShirt(shop, { price: 49_900 })];
  for (const shirt of shirts) await putInCart(shop, buyer, shirt);
  const address = { ...checkoutDetails().address, postalCode: "560001" };
  const details = checkoutDetails({ method: "cod", agreedAdvance: 20_000, address });
  const placed = await placeOrder(services, buyer, details);
  if (!placed.ok) throw new Error(placed.refused);
  const order = placed.value;
  await shop.gateway.pay(await begin(order, "due-now"));
  await deliverWebhooks(shop);
  const lineId = order.lines[0]?.id ?? "";
  const staff = aStaffMember();
  const tracking = { courier: "", trackingNumber: "", trackingLink: "", reason: "" };
  const units = [{ lineId, quantity: 1 }];
  const version = () => orderVersion(services.db, order.id);
  const sent = await sendNewParcel(services, staff, order.id, {
    version: await version(),
    units,
    ...tracking,
  });
  expect(sent.ok).toBe(true);
  const parcelId = (await now(order)).parcels[0]?.id ?? "";
  const outcomes = [{ lineId, quantity: 1, disposition: "restocked" as const }];
  const back = { version: await version(), parcelId, act: "receive" as const, outcomes };
  expect((await actOnParcel(services, staff, order.id, back)).ok).toBe(true);
  expect(await sentBack(order)).toMatchObject([{ amount: 20_000 }]);
  await shop.runDue();
  await nowIs(shop, order, "cancelled");
  await shop.runDue();
  expect(await now(order)).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
  expect((await page("/orders")).words).toContain("Refunded");
});

test("the link to confirm names what is paid on delivery, not what was paid before", async () => {
  const { db } = shop.services;
  const rule = { match: "all", conditions: [{ field: "pin", operator: "is", value: ["110"] }] };
  await db.execute(sql`insert into cod_rule (position, name, rule, outcome)
    values (2, 'New numbers', ${JSON.stringify(rule)}::jsonb, 'confirm')`);
  const shirt = await aShirt(shop, { price: 92_900 });
  const order = await anOrder(shop, buyer, { pieces: [shirt], address: { postalCode: "110001" } });
  const { rows } = await db.execute(sql`select token from cod_confirmation where order_id = ${order.id}`);
  const path = `/confirm/${rows[0]?.token}`;
  expect((await page(path, ask, undefined)).words).toContain("Pay ₹929 on delivery.");
  await db.execute(sql`
    insert into received_payment (provider, provider_payment_id, order_id, amount, currency, method, effect)
    values ('outside', 'UTR 1', ${order.id}, 20000, 'INR', 'upi', 'applied')`);
  expect((await page(path, ask, undefined)).words).toContain("Pay ₹729 on delivery.");
});

test("staff who go on with an unpaid order have given the advance up: changed to cash, all of it is collected", async () => {
  const shirt = await aShirt(shop, { price: 92_900 });
  const order = await anOrder(shop, buyer, { method: "online", pieces: [shirt] });
  await nowIs(shop, order, "processing");
  const asked = { intent: "cod", order: order.id, next: "/orders" };
  await ask("/orders", { ...posted(asked), as: buyer });
  expect(await now(order)).toMatchObject({ method: "cod", advance: 0, status: "processing" });
  expect((await page("/orders")).words).not.toContain("Pay ₹200 now");
  const labels = await page(`/admin/orders/print?id=${order.id}&kind=labels`, ask, admin);
  expect(labels.words).toContain("₹929.00");
});

test("what the advance and the cash paid together goes back by both, and each item counts as refunded once", async () => {
  const { order } = await waiting(92_900, [49_900]);
  await shop.gateway.pay(await begin(order, "due-now"));
  await deliverWebhooks(shop);
  await nowIs(shop, order, "delivered");
  const { lines } = await now(order);
  const refund = {
    amount: 142_800,
    reason: "Both are torn",
    actor: someStaff,
    lines: lines.map(({ id, unit }) => ({ lineId: id, quantity: 1, amount: unit })),
  };
  expect((await startRefund(shop.services, order.id, refund)).ok).toBe(true);
  expect(await sentBack(order)).toEqual([
    expect.objectContaining({ amount: 122_800 }),
    expect.objectContaining({ amount: 20_000 }),
  ]);
  const { rows } = await shop.services.db.execute(sql`
    select refunded_quantity as units, refunded_amount::integer as amount from order_line
    where order_id = ${order.id} order by 2`);
  expect(rows).toEqual([
    { units: 1, amount: 49_900 },
    { units: 1, amount: 92_900 },
  ]);
});
