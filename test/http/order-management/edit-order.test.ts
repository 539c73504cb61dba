import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { issuedDocuments } from "../../../shop/invoices/order-document.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
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
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop);
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

async function send(path: string, fields: Record<string, string>, as = admin) {
  const answer = await ask(path, { ...posted(fields), as });
  const html = await answer.text();
  return { status: answer.status, location: answer.headers.get("Location") ?? "", words: textOf(html) };
}

/** Begins to change an order. Out: the screen's address, and its fields as they stand. */
async function begun({ id }: Order, as = admin) {
  const { location } = await send(`/admin/orders/${id}`, { intent: "edit" }, as);
  const html = await (await ask(location, { as })).text();
  const inputs = [...html.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)];
  const fields = Object.fromEntries(
    inputs.map(([input, name = ""]) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? ""]),
  );
  return { path: location, fields: { ...fields, state: "Karnataka" }, words: textOf(html) };
}

/** Types changes, looks at them, and applies them. Out: what the screen said before, and the answer. */
async function change(order: Order, typed: Record<string, string>, as = admin) {
  const { path, fields } = await begun(order, as);
  await send(path, { ...fields, ...typed, intent: "save" }, as);
  const html = await (await ask(path, { as })).text();
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
  const answer = await send(path, { ...fields, ...typed, version, intent: "apply" }, as);
  const after = await orderOf(shop.services, order.id);
  if (!after) throw new Error("no order");
  return { seen: textOf(html), answer, after };
}

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
    "2 pieces more from stock, 1 piece back to stock.",
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

test("paid and now dearer is refused at the items, with what to do instead; the same price is not", async () => {
  const order = await paid();
  const dearer = await change(order, { [quantity(shirt)]: "2" });
  expect([dearer.answer.status, dearer.after.total]).toEqual([400, 49_900]);
  expect(dearer.answer.words).toContain("would cost ₹499.00 more");
  const same = await change(order, {
    [quantity(shirt)]: "0",
    [quantity(larger)]: "1",
    [`unit-${larger.variantId}`]: "499",
  });
  expect([same.after.lines[0]?.size, same.after.total, same.after.paymentStatus]).toEqual([
    "L",
    49_900,
    "completed",
  ]);
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

test("the GSTIN of a business keeps the state of the delivery", async () => {
  const order = await anOrderOf();
  await shop.services.db.execute(sql`update orders set company_name = 'Rao Traders', buyer_gstin = '29ABCDE1234F1ZW'
    where id = ${order.id}`);
  const moved = await change(order, { state: "Kerala", city: "Kochi", postalCode: "682001" });
  expect([moved.answer.status, moved.answer.words]).toEqual([
    400,
    expect.stringContaining("The GSTIN of this order is of Karnataka."),
  ]);
  expect(moved.after.address.state).toBe("Karnataka");
});

test("only what was looked at is applied", async () => {
  const order = await anOrderOf();
  const { path, fields } = await begun(order);
  const unseen = await send(path, { ...fields, [quantity(shirt)]: "3", intent: "apply" });
  expect(unseen.location).toBe(path);
  expect((await orderOf(shop.services, order.id))?.total).toBe(49_900);
});

test("of two people one wins; the other reads that the order has changed, and begins again from it", async () => {
  const order = await anOrderOf();
  const { path, fields } = await begun(order);
  const other = await anAdmin(shop);
  expect((await begun(order, other)).path).toBe(path);
  await send(path, { ...fields, [quantity(shirt)]: "2", intent: "save" });
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
