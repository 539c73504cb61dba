import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CourierMove, courierDesk } from "../../../demo/courier.server.ts";
import { couriersThrough } from "../../../platform/couriers/couriers.server.ts";
import { bookPickup } from "../../../shop/order-management/courier-bookings.server.ts";
import { askCouriers } from "../../../shop/order-management/courier-tracking.server.ts";
import { courierBooking } from "../../../shop/order-management/tables.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { returnOf } from "../../../shop/returns/read-returns.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aReturnWish, aShirt, brokenRules, stockOf } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/* Returns that a courier fetches at the customer's: booked once, followed, cancelled. */

let shop: TestShop;
let ask: Ask;
let admin: Person;
let desk: ReturnType<typeof courierDesk>;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  desk = courierDesk(shop.services);
});
afterAll(async () => {
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});

const minutes = (count: number) => shop.clock.forward(count * 60_000);
const pageOf = ({ id }: Order) => `/admin/orders/${id}`;
const see = async (path: string, as: Person = admin) => textOf(await (await ask(path, { as })).text());

type Back = {
  order: Order;
  buyer: Person;
  id: string;
  line: string;
  shirt: Awaited<ReturnType<typeof aShirt>>;
};

async function send({ order }: Pick<Back, "order">, fields: Record<string, string>) {
  const answer = await ask(pageOf(order), { ...posted(fields), as: admin });
  return {
    status: answer.status,
    flash: answer.headers.getSetCookie().join(),
    words: textOf(await answer.text()),
  };
}

/** An approved return of one shirt. */
async function approved(postalCode?: string): Promise<Back> {
  const buyer = await aShopper(shop);
  const shirt = await aShirt(shop, { name: "Indigo Kurta", price: 49_900, stock: 5 });
  const order = await aDeliveredOrder(shop, buyer, [[shirt, 1]]);
  if (postalCode)
    await shop.services.db.execute(sql`update orders set postal_code = ${postalCode} where id = ${order.id}`);
  const line = order.lines[0]?.id ?? "";
  const asked = await requestReturn(
    shop.services,
    buyer,
    order.id,
    aReturnWish([{ lineId: line, quantity: 1 }]),
  );
  if (!asked.ok) throw new Error(asked.refused);
  const { id } = asked.value;
  expect((await send({ order }, { intent: "approve", return: id })).status).toBe(303);
  await shop.runDue();
  return { order, buyer, id, line, shirt };
}
const book = (back: Back) =>
  send(back, { intent: "courier-return", form: `book-${back.id}`, return: back.id, api: "local" });
const now = async ({ id }: Back) => {
  const request = await returnOf(shop.services, id);
  if (!request) throw new Error("the return is gone");
  return request;
};
const bookingsOf = ({ id }: Back) =>
  shop.services.db
    .select()
    .from(courierBooking)
    .where(eq(courierBooking.returnId, id))
    .orderBy(asc(courierBooking.createdAt));
const lastMail = ({ buyer }: Back) => shop.sentMail().findLast(({ to }) => to === buyer.email)?.text;
/** What the courier has of an order: more than one would be fetched and paid twice. */
const atCourier = async ({ order }: Back) =>
  (await desk.list()).filter(({ reference }) => reference.startsWith(order.id.slice(0, 8)));
const waiting = async ({ order }: Back) =>
  (await (await ask("/admin/orders?work=courier", { as: admin })).text()).includes(order.id);

async function booked(): Promise<Back & { awb: string }> {
  const back = await approved();
  expect(await book(back)).toMatchObject({ status: 303 });
  return { ...back, awb: (await now(back)).pickupNumber ?? "" };
}
/** Lets something happen, and the courier tell it. */
async function move(awb: string, what: CourierMove, { late = false, times = 1 } = {}) {
  shop.clock.forward(1_000);
  const webhook = await desk.move(awb, what, late);
  if (!webhook) throw new Error("the courier does not know this AWB");
  for (let time = 0; time < times; time++) {
    const { headers } = webhook;
    await ask("/functions/parcel-webhook", { method: "POST", headers, body: await webhook.clone().text() });
  }
  await shop.runDue();
}

