import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { draftOf, saveDraft } from "../../../shop/draft-orders/drafts.server.ts";
import { applyOrderEdit, beginOrderEdit } from "../../../shop/order-management/edit-order.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { amountDue } from "../../../shop/orders/amount-due.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { parcelCash } from "../../../shop/orders/parcels.ts";
import { startPayment, startPaymentByLink } from "../../../shop/payments/start-payment.server.ts";
import { returnableQuantities } from "../../../shop/returns/returnable-quantity.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { deliverWebhooks } from "../../support/faults/model/shop-model.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, brokenRules, type Piece, putInCart, stockOf } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  buyer = await aShopper(shop);
  // With a GSTIN there are invoices and credit notes.
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)
    on conflict (key) do update set value = excluded.value`);
});
afterAll(() => shop.dispose());

/** Two pieces of one shirt for ₹100 and one of another for ₹300, 5 in stock each. */
async function twoShirts(method: "cod" | "online" = "cod") {
  const [one, other] = [
    await aShirt(shop, { price: 10_000, stock: 5 }),
    await aShirt(shop, { price: 30_000, stock: 5 }),
  ];
  await putInCart(shop, buyer, one, 2);
  const order = await anOrder(shop, buyer, { method, pieces: [other] });
  const lineOf = (piece: Piece) =>
    order.lines.find(({ variantId }) => variantId === piece.variantId)?.id ?? "";
  return { order, one, other, oneLine: lineOf(one), otherLine: lineOf(other) };
}

const fileOf = async ({ id }: Pick<Order, "id">) => {
  const file = await orderDetail(shop.services, id);
  if (!file) throw new Error("the order is gone");
  return file;
};
const parcelIn = async (order: Order, number: number) =>
  (await fileOf(order)).order.parcels.find((one) => one.number === number)?.id ?? "";

async function send(order: Order, fields: Record<string, string>, version?: string) {
  const seen = version ?? (await fileOf(order)).version;
  const answer = await ask(`/admin/orders/${order.id}`, {
    ...posted({ version: seen, ...fields }),
    as: admin,
  });
  const words = textOf(await answer.text());
  await shop.runDue();
  return { status: answer.status, words };
}
const pack = (order: Order, units: Record<string, number>, more: Record<string, string> = {}) =>
  send(order, {
    intent: "parcel-new",
    form: "new-parcel",
    ...Object.fromEntries(Object.entries(units).map(([line, count]) => [`units-${line}`, String(count)])),
    ...more,
  });
const act = async (order: Order, number: number, what: string, more: Record<string, string> = {}) => {
  const parcel = await parcelIn(order, number);
  const form =
    what === "fail"
      ? `fail-${parcel}`
      : what === "receive"
        ? `receive-parcel-${parcel}`
        : `${what}-${parcel}`;
  return send(order, { intent: "parcel-act", form, parcel, act: what, ...more });
};

const documentRows = z.array(z.object({ kind: z.string(), total: z.coerce.number() }));
/** What an order shows: its status, what is in stock, its documents, what was collected or refunded. */
async function sumsOf({ order, one, other }: Awaited<ReturnType<typeof twoShirts>>) {
  const { rows } = await shop.services.db.execute(
    sql`select kind, total from invoice where order_id = ${order.id} order by issued_at, number`,
  );
  const now = (await fileOf(order)).order;
  const stocks = await Promise.all([one, other].map((piece) => stockOf(shop, piece)));
  return {
    status: now.status,
    paid: now.paymentStatus,
    notOwed: now.notOwed,
    refunded: now.refunded,
    stock: stocks.map(({ stock }) => stock),
    documents: documentRows.parse(rows).map(({ kind, total }) => `${kind} ${total}`),
  };
}

test("an order is sent in two parcels: processing and partly sent, invoiced once, shipped with the last, delivered when both are", async () => {
  const bought = await twoShirts();
  const { order, oneLine, otherLine } = bought;
  const total = order.total;
  const first = await pack(order, { [oneLine]: 1 }, { courier: "Delhivery", trackingNumber: "PP-1001" });
  expect(first.status).toBe(303);
  expect(await sumsOf(bought)).toMatchObject({
    status: "processing",
    stock: [3, 4],
    documents: [`invoice ${total}`],
  });
  const staff = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(staff).toContain("Partly sent");
  const tracked = textOf(await (await ask(`/track/${order.id}`, { as: buyer })).text());
  expect(tracked).toMatch(/Parcel 1: On its way\s+1 × /);
  expect(tracked).toContain("PP-1001");
  expect(textOf(await (await ask("/orders", { as: buyer })).text())).not.toContain("Cancel order");

  expect((await pack(order, { [oneLine]: 2, [otherLine]: 1 })).words).toContain(
    "There are not that many items left",
  );
  expect((await pack(order, { [oneLine]: 0 })).words).toContain("Please enter at least one item.");
  const same = await pack(order, { [oneLine]: 1 }, { courier: "Delhivery", trackingNumber: "pp-1001" });
  expect(same.words).toContain(`Order ${order.id.slice(0, 8)} already has this AWB.`);
  await pack(order, { [oneLine]: 1, [otherLine]: 1 }, { courier: "Blue Dart", trackingNumber: "PP-1002" });
  expect(await sumsOf(bought)).toMatchObject({ status: "shipped", documents: [`invoice ${total}`] });

  const page = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(page).toContain("The customer is told. The parcel has already been shipped.");
  const gone = { intent: "status", form: "cancel-order", status: "cancelled", seen: "shipped", reason: "no" };
  expect((await send(order, gone)).words).not.toContain("Open it and use Cancel order");

  const labels = textOf(
    await (await ask(`/admin/orders/print?kind=labels&id=${order.id}`, { as: admin })).text(),
  );
  // ₹100 and the delivery fee with the first parcel, the rest with the second: together the order's total.
  const rest = 40_000;
  const paise = (amount: number) => `₹${(amount / 100).toFixed(2)}`;
  expect(labels).toContain(`collect ${paise(total - rest)}`);
  expect(labels).toContain(`collect ${paise(rest)}`);
  const found = await ask("/admin/orders?q=PP-1002", { as: admin });
  expect(textOf(await found.text())).toContain(order.id.slice(0, 8));

  await act(order, 1, "deliver");
  expect((await sumsOf(bought)).status).toBe("shipped");
  await act(order, 2, "deliver");
  expect(await sumsOf(bought)).toMatchObject({ status: "delivered", paid: "completed", notOwed: 0 });
});

test("a parcel that nobody took comes back unpaid: restocked and written off, credited, and less is collected for the rest", async () => {
  const bought = await twoShirts();
  const { order, oneLine, otherLine } = bought;
  const total = order.total;
  await pack(order, { [oneLine]: 2 });
  await pack(order, { [otherLine]: 1 });
  expect((await act(order, 1, "fail")).words).toContain("Please say why.");
  await act(order, 1, "fail", { failure: "refused" });
  expect(textOf(await (await ask(`/track/${order.id}`, { as: buyer })).text())).toContain(
    "Could not be delivered: refused at the door",
  );
  await act(order, 1, "return");
  expect((await act(order, 1, "receive", { [`outcome-${oneLine}-0`]: "restocked" })).words).toContain(
    "Please say what happened to each item.",
  );
  await act(order, 1, "receive", {
    [`outcome-${oneLine}-0`]: "restocked",
    [`outcome-${oneLine}-1`]: "damaged",
  });
  expect(await sumsOf(bought)).toEqual({
    status: "shipped",
    paid: "pending",
    notOwed: 20_000,
    refunded: 0,
    stock: [4, 4],
    documents: [`invoice ${total}`, "credit-note 20000"],
  });
  expect((await act(order, 1, "deliver")).words).toContain("does not fit the state of the parcel");
  await act(order, 2, "deliver");
  const { rows } = await shop.services.db.execute(
    sql`select amount from received_payment where order_id = ${order.id}`,
  );
  expect(rows).toEqual([{ amount: String(total - 20_000) }]);
  expect(await sumsOf(bought)).toMatchObject({ status: "delivered", paid: "completed" });
  // What came back cannot be returned by its customer, what was delivered can.
  expect(await returnableQuantities(shop.services.db, order.id)).toEqual(
    new Map([
      [oneLine, 0],
      [otherLine, 1],
    ]),
  );
  expect(textOf(await (await ask(`/track/${order.id}`, { as: buyer })).text())).toMatch(
    /Not delivered, not to be paid\s*−₹200.00/,
  );
});

test("the customer reads that the only parcel was not delivered, comes back, and what became of the money", async () => {
  const { order, oneLine, otherLine } = await twoShirts();
  await pack(order, { [oneLine]: 2, [otherLine]: 1 });
  const read = async (path: string, as?: Person) => textOf(await (await ask(path, { as })).text());
  const track = `/track/${order.id}`;
  const arrives = /Estimated delivery|arrives by|Out with the courier/;
  expect(await read(track, buyer)).toMatch(arrives);
  await act(order, 1, "fail", { failure: "refused" });
  for (const path of [track, "/orders"])
    expect(await read(path, buyer)).toContain("Could not be delivered: refused at the door");
  await act(order, 1, "return");
  expect(await read(track, buyer)).toContain("Coming back");
  for (const as of [buyer, undefined]) expect(await read(track, as)).not.toMatch(arrives);
  await act(order, 1, "receive", {
    [`outcome-${oneLine}-0`]: "restocked",
    [`outcome-${oneLine}-1`]: "restocked",
    [`outcome-${otherLine}-0`]: "restocked",
  });
  expect(await read(track, buyer)).toMatch(/came back to us, so it was .*You do not have to pay anything\./);
  expect(await read(track)).toContain("If you have paid, you will get a refund.");
});

test("what is lost and was not paid is not called refunded", async () => {
  const { order, oneLine, otherLine } = await twoShirts();
  await pack(order, { [oneLine]: 2 });
  await pack(order, { [otherLine]: 1 });
  await act(order, 1, "deliver");
  await act(order, 2, "lose");
  const words = textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  expect(words).toContain("1 not delivered, not to be paid");
  expect(words).not.toContain("1 refunded");
});

test("what came back is added up with its cost by product, PIN code, courier and month, and is in the CSV", async () => {
  const bought = await twoShirts();
  const { order, oneLine, otherLine } = bought;
  await pack(order, { [oneLine]: 1, [otherLine]: 1 }, { courier: "Ekart", trackingNumber: "RTO-1" });
  await pack(order, { [oneLine]: 1 });
  const outcomes = { [`outcome-${oneLine}-0`]: "restocked", [`outcome-${otherLine}-0`]: "damaged" };
  expect((await act(order, 1, "receive", { ...outcomes, cost: "ninety" })).words).toContain("such as 99.50");
  await act(order, 1, "receive", { ...outcomes, cost: "90" });
  const screen = async (query: string) =>
    textOf(await (await ask(`/admin/parcels/returned?${query}`, { as: admin })).text());
  expect(await screen("by=courier")).toMatch(/Ekart\s+1\s+2\s+₹90/);
  expect(await screen("by=pin")).toMatch(/560001\s+\d+\s+\d+\s+₹90/);
  await send(order, { intent: "parcel-cost", form: "x", parcel: await parcelIn(order, 1), cost: "120.50" });
  expect(await screen("by=courier")).toMatch(/Ekart\s+1\s+2\s+₹120.50/);
  expect(await screen("by=month&month=nonsense")).toContain("Costs entered so far: ₹120.50");
  expect(await screen("by=month")).toMatch(/[A-Z][a-z]+ 20\d\d\s+\d+\s+\d+\s+₹120.50/);
  const csv = await (await ask("/admin/parcels/returned.csv", { as: admin })).text();
  expect(csv).toMatch(
    new RegExp(`${order.id.slice(0, 8)},1,[^,]*,Came back,Ekart,RTO-1,560001,,0,.*,120.50`),
  );
  expect((await ask("/admin/parcels/returned.csv?month=2020-01", { as: admin })).status).toBe(200);
});

test("of a paid order a lost parcel is refunded; when the last comes back the order is cancelled and the rest refunded", async () => {
  const bought = await twoShirts("online");
  const { order, oneLine, otherLine } = bought;
  const begun = await startPayment(shop.services, order.id, buyer, "http://shop.test");
  if (!begun.ok) throw new Error(begun.refused);
  await shop.gateway.pay(begun.value.gatewayOrderId);
  await deliverWebhooks(shop);
  await pack(order, { [otherLine]: 1 });
  await pack(order, { [oneLine]: 2 });
  await act(order, 1, "lose");
  expect(await sumsOf(bought)).toMatchObject({
    status: "shipped",
    notOwed: 0,
    refunded: 30_000,
    stock: [3, 4],
  });
  await act(order, 2, "receive", {
    [`outcome-${oneLine}-0`]: "restocked",
    [`outcome-${oneLine}-1`]: "restocked",
  });
  expect(await sumsOf(bought)).toMatchObject({ status: "cancelled", refunded: order.total, stock: [5, 4] });
  expect((await act(order, 2, "deliver")).words).toContain("cancelled in the meantime");
});

test("a partly sent order that is cancelled asks about what was sent only; the rest goes back into stock", async () => {
  const bought = await twoShirts();
  const { order, oneLine } = bought;
  await pack(order, { [oneLine]: 1 });
  const cancel = {
    intent: "status",
    form: "cancel-order",
    status: "cancelled",
    seen: "processing",
    reason: "Refused",
  };
  expect((await send(order, cancel)).words).toContain("Please say what happened to each item.");
  await send(order, { ...cancel, [`outcome-${oneLine}-0`]: "lost" });
  expect(await sumsOf(bought)).toMatchObject({
    status: "cancelled",
    stock: [4, 5],
    documents: [`invoice ${order.total}`, `credit-note ${order.total}`],
  });
});

test("of two members of staff who record something about one parcel the second is told; guessed forms change nothing", async () => {
  const { order, oneLine } = await twoShirts();
  await pack(order, { [oneLine]: 2 });
  const { version } = await fileOf(order);
  const parcel = await parcelIn(order, 1);
  const form = { intent: "parcel-act", form: `lose-${parcel}`, parcel };
  const both = await Promise.all(
    ["lose", "deliver"].map((what) => send(order, { ...form, act: what }, version)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
  expect(both.find(({ status }) => status === 400)?.words).toContain("Somebody else has changed this");
  for (const fields of [
    { ...form, act: "vanish" },
    { ...form, parcel: "nonsense", act: "lose" },
    { intent: "parcel-carrier", parcel, courier: "x", trackingLink: "javascript:alert(1)" },
    { intent: "parcel-unpack", parcel },
    { intent: "parcel-new", [`units-${oneLine}`]: "-1" },
    { intent: "parcel-new", "units-nonsense": "1" },
  ])
    expect((await send(order, fields)).status).toBe(400);
  expect(await brokenRules(shop)).toEqual([]);
});

/** Three pieces of one shirt and one of the other, to be paid on delivery but for the price of the third piece. */
async function paidInPart() {
  const bought = await twoShirts();
  const { order, one } = bought;
  const { services } = shop;
  const back = { origin: "http://shop.test", returnUrl: "http://shop.test/pay/token" };
  const started = await startPaymentByLink(services, order.id, back);
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway.pay(started.value.gatewayOrderId);
  // The payment of what it cost before arrives when it has a piece more.
  const staff = aStaffMember();
  const begun = await beginOrderEdit(services, staff, order.id);
  const draft = begun.ok ? await draftOf(services, begun.value.draftId) : null;
  if (!draft) throw new Error("not begun");
  const lines = draft.content.lines.map((line) =>
    line.variantId === one.variantId ? { ...line, quantity: 3 } : line,
  );
  const saved = await saveDraft(services, staff, { ...draft, content: { ...draft.content, lines } });
  if (!saved.ok) throw new Error(saved.refused);
  const { id: draftId, version } = saved.value;
  expect((await applyOrderEdit(services, staff, { draftId, version })).ok).toBe(true);
  await deliverWebhooks(shop);
  expect((await fileOf(order)).order).toMatchObject({ method: "cod", paid: false, received: order.total });
  await pack(order, { [bought.oneLine]: 2 });
  await pack(order, { [bought.oneLine]: 1, [bought.otherLine]: 1 });
  return bought;
}

/** What the courier collects for each parcel, by the code and by the database, which settlements use. */
async function cashOf(order: Order) {
  const now = (await fileOf(order)).order;
  const { rows } = await shop.services.db.execute(
    sql`select cash_of_parcel(id)::integer as cash from parcel where order_id = ${order.id} order by number`,
  );
  const away = now.parcels.map((one) => (one.state === "sent" ? parcelCash(now, one) : 0));
  expect(rows.map(({ cash }) => cash)).toEqual(away);
  return { collects: away, due: amountDue(now), received: now.received };
}

test("what was paid before is for the first parcel; of one that comes back it is given back, and the others collect as before", async () => {
  const bought = await paidInPart();
  const { order, oneLine } = bought;
  expect(await cashOf(order)).toEqual({ collects: [0, 10_000], due: 10_000, received: order.total });
  await act(order, 1, "receive", {
    [`outcome-${oneLine}-0`]: "restocked",
    [`outcome-${oneLine}-1`]: "restocked",
  });
  expect(await cashOf(order)).toEqual({
    collects: [0, 10_000],
    due: 10_000,
    received: order.total - 20_000,
  });
  await act(order, 2, "deliver");
  await shop.runDue();
  expect(await sumsOf(bought)).toMatchObject({
    status: "delivered",
    paid: "completed",
    notOwed: 20_000,
    documents: [`invoice ${order.total + 10_000}`, "credit-note 20000"],
  });

  const other = await paidInPart();
  await act(other.order, 2, "receive", {
    [`outcome-${other.oneLine}-0`]: "restocked",
    [`outcome-${other.otherLine}-0`]: "restocked",
  });
  // What is left was paid for.
  expect(await cashOf(other.order)).toMatchObject({ collects: [0, 0], due: 0 });
  expect(await sumsOf(other)).toMatchObject({ status: "shipped", notOwed: 40_000 });
  await shop.runDue();
  const { rows } = await shop.services.db.execute(
    sql`select amount::integer, state from refund where order_id = ${other.order.id}`,
  );
  expect(rows).toEqual([{ amount: 30_000, state: "succeeded" }]);
  await act(other.order, 1, "deliver");
  expect(await sumsOf(other)).toMatchObject({ status: "delivered", paid: "completed", refunded: 0 });
  expect(await brokenRules(shop)).toEqual([]);
});
