import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { someStaff } from "../../test/support/access/actors.ts";
import { anOwnRate } from "../../test/support/money/own-rate.ts";
import { invoicingShop, karnataka } from "../../test/support/ordered/invoicing-shop.server.ts";
import { aBuyer, aShirt, checkoutDetails, putInCart } from "../../test/support/orders.server.ts";
import { pagesOf } from "../../test/support/readers/pdf-reader.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import type { Business } from "../delivery/business.ts";
import { lineRefund } from "../orders/posting/refund-of-line.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { reconcile } from "../payments/reconcile.server.ts";
import { finalizeRefund } from "../payments/refunds.server.ts";
import { startPayment } from "../payments/start-payment.server.ts";
import { lessTax, noTax } from "../tax/split-tax.ts";
import { type ShopDocument, taxOf } from "./document.ts";
import { drawPdf } from "./draw-pdf.server.ts";
import { issuedDocuments } from "./order-document.server.ts";

const { shop, ports, registered, placed, move, documentFor, posted, newest, refunded } = invoicingShop();

test("refunds unit by unit reverse the invoice exactly, with one credit note each", async () => {
  const id = await placed({ status: "delivered" });
  const invoice = await documentFor(id);
  const line = (await orderOf(ports(), id))?.lines[0];
  if (!line || !invoice) throw new Error("no line");
  const notes: (ShopDocument | null)[] = [];
  for (const before of [0, 1]) {
    const amount = lineRefund(line, before, 1);
    await refunded(id, amount, [{ lineId: line.id, quantity: 1, amount }]);
    await shop().runDue();
    const note = await newest(id);
    expect(note).toMatchObject({
      kind: "credit-note",
      total: 499_00,
      against: { number: invoice.number, reason: "returned" },
    });
    notes.push(note);
  }
  expect(await posted(id)).toHaveLength(3);
  const credited = notes.flatMap((note) => note?.lines ?? []);
  expect(lessTax(taxOf(invoice.lines), taxOf(credited))).toEqual(noTax);
});

