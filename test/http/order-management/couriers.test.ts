import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CourierMove, courierDesk, courierWebhook } from "../../../demo/courier.server.ts";
import { couriersThrough } from "../../../platform/couriers/couriers.server.ts";
import { bookParcel } from "../../../shop/order-management/courier-bookings.server.ts";
import { askCouriers } from "../../../shop/order-management/courier-tracking.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { courierBooking } from "../../../shop/order-management/tables.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { bookedElsewhere } from "../../support/ordered/booked-elsewhere.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, stockOf } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
let desk: ReturnType<typeof courierDesk>;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  buyer = await aShopper(shop);
  desk = courierDesk(shop.services);
});
afterAll(() => shop.dispose());

const pageOf = ({ id }: Order) => `/admin/orders/${id}`;
const see = async (order: Order) => textOf(await (await ask(pageOf(order), { as: admin })).text());
const track = async ({ id }: Order) => textOf(await (await ask(`/track/${id}`, { as: buyer })).text());
const minutes = (count: number) => shop.clock.forward(count * 60_000);
const now = async ({ id }: Order) => {
  const file = await orderDetail(shop.services, id);
  if (!file) throw new Error("the order is gone");
  return {
    version: file.version,
    status: file.order.status,
    paid: file.order.paid,
    parcel: file.order.parcels[0],
  };
};
async function send(order: Order, fields: Record<string, string>) {
  const { version } = await now(order);
  const answer = await ask(pageOf(order), { ...posted({ version, ...fields }), as: admin });
  return { status: answer.status, words: textOf(await answer.text()) };
}
const book = (order: Order, more: Record<string, string> = {}) =>
  send(order, { intent: "courier-book", form: "book-rest", parcel: "", api: "local", ...more });
/** What the courier has of an order: more than one is a parcel that would be fetched and paid twice. */
const atCourier = async ({ id }: Order) =>
  (await desk.list()).filter(({ reference }) => reference.startsWith(id.slice(0, 8)));
const bookingsOf = ({ id }: Order) =>
  shop.services.db
    .select()
    .from(courierBooking)
    .where(eq(courierBooking.orderId, id))
    .orderBy(asc(courierBooking.createdAt));

/** A booked order with its AWB. */
async function aBooked(method: "cod" | "online" = "cod") {
  const shirt = await aShirt(shop, { price: 30_000, stock: 5 });
  const order = await anOrder(shop, buyer, { method, pieces: [shirt] });
  expect((await book(order)).status).toBe(303);
  const [one] = await atCourier(order);
  return { order, shirt, awb: one?.awb ?? "" };
}
/** Lets something happen, and the courier tell it. */
async function move(awb: string, what: CourierMove, { late = false, times = 1 } = {}) {
  shop.clock.forward(1_000);
  const webhook = await desk.move(awb, what, late);
  if (!webhook) throw new Error("the courier does not know this AWB");
  for (let time = 0; time < times; time++) await deliver(webhook.clone());
  await shop.runDue();
}
async function deliver(webhook: Request) {
  const body = await webhook.text();
  return ask("/functions/parcel-webhook", { method: "POST", headers: webhook.headers, body });
}

