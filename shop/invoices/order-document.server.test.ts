import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/database.server.ts";
import { customerOf, someStaff } from "../../test/support/access/actors.ts";
import { anOwnRate } from "../../test/support/money/own-rate.ts";
import { invoicingShop, karnataka } from "../../test/support/ordered/invoicing-shop.server.ts";
import { productToEdit } from "../catalogue/edit/product-to-edit.server.ts";
import { updateProduct } from "../catalogue/edit/save-product.server.ts";
import { matchingOrders } from "../order-management/lists/list-orders.server.ts";
import { readOrderQuery } from "../order-management/lists/order-query.ts";
import { cancelOrder, changeOrderStatus } from "../orders/change-order.server.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { currentSettings, saveSettings } from "../settings/save-settings.server.ts";
import { nextNumber } from "./issued-documents.server.ts";
import { numberedDocument } from "./order-document.server.ts";

const prefixes = { prefix: "INV", creditPrefix: "CN" };
const { shop, ports, registered, placed, move, documentFor, posted, refunded } = invoicingShop();

test("an order has a receipt without tax until it ships, and from then on one unchanged tax invoice", async () => {
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
    number: expect.stringMatching(/^INV\/\d{4}\/\d{6}$/),
    seller: { gstin: karnataka, state: { code: "29", name: "Karnataka" } },
    placeOfSupply: { code: "29" },
    lines: [
      { hsnCode: "6205", quantity: 2, tax: { rate: 5, taxable: 950_48, cgst: 23_76, sgst: 23_76, igst: 0 } },
    ],
  });
  await move(id, "delivered");
  await shop().runDue();
  expect(await documentFor(id)).toEqual(invoice);
});

test("an order to another state is taxed with IGST", async () => {
  const invoice = await documentFor(await placed({ state: "Kerala", status: "shipped" }));
  expect(invoice?.placeOfSupply).toEqual({ code: "32", name: "Kerala" });
  expect(invoice?.lines[0]?.tax).toEqual({ rate: 5, taxable: 950_48, cgst: 0, sgst: 0, igst: 47_52 });
});

test("the invoice is issued when the order ships, without anybody opening it", async () => {
  const id = await placed({ status: "shipped" });
  await shop().runDue();
  const { rows } = await ports().db.execute(
    sql`select 1 from invoice where order_id = ${id} and kind = 'invoice'`,
  );
  expect(rows).toHaveLength(1);
});

describe("an order with an item whose GST rate is not known", () => {
  const sent = (id: string, reason?: string) =>
    changeOrderStatus(ports(), id, { to: "shipped", actor: someStaff, reason });

  test("asks for a reason when it ships, and waits for its invoice until the product gets a code", async () => {
    const id = await placed({ hsnCode: null });
    expect(await documentFor(id)).toMatchObject({ kind: "receipt", awaits: "rate" });
    expect(await sent(id)).toEqual({ ok: false, refused: "reason-needed" });
    expect((await sent(id, "The customer cannot wait")).ok).toBe(true);
    await shop().runDue();
    expect(await documentFor(id)).toMatchObject({ kind: "receipt", number: null, awaits: "rate" });
    const waiting = async () =>
      (await matchingOrders(ports(), readOrderQuery(new URLSearchParams("invoice=waiting")), 9)).length;
    expect(await waiting()).toBe(1);

    const product = (await orderOf(ports(), id))?.lines[0]?.productId ?? "";
    const before = await productToEdit(ports(), product);
    if (!before) throw new Error("no product");
    const draft = { ...before.draft, hsnCode: "6205" };
    expect(await updateProduct(ports(), someStaff, product, draft)).toMatchObject({ ok: true });
    await shop().runDue();
    expect(await documentFor(id)).toMatchObject({
      kind: "invoice",
      lines: [{ hsnCode: "6205", tax: { rate: 5 } }],
    });
    expect(await waiting()).toBe(0);
  });

  test("gets its invoice when the settings name the rate of its code", async () => {
    const id = await placed({ hsnCode: "9999" });
    await sent(id, "The customer cannot wait");
    await shop().runDue();
    expect(await documentFor(id)).toMatchObject({ kind: "receipt", awaits: "rate" });
    const { version } = await currentSettings(ports().db, ["taxRates"]);
    const changes = { taxRates: [anOwnRate("9999", 18)] };
    await saveSettings(ports(), { actor: someStaff, changes, version });
    await shop().runDue();
    expect(await documentFor(id)).toMatchObject({ kind: "invoice", lines: [{ tax: { rate: 18 } }] });
    await registered(karnataka);
  });

  test("is not waiting any more when it is cancelled", async () => {
    const id = await placed({ hsnCode: null });
    await sent(id, "The customer cannot wait");
    await shop().runDue();
    const waiting = () =>
      ports()
        .db.execute(sql`select 1 from waiting_invoice where order_id = ${id}`)
        .then(({ rows }) => rows.length);
    expect(await waiting()).toBe(1);
    await move(id, "cancelled");
    await shop().runDue();
    expect(await waiting()).toBe(0);
  });

  test("ships without a question in a shop that is not registered", async () => {
    await registered(null);
    const id = await placed({ hsnCode: null });
    expect((await sent(id)).ok).toBe(true);
    expect(await documentFor(id)).toMatchObject({ kind: "receipt" });
    expect((await documentFor(id))?.awaits ?? null).toBeNull();
    await registered(karnataka);
  });
});