test("an approved return is booked without scripts: the return has courier and AWB, its customer is told and follows it", async () => {
  const back = await approved();
  expect(await see(pageOf(back.order))).toContain("Book pick-up with Demo Express");
  const answer = await book(back);
  expect(answer.status).toBe(303);
  expect(answer.flash).toContain("pickupBooked");
  const [one, ...others] = await atCourier(back);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ direction: "reverse", collect: 0 });
  const awb = one?.awb ?? "";
  expect(await now(back)).toMatchObject({
    state: "approved",
    pickupCourier: "Demo Express",
    pickupNumber: awb,
    sentAt: null,
  });
  const page = await see(pageOf(back.order));
  expect(page).toMatch(new RegExp(`Pick-up: Demo Express\\s+Booked\\s+${awb}`));
  expect(page).not.toContain("Book pick-up with");
  // It is fetched without being asked for, and this courier has no labels for returns.
  expect(page).not.toContain("Ask for pickup");
  const [booking] = await bookingsOf(back);
  const label = await ask(`${pageOf(back.order)}/label/${booking?.id}`, { as: admin });
  expect(label.headers.getSetCookie().join()).toContain("courierLabelMissing");
  expect((await book(back)).words).toContain("It is booked with a courier already.");
  await shop.runDue();
  const comes = `Demo Express will pick it up from your address (tracking number ${awb}).`;
  expect(lastMail(back)).toContain(comes);
  for (const path of ["/orders", `/orders/${back.order.id}/return`, `/track/${back.order.id}`]) {
    const shown = await see(path, back.buyer);
    expect(shown).toContain(comes);
    expect(shown).not.toContain("It is on its way");
  }
  const sent = await ask("/orders", {
    ...posted({ intent: "return-sent", return: back.id }),
    as: back.buyer,
  });
  expect(sent.headers.getSetCookie().join()).toContain("returnNoLongerOpen");
  expect((await now(back)).sentAt).toBeNull();
  expect(await see(`/admin/orders?q=${awb}`)).toContain(back.order.id.slice(0, 8));
  expect(await see("/admin/audit")).toContain("booked a courier for the return of order");
});

test("a guest reads of the pick-up only after typing the digits of the phone", async () => {
  const { order, awb } = await booked();
  const path = `/track/${order.id}`;
  expect(textOf(await (await ask(path)).text())).not.toContain(awb);
  const typed = await ask(path, posted({ digits: order.address.phone.slice(-4) }));
  const cookie = typed.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  expect(textOf(await (await ask(path, { headers: { Cookie: cookie } })).text())).toContain(awb);
});

test("refusals are in words and book nothing: a PIN code, the courier, a courier without pick-ups, a return that is not approved", async () => {
  const far = await approved("790001");
  expect((await book(far)).words).toContain("The courier does not pick up returns at this PIN code.");
  const back = await approved();
  await desk.fail("refuse");
  expect((await book(back)).words).toContain("The courier says: The demo's courier refuses this parcel.");
  expect(await now(back)).toMatchObject({ pickupCourier: null, pickupNumber: null });
  expect((await send(back, { intent: "reject", return: back.id, answer: "Worn" })).status).toBe(303);
  expect((await book(back)).words).toContain("This does not fit its state now.");
  expect((await send(back, { intent: "courier-return", return: "nonsense", api: "local" })).status).toBe(400);
  const real = shop.services.couriers.courier("local");
  if (!real) throw new Error("a test shop has a courier");
  const couriers = couriersThrough([{ ...real, directions: ["forward"] }]);
  const other = await approved();
  const wanted = { orderId: other.order.id, returnId: other.id };
  expect(await bookPickup({ ...shop.services, couriers }, someStaff, "local", wanted)).toMatchObject({
    refused: "no-pickups",
  });
  for (const one of [far, back, other]) expect(await atCourier(one)).toEqual([]);
});