test("an order is booked: it gets courier, AWB and a label, is not booked again, and can be cancelled and booked anew", async () => {
  const { order, awb } = await aBooked();
  expect((await now(order)).parcel).toMatchObject({
    state: "prepared",
    courier: "Demo Express",
    trackingNumber: awb,
  });
  expect(await atCourier(order)).toMatchObject([{ collect: order.total }]);
  expect(await see(order)).toMatch(new RegExp(`Parcel 1: Demo Express\\s+Booked\\s+${awb}`));
  expect((await book(order)).words).toContain("It is booked with a courier already.");
  const parcel = (await now(order)).parcel?.id ?? "";
  expect((await send(order, { intent: "parcel-unpack", form: `unpack-${parcel}`, parcel })).status).toBe(400);

  const [booking] = await bookingsOf(order);
  const label = await ask(`${pageOf(order)}/label/${booking?.id}`, { as: admin });
  expect(label.headers.get("Location")).toBe(`/admin/orders/print?id=${order.id}&kind=labels`);
  expect(textOf(await (await ask(label.headers.get("Location") ?? "", { as: admin })).text())).toContain(awb);
  expect((await send(order, { intent: "courier-pickup", form: `pickup-${booking?.id}` })).status).toBe(303);
  expect(await atCourier(order)).toMatchObject([{ pickupOn: "2026-11-22" }]);
  expect(await see(order)).toContain("to be fetched on 22 Nov 2026");

  const cancel = {
    intent: "courier-cancel",
    form: `cancel-booking-${booking?.id}`,
    booking: booking?.id ?? "",
  };
  expect((await send(order, cancel)).status).toBe(303);
  expect((await now(order)).parcel).toMatchObject({ courier: null, trackingNumber: null });
  expect(await see(order)).not.toContain("to be fetched on");
  expect((await book(order, { parcel, form: `book-${parcel}` })).status).toBe(303);
  expect((await atCourier(order)).map(({ cancelled }) => cancelled).sort()).toEqual([false, true]);
  // What the courier was told is not true any more.
  await shop.services.db.execute(sql`update orders set line1 = 'Another street' where id = ${order.id}`);
  expect(await see(order)).toContain("The order has changed since it was booked");
});

test("refusals are in words, and nothing is booked: a PIN code, the courier itself, an order that somebody changed", async () => {
  const address = (postalCode: string) => anOrder(shop, buyer, { address: { postalCode } });
  const far = await address("790001");
  expect((await book(far)).words).toContain(
    "The courier does not deliver to this PIN code with this payment.",
  );
  expect((await book(await address("780001"))).words).toContain("does not deliver to this PIN code");
  const order = await anOrder(shop, buyer);
  await desk.fail("refuse");
  expect((await book(order)).words).toContain("The courier says: The demo's courier refuses this parcel.");
  expect(await see(order)).toContain("Not booked");
  const seen = await ask(pageOf(order), {
    ...posted({ intent: "courier-book", form: "book-rest", parcel: "", api: "local", version: "1" }),
    as: admin,
  });
  expect(textOf(await seen.text())).toContain("Somebody else has changed this order");
  for (const one of [far, order]) expect(await atCourier(one)).toEqual([]);
});

test("after a lost answer the courier is asked for the reference before anything is sent again; a lost call is sent once more", async () => {
  for (const fault of ["lose-answer", "lose-call"] as const) {
    const order = await anOrder(shop, buyer);
    await desk.fail(fault);
    expect((await book(order)).status).toBe(303);
    expect((await now(order)).parcel?.trackingNumber).toBeNull();
    expect(await see(order)).toContain("has not said whether it took");
    expect(await track(order)).not.toContain("Demo Express");
    expect((await book(order)).words).toContain("It is booked with a courier already.");
    // Not before the first call can have ended.
    await askCouriers(shop.services);
    expect(await atCourier(order)).toHaveLength(fault === "lose-answer" ? 1 : 0);
    minutes(3);
    await askCouriers(shop.services);
    const [one, ...others] = await atCourier(order);
    expect(others).toEqual([]);
    expect((await now(order)).parcel?.trackingNumber).toBe(one?.awb);
  }
});

test("a server that dies between call and answer leaves one booking, which the job finishes, also when the order was cancelled", async () => {
  const real = shop.services.couriers.courier("local");
  if (!real) throw new Error("a test shop has a courier");
  const dying = couriersThrough([
    {
      ...real,
      async book(...call) {
        await real.book(...call);
        throw new Error("killed");
      },
    },
  ]);
  for (const isCancelled of [false, true]) {
    const order = await anOrder(shop, buyer);
    const wanted = { orderId: order.id, parcelId: null, version: null };
    const services = { ...shop.services, couriers: dying };
    await expect(bookParcel(services, someStaff, "local", wanted)).rejects.toThrow("killed");
    if (isCancelled) {
      const gone = { intent: "status", status: "cancelled", seen: "pending", reason: "gone" };
      expect((await send(order, gone)).status).toBe(303);
    }
    minutes(3);
    await askCouriers(shop.services);
    await askCouriers(shop.services);
    expect(await atCourier(order)).toHaveLength(1);
    expect((await bookingsOf(order)).map(({ state }) => state)).toEqual(["booked"]);
    if (isCancelled) expect(await see(order)).toContain("The order has changed since it was booked");
  }
});