test("an order cancelled in transit has its invoice reversed, and gets a new one when it ships again", async () => {
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

test("a payment received after a shipped order was cancelled does not change its credit note", async () => {
  const buyer = await aBuyer(shop());
  await putInCart(shop(), buyer, await aShirt(shop()), 2);
  const details = checkoutDetails({ method: "online" });
  const made = await placeOrder(ports(), buyer, details);
  if (!made.ok) throw new Error(made.refused);
  const { id } = made.value;
  const started = await startPayment(ports(), id, buyer, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await move(id, "shipped");
  await shop().runDue();
  await shop().gateway.choose(started.value.gatewayOrderId, "webhook-lost");
  await move(id, "cancelled");
  await reconcile(ports(), started.value.gatewayOrderId);
  expect(await posted(id)).toEqual([
    ["invoice", 998_00],
    ["credit-note", 998_00],
  ]);
  expect((await orderOf(ports(), id))?.paymentStatus).toBe("refunded");
});

test("cancelling a delivered order credits what is left of it once, before and after the refund succeeds", async () => {
  const id = await placed({ status: "delivered" });
  await shop().runDue();
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
  await finalizeRefund(ports(), someStaff, String(rows[0]?.id), "succeeded");
  expect(await posted(id)).toEqual(documents);
});

test("an order of goods without a GST rate gets a receipt, and its invoice as soon as the shop sets a rate", async () => {
  const buyer = await aBuyer(shop());
  const shirt = await aShirt(shop());
  await ports().db.execute(sql`update product set hsn_code = '3304' where id = ${shirt.productId}`);
  await putInCart(shop(), buyer, shirt, 2);
  const details = checkoutDetails();
  const made = await placeOrder(ports(), buyer, details);
  if (!made.ok) throw new Error(made.refused);
  await move(made.value.id, "shipped");
  expect(await posted(made.value.id)).toEqual([]);
  expect(await documentFor(made.value.id)).toMatchObject({ kind: "receipt", number: null });
  await registered(karnataka, [anOwnRate("3304", 18)]);
  expect(await documentFor(made.value.id)).toMatchObject({ kind: "invoice", lines: [{ tax: { rate: 18 } }] });
  await registered(karnataka);
});

/** A delivered order of a shirt at 5% for 499.00 and one of code 6205 20, which is exempt here, for 300.00. */
async function mixed(business: Business | null) {
  await registered(karnataka, [anOwnRate("620520", 0)]);
  const buyer = { ...(await aBuyer(shop())), business };
  for (const [code, price] of [
    ["6205", 49_900],
    ["620520", 30_000],
  ] as const) {
    const shirt = await aShirt(shop(), { price });
    await ports().db.execute(sql`update product set hsn_code = ${code} where id = ${shirt.productId}`);
    await putInCart(shop(), buyer, shirt);
  }
  const details = checkoutDetails();
  const made = await placeOrder(ports(), buyer, details);
  if (!made.ok) throw new Error(made.refused);
  await move(made.value.id, "delivered");
  await shop().runDue();
  return made.value.id;
}
const titles = async (id: string) =>
  (await issuedDocuments(ports(), id)).map(({ title, total }) => [title, total]);
const tata = { companyName: "Tata Uniforms", buyerGstin: "29AABCT1332L1ZA" };

test("goods at 0% have a bill of supply in the series of invoices, and its credit note names it", async () => {
  await registered(karnataka, [anOwnRate("620520", 0)]);
  const taxed = await placed({ status: "delivered" });
  await posted(taxed);
  const id = await placed({ status: "delivered", hsnCode: "620520" });
  await posted(id);
  await refunded(id, 100_00);
  await posted(id);
  expect(await titles(id)).toEqual([
    ["Bill of supply", 998_00],
    ["Credit note", 100_00],
  ]);
  const [invoice] = await issuedDocuments(ports(), taxed);
  const [bill] = await issuedDocuments(ports(), id);
  const count = (number = "") => Number(number.split("/").at(-1));
  expect(count(bill?.number)).toBe(count(invoice?.number) + 1);
  const note = await newest(id);
  if (!note) throw new Error("no credit note");
  const [page] = await pagesOf(await drawPdf(note));
  expect(page).toContain(`Bill of supply ${bill?.number} of`);
  await registered(karnataka);
});

test("taxed and exempt goods: one invoice-cum-bill of supply for a consumer, two documents for a business", async () => {
  expect(await titles(await mixed(null))).toEqual([["Invoice-cum-bill of supply", 799_00]]);
  const id = await mixed(tata);
  expect(await titles(id)).toEqual([
    ["Bill of supply", 300_00],
    ["Tax invoice", 499_00],
  ]);
  // The customer's link leads to the one with tax to claim.
  expect(await documentFor(id)).toMatchObject({ invoiceType: "tax-invoice", total: 499_00 });
  await move(id, "cancelled");
  await shop().runDue();
  expect((await titles(id)).slice(2)).toEqual([
    ["Credit note", 499_00],
    ["Credit note", 300_00],
  ]);
  await move(id, "shipped");
  await shop().runDue();
  expect((await titles(id)).slice(4)).toEqual([
    ["Bill of supply", 300_00],
    ["Tax invoice", 499_00],
  ]);
  await registered(karnataka);
});

test("an order that ships again is invoiced for what was not refunded before, and for nothing of its other lines", async () => {
  const id = await mixed(null);
  const refundedLine = (await orderOf(ports(), id))?.lines.find(({ unit }) => unit === 30_000);
  if (!refundedLine) throw new Error("no line");
  await refunded(id, 300_00, [{ lineId: refundedLine.id, quantity: 1, amount: 300_00 }]);
  await posted(id);
  await move(id, "cancelled");
  await posted(id);
  await move(id, "shipped");
  await posted(id);
  expect(await titles(id)).toEqual([
    ["Invoice-cum-bill of supply", 799_00],
    ["Credit note", 300_00],
    ["Credit note", 499_00],
    ["Tax invoice", 499_00],
  ]);
  expect((await newest(id))?.lines).toMatchObject([{ quantity: 1, paid: 499_00 }]);
  await registered(karnataka);
});