test("a pick-up is booked once: over a lost call or answer, by two members of staff, and over a server that dies", async () => {
  for (const fault of ["lose-answer", "lose-call"] as const) {
    const back = await approved();
    await desk.fail(fault);
    expect((await book(back)).flash).toContain("courierAsked");
    expect((await now(back)).pickupNumber).toBeNull();
    expect((await book(back)).words).toContain("It is booked with a courier already.");
    minutes(3);
    await askCouriers(shop.services);
    const [one, ...others] = await atCourier(back);
    expect(others).toEqual([]);
    expect((await now(back)).pickupNumber).toBe(one?.awb);
  }
  const twice = await approved();
  const wanted = { orderId: twice.order.id, returnId: twice.id };
  const both = await Promise.all([1, 2, 3].map(() => bookPickup(shop.services, someStaff, "local", wanted)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await atCourier(twice)).toHaveLength(1);

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
  const back = await approved();
  const died = bookPickup({ ...shop.services, couriers: dying }, someStaff, "local", {
    orderId: back.order.id,
    returnId: back.id,
  });
  await expect(died).rejects.toThrow("killed");
  minutes(3);
  await askCouriers(shop.services);
  expect(await atCourier(back)).toHaveLength(1);
  expect((await now(back)).pickupNumber).not.toBeNull();
});

test("a call that is carried out late makes a second pick-up, which is cancelled and told", async () => {
  const back = await approved();
  await desk.fail("carry-out-late");
  await book(back);
  minutes(3);
  await askCouriers(shop.services);
  minutes(10);
  await askCouriers(shop.services);
  const all = await atCourier(back);
  expect(all.map(({ cancelled }) => cancelled).sort()).toEqual([false, true]);
  expect(all.find(({ cancelled }) => !cancelled)?.awb).toBe((await now(back)).pickupNumber);
  expect(await see(pageOf(back.order))).toContain("Demo Express booked this pick-up once more");
});

test("staff cancel a pick-up and book another; one that was never answered is given up", async () => {
  const back = await booked();
  const [booking] = await bookingsOf(back);
  const cancel = {
    intent: "courier-cancel",
    form: `cancel-booking-${booking?.id}`,
    booking: booking?.id ?? "",
  };
  expect((await send(back, cancel)).status).toBe(303);
  expect(await now(back)).toMatchObject({ pickupCourier: null, pickupNumber: null });
  expect(await see(`/orders/${back.order.id}/return`, back.buyer)).toContain("Approved: please send it back");
  expect((await book(back)).status).toBe(303);
  expect((await atCourier(back)).map(({ cancelled }) => cancelled).sort()).toEqual([false, true]);
  const awb = (await now(back)).pickupNumber ?? "";
  await desk.move(awb, "picked-up");
  const second = (await bookingsOf(back)).at(-1);
  expect((await send(back, { ...cancel, booking: second?.id ?? "" })).words).toContain(
    "The courier says: It was picked up already.",
  );

  const lost = await approved();
  await desk.fail("lose-call");
  await book(lost);
  minutes(3);
  const [open] = await bookingsOf(lost);
  expect((await send(lost, { ...cancel, booking: open?.id ?? "" })).status).toBe(303);
  expect((await bookingsOf(lost)).map(({ state }) => state)).toEqual(["failed"]);
});

test("what the courier tells moves the return as far as its way: a failed attempt, picked up, delivered; told twice or late it counts once", async () => {
  const back = await booked();
  const { stock } = await stockOf(shop, back.shirt);
  await move(back.awb, "pickup-absent", { times: 2 });
  expect(await now(back)).toMatchObject({ pickupFailure: "absent", sentAt: null });
  const shown = await see(`/track/${back.order.id}`, back.buyer);
  expect(shown).toContain("The courier could not pick it up: nobody was there.");
  expect(await see(pageOf(back.order))).toContain("Nobody was there to hand it over");
  await move(back.awb, "pickup-failed");
  expect((await now(back)).pickupFailure).toBe("not-said");
  expect(await waiting(back)).toBe(false);

  await move(back.awb, "picked-up", { times: 2 });
  const fetched = await now(back);
  expect(fetched).toMatchObject({ state: "approved", pickupFailure: null, sentAt: expect.any(Date) });
  expect(await see("/orders", back.buyer)).toContain("On its way to us since");
  await move(back.awb, "pickup-absent", { late: true });
  await move(back.awb, "in-transit");
  expect(await now(back)).toEqual(fetched);

  await move(back.awb, "delivered", { times: 2 });
  expect(await now(back)).toMatchObject({ state: "approved", refund: null });
  expect((await stockOf(shop, back.shirt)).stock).toBe(stock);
  expect(await see(pageOf(back.order))).toContain("Look at the goods, then record “Received” below");
  expect(await waiting(back)).toBe(true);
  expect((await send(back, { intent: "reject", return: back.id, answer: "Worn" })).words).toContain(
    "The courier has picked it up already.",
  );
  const received = { intent: "receive", return: back.id, [`condition-${back.line}`]: "restocked" };
  expect((await send(back, received)).status).toBe(303);
  expect(await now(back)).toMatchObject({ state: "closed", refund: { amount: 49_900 } });
  expect(await waiting(back)).toBe(false);
  expect(await see(pageOf(back.order))).not.toContain("Look at the goods");
  await move(back.awb, "delivered");
  expect(await waiting(back)).toBe(false);
  expect((await see(pageOf(back.order))).match(/on its way to the shop/g)).toHaveLength(1);
});

test("a return that is rejected, or comes by itself, cancels its pick-up; after a refusal again", async () => {
  const back = await booked();
  await desk.fail("refuse");
  expect((await send(back, { intent: "reject", return: back.id, answer: "Worn" })).status).toBe(303);
  minutes(3);
  await askCouriers(shop.services);
  expect(await see(pageOf(back.order))).toContain("It says: The demo's courier refuses this parcel.");
  expect(await waiting(back)).toBe(true);
  minutes(10);
  await askCouriers(shop.services);
  expect(await atCourier(back)).toMatchObject([{ cancelled: true }]);
  expect(await bookingsOf(back)).toMatchObject([{ state: "cancelled" }]);
  expect(await now(back)).toMatchObject({ state: "rejected", pickupNumber: null });
  expect(await waiting(back)).toBe(false);

  const brought = await booked();
  const received = { intent: "receive", return: brought.id, [`condition-${brought.line}`]: "written-off" };
  expect((await send(brought, received)).status).toBe(303);
  minutes(3);
  await askCouriers(shop.services);
  expect(await atCourier(brought)).toMatchObject([{ cancelled: true }]);

  // Nobody knew yet whether the courier has it.
  const asked = await approved();
  await desk.fail("lose-answer");
  await book(asked);
  expect((await send(asked, { intent: "reject", return: asked.id, answer: "Worn" })).status).toBe(303);
  minutes(3);
  await askCouriers(shop.services);
  minutes(3);
  await askCouriers(shop.services);
  expect(await atCourier(asked)).toMatchObject([{ cancelled: true }]);
});

test("a return that is rejected while the courier is asked is not told to its customer, and the pick-up is cancelled", async () => {
  const back = await approved();
  const real = shop.services.couriers.courier("local");
  if (!real) throw new Error("a test shop has a courier");
  const couriers = couriersThrough([
    {
      ...real,
      async book(...call) {
        await send(back, { intent: "reject", return: back.id, answer: "Worn" });
        return real.book(...call);
      },
    },
  ]);
  const wanted = { orderId: back.order.id, returnId: back.id };
  await bookPickup({ ...shop.services, couriers }, someStaff, "local", wanted);
  await shop.runDue();
  expect(await now(back)).toMatchObject({ state: "rejected", pickupNumber: null });
  expect(lastMail(back)).toContain("Worn");
  minutes(3);
  await askCouriers(shop.services);
  expect(await atCourier(back)).toMatchObject([{ cancelled: true }]);
});

test("a pick-up that the courier cancels, loses or takes back to the customer waits for staff", async () => {
  const back = await booked();
  await move(back.awb, "cancelled");
  expect(await now(back)).toMatchObject({ pickupNumber: null, sentAt: null });
  expect(lastMail(back)).toContain("Demo Express does not come to pick it up any more.");
  expect(await see(pageOf(back.order))).toContain("The customer was told that nobody comes");
  expect(await waiting(back)).toBe(true);
  expect((await book(back)).status).toBe(303);
  expect(await waiting(back)).toBe(false);
  const awb = (await now(back)).pickupNumber ?? "";
  await move(awb, "lost");
  expect(await waiting(back)).toBe(true);
  expect(await see(pageOf(back.order))).toContain("with the items written off");
});

test("the demo's page shows a pick-up and lets it fail", async () => {
  const back = await booked();
  expect(await see("/dev/courier")).toMatch(new RegExp(`${back.awb} to be picked up from .* · Return`));
  await ask("/dev/courier", posted({ awb: back.awb, move: "pickup-absent", tell: "twice" }));
  await shop.runDue();
  expect((await now(back)).pickupFailure).toBe("absent");
});

test("the reason for which staff took it back after the return window stands at the return", async () => {
  const { order, line } = await approved();
  await shop.services.db.execute(sql`delete from return_line where order_line_id = ${line}`);
  await shop.services.db.execute(
    sql`update orders set delivered_at = now() - interval '40 days' where id = ${order.id}`,
  );
  const wish = aReturnWish([{ lineId: line, quantity: 1 }], { lateReason: "The seam opened at once" });
  expect(await requestReturn(shop.services, someStaff, order.id, wish)).toMatchObject({ ok: true });
  expect(await see(pageOf(order))).toContain("Accepted after the return window: The seam opened at once");
});