test("two members of staff at once book one parcel", async () => {
  const order = await anOrder(shop, buyer);
  const wanted = { orderId: order.id, parcelId: null, version: null };
  const both = await Promise.all([1, 2, 3].map(() => bookParcel(shop.services, someStaff, "local", wanted)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await atCourier(order)).toHaveLength(1);
});

test("what the courier reports moves the parcel: picked up sends it, delivered collects the cash; told twice it counts once", async () => {
  const { order, awb } = await aBooked();
  await move(awb, "picked-up");
  expect(await now(order)).toMatchObject({ status: "shipped", parcel: { state: "sent" } });
  await move(awb, "absent", { times: 2 });
  expect((await now(order)).parcel).toMatchObject({ state: "undelivered", failure: "absent", attempts: 1 });
  await move(awb, "unknown");
  expect(await see(order)).toMatch(/20\d\d, \d\d:\d\d Held at gate 7 \(a code that the shop does not know\)/);
  // Older than what is known.
  await move(awb, "returning", { late: true });
  expect((await now(order)).parcel).toMatchObject({ state: "undelivered" });
  expect(await see(order)).toContain("Going back to the sender (came late)");
  await move(awb, "delivered", { times: 2 });
  expect(await now(order)).toMatchObject({ status: "delivered", paid: true });
  expect(await track(order)).toContain("Delivered");
});

test("goods that come back, are lost or fail without a known reason wait for staff; stock and money stay", async () => {
  const { order, shirt, awb } = await aBooked();
  const { stock } = await stockOf(shop, shirt);
  await move(awb, "in-transit");
  await move(awb, "failed-somehow");
  expect((await now(order)).parcel).toMatchObject({ state: "sent", attempts: 0 });
  expect(await see(order)).toContain("the courier gave none that is known");
  await move(awb, "returning");
  await move(awb, "returned");
  expect(await now(order)).toMatchObject({ status: "shipped", parcel: { state: "returning" } });
  expect(await see(order)).toContain("Look at the goods, then record “Received back”");
  const other = await aBooked("online");
  await move(other.awb, "picked-up");
  await move(other.awb, "lost");
  expect((await now(other.order)).parcel?.state).toBe("sent");
  expect(await see(other.order)).toContain("If you accept this, record “Lost”");
  expect((await stockOf(shop, shirt)).stock).toBe(stock);
  // Once it was looked at, nothing more is asked and nothing is cancelled with the courier.
  const back = await aBooked();
  for (const what of ["in-transit", "returned"] as const) await move(back.awb, what);
  const parcel = (await now(back.order)).parcel?.id ?? "";
  const here = { [`outcome-${back.order.lines[0]?.id}-0`]: "restocked" };
  const form = { intent: "parcel-act", form: `receive-parcel-${parcel}`, parcel, act: "receive" };
  expect((await send(back.order, { ...form, ...here })).status).toBe(303);
  expect((await now(back.order)).status).toBe("cancelled");
  for (const words of ["has changed since it was booked", "Look at the goods", "Cancel booking"])
    expect(await see(back.order)).not.toContain(words);
  // Both stand on the dashboard, and in its list.
  const fine = await aBooked();
  await move(fine.awb, "in-transit");
  expect(textOf(await (await ask("/admin", { as: admin })).text())).toMatch(
    /\d+ orders whose couriers need an answer/,
  );
  const waiting = await (await ask("/admin/orders?work=courier", { as: admin })).text();
  for (const { id } of [order, other.order]) expect(waiting).toContain(id);
  expect(waiting).not.toContain(fine.order.id);
});

test("an order whose parcel does not arrive leads to the parcel, and is not marked delivered in passing", async () => {
  const nextOf = async ({ id }: Order) => {
    const list = await (await ask(`/admin/orders?q=${id.slice(0, 8)}`, { as: admin })).text();
    const [, path, number = null] =
      /"(\/admin\/orders\/[^"#]*)#parcel-(\d)"[^>]*>Look at parcel/.exec(list) ?? [];
    return { toParcel: path?.endsWith(id) ? number : null, delivers: list.includes("Mark delivered") };
  };
  const { order, awb } = await aBooked();
  await move(awb, "picked-up");
  expect(await nextOf(order)).toEqual({ toParcel: null, delivers: true });
  for (const what of ["refused", "returning", "returned"] as const) {
    await move(awb, what);
    expect(await nextOf(order), what).toEqual({ toParcel: "1", delivers: false });
  }
  expect(await see(order)).not.toContain("Mark delivered");
  const status = { intent: "status", form: "status", status: "delivered", seen: "shipped" };
  expect((await send(order, status)).words).toContain("Please enter a reason.");
  const many = await ask("/admin/orders", {
    ...posted({ intent: "many", status: "delivered", id: order.id, [`seen-${order.id}`]: "shipped" }),
    as: admin,
  });
  expect(textOf(await many.text())).toContain("recorded as coming back");
  expect(await now(order)).toMatchObject({ status: "shipped", paid: false });
  const lost = await aBooked();
  for (const what of ["picked-up", "lost"] as const) await move(lost.awb, what);
  expect(await nextOf(lost.order)).toEqual({ toParcel: "1", delivers: false });
});

test("a webhook is only a hint: forged ones are refused, lies and unknown AWBs change nothing, and one may never come", async () => {
  const { order, awb } = await aBooked();
  expect((await deliver(courierWebhook(awb, "a stranger's key"))).status).toBe(401);
  const unreadable = courierWebhook(awb);
  const answer = await ask("/functions/parcel-webhook", {
    method: "POST",
    headers: unreadable.headers,
    body: '{"state":"delivered"}',
  });
  expect(answer.status).toBe(400);
  const lie = await ask("/functions/parcel-webhook", {
    method: "POST",
    headers: unreadable.headers,
    body: JSON.stringify({ awb, state: "delivered" }),
  });
  expect([lie.status, (await deliver(courierWebhook("DX404"))).status]).toEqual([200, 200]);
  await shop.runDue();
  expect((await now(order)).parcel?.state).toBe("prepared");

  await desk.move(awb, "picked-up");
  await askCouriers(shop.services);
  expect((await now(order)).parcel?.state).toBe("prepared");
  minutes(31);
  await askCouriers(shop.services);
  expect((await now(order)).parcel?.state).toBe("sent");
  // A number that staff gave the parcel since is not the one that the courier carries.
  await shop.services.db.execute(
    sql`update parcel set tracking_number = 'OTHER' where order_id = ${order.id}`,
  );
  await move(awb, "delivered");
  expect((await now(order)).parcel?.state).toBe("sent");
  // The courier gives up a parcel that it never fetched.
  const waiting = await aBooked();
  await move(waiting.awb, "cancelled");
  expect((await now(waiting.order)).parcel).toMatchObject({ state: "prepared", trackingNumber: null });
});

test("a cancelled order's booking is cancelled by itself, again after the courier refused", async () => {
  const { order, awb } = await aBooked();
  await nowIs(shop, order, "cancelled");
  expect(await track(order)).not.toContain(awb);
  await desk.fail("refuse");
  minutes(3);
  await askCouriers(shop.services);
  expect(await see(order)).toContain("It says: The demo's courier refuses this parcel.");
  minutes(10);
  await askCouriers(shop.services);
  expect(await atCourier(order)).toMatchObject([{ awb, cancelled: true }]);
  expect(await bookingsOf(order)).toMatchObject([{ state: "cancelled" }]);
  expect((await now(order)).parcel?.trackingNumber).toBeNull();
  expect(await see(order)).not.toContain("has changed since it was booked");
});

test("a parcel whose AWB was typed is followed, also under another number, and never fetched or cancelled by us", async () => {
  const order = await anOrder(shop, buyer, { method: "cod", pieces: [await aShirt(shop, { stock: 5 })] });
  const [first, second] = [await bookedElsewhere(shop, "typed-1"), await bookedElsewhere(shop, "typed-2")];
  await nowIs(shop, order, "shipped", { courier: "demo express", trackingNumber: first });
  await askCouriers(shop.services);
  const page = await see(order);
  expect(page).toMatch(new RegExp(`Parcel 1: Demo Express\\s+Followed\\s+${first}`));
  for (const words of ["Cancel booking", "Ask for pickup"]) expect(page).not.toContain(words);
  const [followed] = await bookingsOf(order);
  const cancel = { intent: "courier-cancel", form: "x", booking: followed?.id ?? "" };
  expect((await send(order, cancel)).status).toBe(400);
  await shop.services.db.execute(
    sql`update parcel set tracking_number = ${second.toLowerCase()} where order_id = ${order.id}`,
  );
  await askCouriers(shop.services);
  await move(first, "delivered");
  expect((await now(order)).status).toBe("shipped");
  await move(second, "delivered");
  expect(await now(order)).toMatchObject({ status: "delivered", parcel: { state: "delivered" } });
});

test("many orders are booked on one screen, with what failed at its row, and then shipped with their AWBs", async () => {
  const orders = [
    await anOrder(shop, buyer),
    await anOrder(shop, buyer, { address: { postalCode: "790001" } }),
  ];
  const [one, far] = orders;
  const screen = `/admin/orders/ship?${new URLSearchParams(orders.map(({ id }) => ["id", id]))}`;
  const seen = Object.fromEntries(orders.map(({ id }) => [`seen-${id}`, "pending"]));
  const sent = async (fields: Record<string, string>) => {
    const answer = await ask(screen, { ...posted({ ...seen, ...fields }), as: admin });
    return { status: answer.status, html: await answer.text() };
  };
  const booked = await sent({ intent: "book", api: "local" });
  expect(textOf(booked.html)).toContain(
    `Order ${far?.id.slice(0, 8)}: The courier does not deliver to this PIN code`,
  );
  expect(textOf(booked.html)).toContain("1 parcel booked, 1 not.");
  const awb = one ? ((await atCourier(one))[0]?.awb ?? "") : "";
  expect(booked.html).toContain(`value="${awb}"`);
  expect((await sent({ intent: "pickup" })).status).toBe(200);
  const row = {
    intent: "ship",
    leave: "on",
    [`awb-${one?.id}`]: awb,
    [`courier-${one?.id}`]: "Demo Express",
  };
  const asked = await sent(row);
  const confirmed = /name="confirmed" value="([^"]*)"/.exec(asked.html)?.[1] ?? "";
  expect((await sent({ ...row, confirmed })).status).toBe(303);
  if (one) expect(await now(one)).toMatchObject({ status: "shipped", parcel: { trackingNumber: awb } });
});

test("the demo's page lists the parcels, moves one and tells the shop", async () => {
  const { order, awb } = await aBooked();
  const page = textOf(await (await ask("/dev/courier")).text());
  expect(page).toContain(awb);
  expect((await ask("/dev/courier", posted({ awb, move: "picked-up", tell: "twice" }))).status).toBe(303);
  await shop.runDue();
  expect((await now(order)).parcel?.state).toBe("sent");
  expect((await ask("/dev/courier", posted({ fault: "lose-call" }))).status).toBe(303);
  const next = await anOrder(shop, buyer);
  await book(next);
  expect(await see(next)).toContain("Not answered yet");
  const [stored] = await atCourier(order);
  expect(stored?.events.map(({ code }) => code)).toEqual(["BKD", "PICKED-UP"]);
});