test("without a GSTIN an order has a receipt, and keeps it when the shop registers later", async () => {
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

test("an order that is cancelled before payment has no document", async () => {
  const id = await placed();
  await cancelOrder(ports(), id, customerOf({ id: (await orderOf(ports(), id))?.userId ?? "" }));
  await shop().runDue();
  expect(await documentFor(id)).toBeNull();
});

test("thirty invoices requested twice concurrently get consecutive numbers, and a rollback leaves no gap", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 30; index++) ids.push(await placed());
  await Promise.all(
    ids.map((id) => ports().db.execute(sql`update orders set status = 'shipped' where id = ${id}`)),
  );
  const failing = () =>
    inTransaction(ports().db, async (tx) => {
      await nextNumber(tx, "invoice", { at: new Date(), prefixes });
      throw new Error("rolled back");
    }).catch(() => null);
  const made = await Promise.all(ids.flatMap((id) => [documentFor(id), failing(), documentFor(id)]));
  const numbers = [...new Set(made.flatMap((one) => one?.number ?? []))].sort();
  expect(numbers).toHaveLength(30);
  const counts = numbers.map((number) => Number(number.slice(-6)));
  expect((counts.at(-1) ?? 0) - (counts[0] ?? 0)).toBe(29);
  for (const id of ids)
    await ports().db.execute(sql`
      insert into order_event (order_id, actor_kind, kind, from_value, to_value)
      values (${id}, 'system', 'status', 'pending', 'shipped')`);
});

test("numbers start from one in each financial year", async () => {
  const year = (at: string) =>
    inTransaction(ports().db, (tx) => nextNumber(tx, "credit-note", { at: new Date(at), prefixes }));
  const roll = year("2031-03-31T12:00:00Z").then((first) =>
    year("2031-04-01T12:00:00Z").then((next) => [first, next]),
  );
  expect(await roll).toEqual(["CN/3031/000001", "CN/3132/000001"]);
  await ports().db.execute(sql`delete from invoice_series where financial_year in ('3031', '3132')`);
});

test("an unpaid order that is cancelled after it shipped is credited in full", async () => {
  const id = await placed({ status: "shipped" });
  await shop().runDue();
  await move(id, "cancelled");
  await shop().runDue();
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

test("an issued invoice cannot be changed or deleted", async () => {
  await documentFor(await placed({ status: "shipped" }));
  await expect(ports().db.execute(sql`update invoice set total = 1`)).rejects.toThrow();
  await expect(ports().db.execute(sql`delete from invoice`)).rejects.toThrow();
});
