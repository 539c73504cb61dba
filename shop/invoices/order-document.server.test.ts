import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/database.server.ts";
import { aBuyer, anAddress, aShirt, brokenRules, putInCart } from "../../test/support/orders.server.ts";
import { anAdmin } from "../../test/support/people.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { cancelOrder, changeOrderStatus } from "../orders/change-order.server.ts";
import type { OrderStatus } from "../orders/orders.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { refundOfLine } from "../orders/refund-of-line.ts";
import { reconcile } from "../payments/reconcile.server.ts";
import { endRefund, startRefund } from "../payments/refunds.server.ts";
import { startPayment } from "../payments/start-payment.server.ts";
import { forgetSettings } from "../settings/settings.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import { lessTax, noTax } from "../tax/split-tax.ts";
import { type ShopDocument, taxOf } from "./document.ts";
import { documentOf, issuedDocuments, numberedDocument } from "./order-document.server.ts";
import { nextNumber } from "./written-documents.server.ts";

let shop: TestShop;
const ports = () => shop.services;
const karnataka = "29AAACC1234D1Z5";

beforeAll(async () => {
  shop = await testShop({ seed: true });
  await anAdmin(shop);
  await registered(karnataka);
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

async function registered(gstin: string | null, gstRates: string[] = []) {
  const legal = { ...defaultSettings.legal, legalName: "Campus Style Private Limited", gstin, gstRates };
  await shop.services.db.execute(sql`
    insert into setting (key, value) values ('legal', ${JSON.stringify(legal)}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  forgetSettings(ports());
}

/** An order of two shirts for 499.00 each, to be paid in cash. */
async function placed({ state = "Karnataka", status }: { state?: string; status?: OrderStatus } = {}) {
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop), 2);
  const address = { ...anAddress, state };
  const details = { key: randomUUID(), version: null, method: "cod", couponCode: null, address } as const;
  const made = await placeOrder(ports(), buyer, details);
  if (!made.ok) throw new Error(made.refused);
  if (status) await move(made.value.id, status);
  return made.value.id;
}

async function move(orderId: string, to: OrderStatus) {
  const lines = (await orderOf(ports(), orderId))?.lines ?? [];
  const outcomes = lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity,
    disposition: "restocked" as const,
  }));
  const moved = await changeOrderStatus(ports(), orderId, { to, who: "staff", reason: "a test", outcomes });
  if (!moved.ok) throw new Error(moved.refused);
}

async function documentFor(orderId: string): Promise<ShopDocument | null> {
  const order = await orderOf(ports(), orderId);
  return order && documentOf(ports(), order);
}

test("until it ships an order has a receipt without tax; from then on one tax invoice for ever", async () => {
  const id = await placed();
  expect(await documentFor(id)).toMatchObject({
    kind: "receipt",
    number: null,
    total: 998_00,
    lines: [{ tax: null }],
  });
  await move(id, "shipped");
  const invoice = await documentFor(id);
  expect(invoice).toMatchObject({
    kind: "invoice",
    number: expect.stringMatching(/^CS\/\d{4}\/\d{6}$/),
    seller: { gstin: karnataka, state: { code: "29", name: "Karnataka" } },
    placeOfSupply: { code: "29" },
    lines: [
      { hsnCode: "6205", quantity: 2, tax: { rate: 5, taxable: 950_48, cgst: 23_76, sgst: 23_76, igst: 0 } },
    ],
  });
  await move(id, "delivered");
  await shop.runDue();
  expect(await documentFor(id)).toEqual(invoice);
});

test("a parcel to another state carries integrated tax", async () => {
  const invoice = await documentFor(await placed({ state: "Kerala", status: "shipped" }));
  expect(invoice?.placeOfSupply).toEqual({ code: "32", name: "Kerala" });
  expect(invoice?.lines[0]?.tax).toEqual({ rate: 5, taxable: 950_48, cgst: 0, sgst: 0, igst: 47_52 });
});

test("the invoice is written when the parcel leaves, though nobody looks at it", async () => {
  const id = await placed({ status: "shipped" });
  await shop.runDue();
  const { rows } = await ports().db.execute(
    sql`select 1 from invoice where order_id = ${id} and kind = 'invoice'`,
  );
  expect(rows).toHaveLength(1);
});

test("without a GSTIN it is a receipt, and stays one when the shop registers later", async () => {
  await registered(null);
  const id = await placed({ status: "shipped" });
  const receipt = await documentFor(id);
  expect(receipt).toMatchObject({
    kind: "receipt",
    number: null,
    placeOfSupply: null,
    lines: [{ tax: null }],
  });
  await registered(karnataka);
  expect(await documentFor(id)).toEqual(receipt);
});

test("what was cancelled before anybody paid has no document", async () => {
  const id = await placed();
  await cancelOrder(ports(), id, (await orderOf(ports(), id))?.userId ?? "");
  await shop.runDue();
  expect(await documentFor(id)).toBeNull();
});

test("thirty at once, each asked for twice, get thirty numbers in a row; what fails leaves no gap", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 30; index++) ids.push(await placed());
  await Promise.all(
    ids.map((id) => ports().db.execute(sql`update orders set status = 'shipped' where id = ${id}`)),
  );
  const failing = () =>
    inTransaction(ports().db, async (tx) => {
      await nextNumber(tx, "invoice", new Date());
      throw new Error("rolled back");
    }).catch(() => null);
  const made = await Promise.all(ids.flatMap((id) => [documentFor(id), failing(), documentFor(id)]));
  const numbers = [...new Set(made.flatMap((one) => one?.number ?? []))].sort();
  expect(numbers).toHaveLength(30);
  const counts = numbers.map((number) => Number(number.slice(-6)));
  expect((counts.at(-1) ?? 0) - (counts[0] ?? 0)).toBe(29);
  for (const id of ids)
    await ports().db.execute(sql`
      insert into order_event (order_id, who, kind, from_value, to_value)
      values (${id}, 'test', 'status', 'pending', 'shipped')`);
});

test("each financial year counts from one", async () => {
  const year = (at: string) => inTransaction(ports().db, (tx) => nextNumber(tx, "credit-note", new Date(at)));
  const roll = year("2031-03-31T12:00:00Z").then((first) =>
    year("2031-04-01T12:00:00Z").then((next) => [first, next]),
  );
  expect(await roll).toEqual(["CN/3031/000001", "CN/3132/000001"]);
  await ports().db.execute(sql`delete from invoice_series where financial_year in ('3031', '3132')`);
});

/** The documents of an order after the jobs have run: kind and total, the oldest first. */
async function posted(id: string): Promise<[string, number][]> {
  await shop.runDue();
  return (await issuedDocuments(ports(), id)).map(({ kind, total }) => [kind, total]);
}

/** The newest document as it was issued. */
async function newest(id: string): Promise<ShopDocument | null> {
  const last = (await issuedDocuments(ports(), id)).at(-1);
  return last ? numberedDocument(ports(), id, last.slug) : null;
}

async function refunded(
  id: string,
  amount: number,
  lines: { lineId: string; quantity: number; amount: number }[] = [],
) {
  const started = await startRefund(ports(), id, { amount, reason: "returned", who: "staff", lines });
  if (!started.ok) throw new Error(started.refused);
  await endRefund(ports(), started.value.refundId, "succeeded");
}

test("refunds piece by piece reverse the invoice exactly, one credit note each", async () => {
  const id = await placed({ status: "delivered" });
  const invoice = await documentFor(id);
  const line = (await orderOf(ports(), id))?.lines[0];
  if (!line || !invoice) throw new Error("no line");
  const notes: (ShopDocument | null)[] = [];
  for (const before of [0, 1]) {
    const amount = refundOfLine(line, before, 1);
    await refunded(id, amount, [{ lineId: line.id, quantity: 1, amount }]);
    await shop.runDue();
    const note = await newest(id);
    expect(note).toMatchObject({
      ...{ kind: "credit-note", total: 499_00 },
      against: { number: invoice.number, reason: "returned" },
    });
    notes.push(note);
  }
  expect(await posted(id)).toHaveLength(3);
  const credited = notes.flatMap((note) => note?.lines ?? []);
  expect(lessTax(taxOf(invoice.lines), taxOf(credited))).toEqual(noTax);
});

test("cancelled on its way and reopened: the invoice is reversed, and a new one is issued when it leaves again", async () => {
  const id = await placed({ status: "shipped" });
  expect(await posted(id)).toEqual([["invoice", 998_00]]);
  await move(id, "cancelled");
  await move(id, "processing");
  expect(await posted(id)).toEqual([["invoice", 998_00]]);
  await move(id, "shipped");
  await move(id, "cancelled");
  expect(await posted(id)).toEqual([
    ["invoice", 998_00],
    ["credit-note", 998_00],
  ]);
  await move(id, "shipped");
  const three: [string, number][] = [
    ["invoice", 998_00],
    ["credit-note", 998_00],
    ["invoice", 998_00],
  ];
  expect(await posted(id)).toEqual(three);
  await refunded(id, 100_00).catch(() => undefined);
  await move(id, "delivered");
  await refunded(id, 100_00);
  expect(await posted(id)).toEqual([...three, ["credit-note", 100_00]]);
  expect((await newest(id))?.against?.number).toBe((await issuedDocuments(ports(), id))[2]?.number);
});

test("a payment that comes after a shipped order was cancelled changes nothing about its credit note", async () => {
  const buyer = await aBuyer(shop);
  await putInCart(shop, buyer, await aShirt(shop), 2);
  const details = {
    key: randomUUID(),
    version: null,
    method: "online",
    couponCode: null,
    address: anAddress,
  } as const;
  const made = await placeOrder(ports(), buyer, details);
  if (!made.ok) throw new Error(made.refused);
  const { id } = made.value;
  const started = await startPayment(ports(), id, buyer.id, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await move(id, "shipped");
  await shop.runDue();
  await shop.gateway.choose(started.value.gatewayOrderId, "tell-never");
  await move(id, "cancelled");
  await reconcile(ports(), started.value.gatewayOrderId);
  expect(await posted(id)).toEqual([
    ["invoice", 998_00],
    ["credit-note", 998_00],
  ]);
  expect((await orderOf(ports(), id))?.paymentStatus).toBe("refunded");
});

test("paid, shipped and cancelled: one credit note over all of it, before the money is back and after", async () => {
  const id = await placed({ status: "delivered" });
  await shop.runDue();
  await refunded(id, 98_00);
  await move(id, "cancelled");
  const documents = [
    ["invoice", 998_00],
    ["credit-note", 98_00],
    ["credit-note", 900_00],
  ];
  expect(await posted(id)).toEqual(documents);
  const { rows } = await ports().db.execute(
    sql`select id::text from refund where order_id = ${id} and state = 'pending'`,
  );
  await endRefund(ports(), String(rows[0]?.id), "succeeded");
  expect(await posted(id)).toEqual(documents);
});

test("an order of goods without a GST rate gets a receipt, and its invoice as soon as the shop sets a rate", async () => {
  const buyer = await aBuyer(shop);
  const shirt = await aShirt(shop);
  await ports().db.execute(sql`update product set hsn_code = '3304' where id = ${shirt.productId}`);
  await putInCart(shop, buyer, shirt, 2);
  const details = {
    key: randomUUID(),
    version: null,
    method: "cod",
    couponCode: null,
    address: anAddress,
  } as const;
  const made = await placeOrder(ports(), buyer, details);
  if (!made.ok) throw new Error(made.refused);
  await move(made.value.id, "shipped");
  expect(await posted(made.value.id)).toEqual([]);
  expect(await documentFor(made.value.id)).toMatchObject({ kind: "receipt", number: null });
  await registered(karnataka, ["3304 = 18"]);
  expect(await documentFor(made.value.id)).toMatchObject({ kind: "invoice", lines: [{ tax: { rate: 18 } }] });
  await registered(karnataka);
});

test("a parcel that nobody took and nobody paid is credited whole", async () => {
  const id = await placed({ status: "shipped" });
  await shop.runDue();
  await move(id, "cancelled");
  await shop.runDue();
  const { rows } = await ports().db.execute(sql`
    select kind, total::integer from invoice where order_id = ${id} order by kind`);
  expect(rows).toEqual([
    { kind: "credit-note", total: 998_00 },
    { kind: "invoice", total: 998_00 },
  ]);
});

test("a refund of an order that only had a receipt has no credit note", async () => {
  await registered(null);
  const id = await placed({ status: "delivered" });
  await documentFor(id);
  await registered(karnataka);
  await refunded(id, 100_00);
  expect(await posted(id)).toEqual([]);
  expect(await numberedDocument(ports(), id, "nonsense")).toBeNull();
});

test("what was given out cannot be changed or taken away", async () => {
  await documentFor(await placed({ status: "shipped" }));
  await expect(ports().db.execute(sql`update invoice set total = 1`)).rejects.toThrow();
  await expect(ports().db.execute(sql`delete from invoice`)).rejects.toThrow();
});
