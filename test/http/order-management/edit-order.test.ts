import { randomUUID } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { issuedDocuments } from "../../../shop/invoices/order-document.server.ts";
import { amountDue } from "../../../shop/orders/amount-due.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { paymentLinkOf } from "../../../shop/payments/payment-links.server.ts";
import { reconcile } from "../../../shop/payments/reconcile.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { deliverWebhooks } from "../../support/faults/model/shop-model.server.ts";
import { type OrderEditing, orderEditing } from "../../support/ordered/edited-orders.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, brokenRules, inSize, type Piece, stockOf } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
let shirt: Piece;
let larger: Piece;
let send: OrderEditing["send"];
let begun: OrderEditing["begun"];
let change: OrderEditing["change"];
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop);
  ({ send, begun, change } = orderEditing(shop, ask, admin));
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  shirt = await aShirt(shop, { stock: 50 });
  larger = await inSize(shop, shirt, "L", { stock: 50, price: 54_900 });
});
afterAll(async () => {
  await shop.runDue();
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});

const anOrderOf = (method: "cod" | "online" = "cod") => anOrder(shop, shopper, { method, pieces: [shirt] });
async function paid() {
  const order = await anOrderOf("online");
  const started = await startPayment(shop.services, order.id, shopper, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway.pay(started.value.gatewayOrderId);
  await ask(`/order-confirmation?order_id=${started.value.gatewayOrderId}&db_order_id=${order.id}`, {
    as: shopper,
  });
  return order;
}
const quantity = ({ variantId }: Piece) => `quantity-${variantId}`;

test("cash on delivery: another size, address and fee are shown first, then change lines, stock and the amount to collect", async () => {
  const order = await anOrderOf();
  const before = [await stockOf(shop, shirt), await stockOf(shop, larger)];
  const typed = { [quantity(shirt)]: "0", [quantity(larger)]: "2", shipping: "49", line1: "9, New Street" };
  const { seen, answer, after } = await change(order, { ...typed, comment: "She called" });
  for (const said of [
    "Added: 2 × Test Shirt, size L at ₹549.00",
    "Removed: 1 × Test Shirt, size M",
    "Delivery fee: ₹0.00 → ₹49.00",
    "Delivery address",
    "Before ₹499.00 After ₹1,147.00 Difference +₹648.00",
    "2 items more from stock, 1 item back to stock.",
    "₹1,147.00 is to be collected on delivery.",
  ])
    expect(seen).toContain(said);
  expect(answer.location).toBe(`/admin/orders/${order.id}`);
  expect(after).toMatchObject({ subtotal: 109_800, shipping: 4_900, total: 114_700 });
  expect(after.address.line1).toBe("9, New Street");
  expect(after.lines.map(({ size, quantity: pieces }) => [size, pieces])).toEqual([["L", 2]]);
  const now = [await stockOf(shop, shirt), await stockOf(shop, larger)];
  expect(now.map(({ stock }, at) => stock - (before[at]?.stock ?? 0))).toEqual([1, -2]);
  const page = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(page).toContain("Changed");
  expect(page).toContain("Total ₹499.00 → ₹1,147.00. She called");
  expect(page).not.toContain("New Street → ");
  await shop.runDue();
  expect(shop.sentMail().at(-1)?.subject).toBe(`Order ${order.id.slice(0, 8)} was changed`);
  await nowIs(shop, order, "delivered");
  await shop.runDue();
  expect((await orderOf(shop.services, order.id))?.paymentStatus).toBe("completed");
});

test("paid and now cheaper: the difference goes back, the order stays paid, and its document has the new total", async () => {
  const order = await paid();
  const { seen, after } = await change(order, { discount: "100", discountReason: "Loose button" });
  expect(seen).toContain("It is paid: ₹100.00 goes back to the customer.");
  expect(after.total).toBe(39_900);
  const page = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(page).toContain("Discount: Loose button");
  await shop.runDue();
  const settled = await orderOf(shop.services, order.id);
  expect([settled?.paymentStatus, settled?.refunded]).toEqual(["completed", 0]);
  const { rows } = await shop.services.db.execute(
    sql`select amount::integer, state from refund where order_id = ${order.id}`,
  );
  expect(rows).toEqual([{ amount: 10_000, state: "succeeded" }]);
  await nowIs(shop, order, "shipped");
  await shop.runDue();
  const documents = await issuedDocuments(shop.services, order.id);
  expect(documents.map(({ kind, total }) => [kind, total])).toEqual([["invoice", 39_900]]);
});

test("a change of a cheaper paid order that is cancelled afterwards gives back all that was paid, once", async () => {
  const order = await paid();
  await change(order, { discount: "100", discountReason: "Loose button" });
  await shop.runDue();
  await nowIs(shop, order, "cancelled");
  await shop.runDue();
  const { rows } = await shop.services.db.execute(
    sql`select sum(amount)::integer as back from refund where order_id = ${order.id} and state = 'succeeded'`,
  );
  expect(rows).toEqual([{ back: 49_900 }]);
  expect((await orderOf(shop.services, order.id))?.paymentStatus).toBe("refunded");
});

async function duesOf({ id }: Order) {
  const order = await orderOf(shop.services, id);
  if (!order) throw new Error("no order");
  return { paid: order.paid, payment: order.paymentStatus, due: amountDue(order), status: order.status };
}
const rowsOf = async (query: SQL) => (await shop.services.db.execute(query)).rows;
const refundsOf = ({ id }: Order) =>
  rowsOf(sql`select amount::integer, state, cause ->> 'code' as cause from refund where order_id = ${id}
    order by created_at`);
const linkOf = async ({ id }: Order) => `/pay/${(await paymentLinkOf(shop.services, id))?.token}`;
const attemptOf = async ({ id }: Order) =>
  String(
    (
      await rowsOf(sql`select gateway_order_id from gateway_order where order_id = ${id}
    order by created_at desc limit 1`)
    )[0]?.gateway_order_id,
  );
const webhooks = () => deliverWebhooks(shop);

test("paid and now dearer: the rest is shown, asked for by a link, and the order waits until it is paid, once", async () => {
  const order = await paid();
  const before = (await stockOf(shop, shirt)).stock;
  const { seen } = await change(order, { [quantity(shirt)]: "2" });
  expect(seen).toContain(
    "₹499.00 of it is paid. ₹499.00 more is to be paid: the customer gets a link for it.",
  );
  expect((await stockOf(shop, shirt)).stock).toBe(before - 1);
  expect(await duesOf(order)).toEqual({ paid: false, payment: "pending", due: 49_900, status: "pending" });
  const staff = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(staff).toContain("Paid in part, ₹499.00 due");
  const waiting = textOf(await (await ask("/admin/orders?work=rest-due", { as: admin })).text());
  expect(waiting).toContain(order.id.slice(0, 8));
  const slips = textOf(await (await ask(`/admin/orders/print?id=${order.id}`, { as: admin })).text());
  expect(slips).toContain("Not paid in full: do not send");
  const unasked = await send(`/admin/orders/${order.id}`, {
    intent: "status",
    status: "shipped",
    seen: "pending",
  });
  expect(unasked.words).toContain("This step needs a reason.");
  await shop.runDue();
  const mail = shop.sentMail().at(-1);
  expect(mail?.subject).toBe(`Please pay the rest of order ${order.id.slice(0, 8)}`);
  expect(mail?.text).toContain("now ₹998.00, of which ₹499.00 is still to be paid");
  const path = await linkOf(order);
  expect(mail?.text).toContain(path);
  const shown = textOf(await (await ask(path)).text());
  for (const said of ["Paid ₹499.00", "Still to be paid ₹499.00", "Pay ₹499.00"])
    expect(shown).toContain(said);
  await send(path, {});
  await shop.gateway.pay(await attemptOf(order));
  await webhooks();
  expect(await duesOf(order)).toEqual({ paid: true, payment: "completed", due: 0, status: "pending" });
  expect(textOf(await (await ask(path)).text())).toContain("Paid. Thank you!");
  await nowIs(shop, order, "shipped");
  await shop.runDue();
  const documents = await issuedDocuments(shop.services, order.id);
  expect(documents.map(({ kind, total }) => [kind, total])).toEqual([["invoice", 99_800]]);
  await nowIs(shop, order, "delivered");
  await send(`/admin/orders/${order.id}`, {
    intent: "refund",
    key: randomUUID(),
    [`units-${order.lines[0]?.id}`]: "2",
    [`disposition-${order.lines[0]?.id}`]: "kept",
    reason: "Both were torn",
  });
  await shop.runDue();
  // More than either payment: both give back what they brought, and the line is counted once.
  expect((await refundsOf(order)).map(({ amount }) => amount)).toEqual([49_900, 49_900]);
  const back = await orderOf(shop.services, order.id);
  expect([back?.paymentStatus, back?.refunded]).toEqual(["refunded", 99_800]);
  const credited = (await issuedDocuments(shop.services, order.id)).filter(
    ({ kind }) => kind === "credit-note",
  );
  expect(credited.reduce((sum, { total }) => sum + total, 0)).toBe(99_800);
});

test("the rest is paid as it was before another change: too little leaves a rest, too much goes back", async () => {
  const order = await paid();
  await change(order, { [quantity(shirt)]: "2" });
  await send(await linkOf(order), {});
  await shop.gateway.pay(await attemptOf(order));
  await change(order, { [quantity(shirt)]: "3" });
  await webhooks();
  expect(await duesOf(order)).toMatchObject({ paid: false, payment: "pending", due: 49_900 });
  await send(await linkOf(order), {});
  await shop.gateway.pay(await attemptOf(order));
  await change(order, { discount: "100", discountReason: "Late" });
  expect(await duesOf(order)).toMatchObject({ paid: false, due: 39_900 });
  await webhooks();
  await shop.runDue();
  expect(await duesOf(order)).toMatchObject({ paid: true, payment: "completed", due: 0 });
  expect(await refundsOf(order)).toEqual([{ amount: 10_000, state: "succeeded", cause: "order-edited" }]);
});

/** A paid order with a second shirt, of which the rest is paid by the link. */
async function paidInTwoParts(discount: Record<string, string> = {}) {
  const order = await paid();
  await change(order, { [quantity(shirt)]: "2", ...discount });
  await send(await linkOf(order), {});
  await shop.gateway.pay(await attemptOf(order));
  await webhooks();
  return order;
}

test("paid in two parts and now much cheaper: the difference goes back by both payments, the newer one first", async () => {
  const order = await paidInTwoParts();
  const less = { [quantity(shirt)]: "1", discount: "100", discountReason: "Late" };
  const { seen } = await change(order, less);
  expect(seen).toContain("It is paid: ₹599.00 goes back to the customer.");
  await shop.runDue();
  expect(await refundsOf(order)).toEqual([
    { amount: 49_900, state: "succeeded", cause: "order-edited" },
    { amount: 10_000, state: "succeeded", cause: "order-edited" },
  ]);
  expect(await duesOf(order)).toMatchObject({ paid: true, payment: "completed", due: 0 });
});

test("paid in two parts and now cheaper by exactly the first: it goes back in one piece, not by both payments", async () => {
  const order = await paidInTwoParts({ discount: "449", discountReason: "Late" });
  await change(order, { [quantity(shirt)]: "1" });
  await shop.runDue();
  expect(await refundsOf(order)).toEqual([{ amount: 49_900, state: "succeeded", cause: "order-edited" }]);
  expect(await duesOf(order)).toMatchObject({ paid: true, payment: "completed", due: 0 });
});

test("the rest is paid twice, and after the order was cancelled: each payment goes back once", async () => {
  const order = await paid();
  await change(order, { [quantity(shirt)]: "2" });
  await send(await linkOf(order), {});
  const first = await attemptOf(order);
  const { services } = shop;
  await rowsOf(sql`update gateway_order set expires_at = now() where gateway_order_id = ${first}`);
  const again = await startPayment(services, order.id, shopper, "http://shop.test");
  if (!again.ok) throw new Error(again.refused);
  const both = [first, again.value.gatewayOrderId];
  for (const one of both) await shop.gateway.pay(one);
  await Promise.all([webhooks(), ...both.map((one) => reconcile(services, one))]);
  await shop.runDue();
  expect(await duesOf(order)).toMatchObject({ paid: true, payment: "completed" });
  expect(await refundsOf(order)).toEqual([{ amount: 49_900, state: "succeeded", cause: "paid-twice" }]);

  const late = await paid();
  await change(late, { [quantity(shirt)]: "2" });
  await send(await linkOf(late), {});
  await nowIs(shop, late, "cancelled");
  await shop.gateway.pay(await attemptOf(late));
  await webhooks();
  await shop.runDue();
  expect(await duesOf(late)).toMatchObject({ payment: "refunded", due: 0, status: "cancelled" });
  expect((await refundsOf(late)).map(({ amount, state }) => [amount, state])).toEqual([
    [49_900, "succeeded"],
    [49_900, "succeeded"],
  ]);
});

test("the rest came outside the shop: it is recorded once with its reference, or collected in cash when the customer wishes", async () => {
  const order = await paid();
  await change(order, { [quantity(shirt)]: "2" });
  const record = (fields: Record<string, string>) =>
    send(`/admin/orders/${order.id}`, {
      intent: "outside-payment",
      form: "outside-payment",
      way: "upi",
      ...fields,
    });
  expect((await record({ due: "49900" })).words).toContain("Enter the reference");
  expect((await record({ due: "1", reference: "UTR 9" })).words).toContain("Somebody else has changed this");
  const twice = await Promise.all(["UTR 9", "UTR 9"].map((reference) => record({ due: "49900", reference })));
  expect(twice.map(({ status }) => status).sort()).toEqual([303, 400]);
  expect(await duesOf(order)).toMatchObject({ paid: true, payment: "completed", due: 0 });
  const words = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(words).toContain("UPI, UTR 9");
  expect(words).toContain("₹998.00 of what was paid can be refunded");

  const cash = await paid();
  await change(cash, { [quantity(shirt)]: "2" });
  const path = await linkOf(cash);
  await ask("/orders", { ...posted({ intent: "cod", order: cash.id, next: "/orders" }), as: shopper });
  expect(textOf(await (await ask(path)).text())).toContain("Nothing to pay online");
  const slip = textOf(await (await ask(`/admin/orders/print?id=${cash.id}`, { as: admin })).text());
  expect(slip).toContain("₹499.00");
  expect(slip).toContain("Paid in part, ₹499.00 due on delivery");
  await nowIs(shop, cash, "delivered");
  expect(await duesOf(cash)).toMatchObject({ paid: true, payment: "completed", due: 0 });
});

test("paid and changed at the same price stays paid", async () => {
  const order = await paid();
  const same = await change(order, {
    [quantity(shirt)]: "0",
    [quantity(larger)]: "1",
    [`unit-${larger.variantId}`]: "499",
  });
  expect(same.after).toMatchObject({ total: 49_900, paymentStatus: "completed", lines: [{ size: "L" }] });
});

test("waiting for its online payment: the old amount can no longer be paid by a new try, the new one can", async () => {
  const order = await anOrderOf("online");
  const first = await startPayment(shop.services, order.id, shopper, "http://shop.test");
  const { after } = await change(order, { [quantity(shirt)]: "2" });
  expect(after.total).toBe(99_800);
  const second = await startPayment(shop.services, order.id, shopper, "http://shop.test");
  if (!first.ok || !second.ok) throw new Error("not started");
  expect(second.value.gatewayOrderId).not.toBe(first.value.gatewayOrderId);
  await shop.gateway.pay(second.value.gatewayOrderId);
  await ask(`/order-confirmation?order_id=${second.value.gatewayOrderId}&db_order_id=${order.id}`, {
    as: shopper,
  });
  expect((await orderOf(shop.services, order.id))?.paymentStatus).toBe("completed");
});

test("more than there is, and a broken address, are said at their fields; nothing changes", async () => {
  const few = await aShirt(shop, { stock: 2 });
  const order = await anOrder(shop, shopper, { pieces: [few] });
  const short = await change(order, { [quantity(few)]: "3", postalCode: "1" });
  expect(short.answer.status).toBe(400);
  for (const said of ["Only 2 left.", "A PIN code has six digits"])
    expect(short.answer.words).toContain(said);
  const fits = await change(order, { [quantity(few)]: "2", postalCode: "560001" });
  expect([fits.after.total, (await stockOf(shop, few)).stock]).toEqual([99_800, 0]);
});

test("only what was looked at is applied; the button to look leads to what changes", async () => {
  const order = await anOrderOf();
  const { path, fields } = await begun(order);
  const unseen = await send(path, { ...fields, [quantity(shirt)]: "3", intent: "apply" });
  expect(unseen.location).toBe(`${path}#changes`);
  expect((await orderOf(shop.services, order.id))?.total).toBe(49_900);
});

test("of two people one wins; the other reads that the order has changed, and begins again from it", async () => {
  const order = await anOrderOf();
  const { path, fields } = await begun(order);
  const other = await anAdmin(shop);
  expect((await begun(order, other)).path).toBe(path);
  const looked = await send(path, { ...fields, [quantity(shirt)]: "2", intent: "save" });
  expect(looked.location).toBe(`${path}#changes`);
  const late = await send(path, { ...fields, [quantity(shirt)]: "5", intent: "apply" }, other);
  expect([late.status, late.words]).toEqual([409, expect.stringContaining("changed this draft")]);
  await nowIs(shop, order, "confirmed");
  expect(textOf(await (await ask(path, { as: admin })).text())).toContain("The order has changed since");
  const again = await begun(order);
  expect([again.path, again.words.includes("Nothing yet.")]).toEqual([path, true]);
  const both = await Promise.all([
    change(order, { [quantity(shirt)]: "2" }),
    nowIs(shop, order, "processing"),
  ]);
  expect([303, 409]).toContain(both[0].answer.status);
});

test("what was sent, cancelled or refunded cannot be changed; without the right to prices only items and address", async () => {
  const sent = await anOrderOf();
  await nowIs(shop, sent, "shipped");
  await nowIs(shop, sent, "processing");
  expect((await send(`/admin/orders/${sent.id}`, { intent: "edit" })).words).toContain("It was sent already");
  const cancelled = await anOrderOf();
  await nowIs(shop, cancelled, "cancelled");
  expect((await send(`/admin/orders/${cancelled.id}`, { intent: "edit" })).words).toContain(
    "It was cancelled",
  );
  const support = await aShopper(shop, { name: `Support ${randomUUID().slice(0, 4)}` });
  await shop.services.db.update(users).set({ role: "support" }).where(eq(users.id, support.id));
  const order = await anOrderOf();
  const cheaper = await begun(order, support);
  const refused = await send(cheaper.path, { ...cheaper.fields, discount: "400", intent: "save" }, support);
  expect(refused.status).toBe(403);
  const { after } = await change(order, { [quantity(shirt)]: "0", [quantity(larger)]: "1" }, support);
  expect(after.total).toBe(54_900);
});
