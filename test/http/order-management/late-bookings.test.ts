import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { courierDesk } from "../../../demo/courier.server.ts";
import { couriersThrough } from "../../../platform/couriers/couriers.server.ts";
import { bookParcel } from "../../../shop/order-management/courier-bookings.server.ts";
import { askCouriers } from "../../../shop/order-management/courier-tracking.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { courierBooking } from "../../../shop/order-management/tables.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/* A call without an answer that the courier carries out after it was asked for the parcel, and that was booked again. */

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

const see = async ({ id }: Order) => textOf(await (await ask(`/admin/orders/${id}`, { as: admin })).text());
const minutes = (count: number) => shop.clock.forward(count * 60_000);
async function send({ id }: Order, fields: Record<string, string>) {
  const version = (await orderDetail(shop.services, id))?.version ?? "";
  const answer = await ask(`/admin/orders/${id}`, { ...posted({ version, ...fields }), as: admin });
  return answer.status;
}
const book = (order: Order) =>
  send(order, { intent: "courier-book", form: "book-rest", parcel: "", api: "local" });
const parcelOf = async ({ id }: Order) => (await orderDetail(shop.services, id))?.order.parcels[0];
const atCourier = async ({ id }: Order) =>
  (await desk.list()).filter(({ reference }) => reference.startsWith(id.slice(0, 8)));
const notCancelled = async (order: Order) =>
  (await atCourier(order)).filter(({ cancelled }) => !cancelled).map(({ awb }) => awb);
const bookingsOf = ({ id }: Order) =>
  shop.services.db
    .select()
    .from(courierBooking)
    .where(eq(courierBooking.orderId, id))
    .orderBy(asc(courierBooking.createdAt));
const giveUp = async (order: Order) => {
  const [booking] = await bookingsOf(order);
  const form = `cancel-booking-${booking?.id}`;
  return send(order, { intent: "courier-cancel", form, booking: booking?.id ?? "" });
};

/** An order that was booked twice: the first call comes after the second. Out: the AWB that the parcel has. */
async function bookedLate() {
  const order = await anOrder(shop, buyer);
  await desk.fail("carry-out-late");
  expect(await book(order)).toBe(303);
  minutes(3);
  await askCouriers(shop.services);
  const awb = (await parcelOf(order))?.trackingNumber;
  expect(await notCancelled(order)).toEqual([awb]);
  minutes(3);
  expect(await notCancelled(order)).toHaveLength(2);
  return { order, awb };
}

test("a call that is carried out late makes a second parcel, which is cancelled and told", async () => {
  const { order, awb } = await bookedLate();
  minutes(3);
  await askCouriers(shop.services);
  expect(await notCancelled(order)).toEqual([awb]);
  expect(await parcelOf(order)).toMatchObject({ state: "prepared", trackingNumber: awb });
  const page = await see(order);
  expect(page).toContain("Demo Express booked this parcel once more");
  const [other] = (await atCourier(order)).filter(({ cancelled }) => cancelled);
  expect(page).toContain(`as ${other?.awb}. That booking was cancelled with the courier`);
  const log = textOf(await (await ask("/admin/audit", { as: admin })).text());
  expect(log).toContain("cancelled what the courier had booked once more for order");
  // Told once, however often it is looked for again.
  minutes(20);
  await askCouriers(shop.services);
  expect((await bookingsOf(order)).map(({ secondAwbs }) => secondAwbs)).toEqual([[other?.awb]]);
});

test("it is cancelled before anybody is asked to fetch the parcel", async () => {
  const { order, awb } = await bookedLate();
  const [booking] = await bookingsOf(order);
  expect(await send(order, { intent: "courier-pickup", form: `pickup-${booking?.id}` })).toBe(303);
  expect(await notCancelled(order)).toEqual([awb]);
});

test("one that the courier does not cancel waits for somebody, with the courier's words", async () => {
  const { order, awb } = await bookedLate();
  const late = (await notCancelled(order)).find((one) => one !== awb) ?? "";
  await desk.move(late, "picked-up");
  minutes(3);
  await askCouriers(shop.services);
  expect(await see(order)).toContain("does not cancel that (“It was picked up already”). Please cancel it");
  const waiting = await (await ask("/admin/orders?work=courier", { as: admin })).text();
  expect(waiting).toContain(order.id);
});

test("a booking that was given up is cancelled when it comes, unless somebody has entered its number", async () => {
  for (const isEntered of [false, true]) {
    const order = await anOrder(shop, buyer);
    await desk.fail("carry-out-late");
    await book(order);
    minutes(3);
    expect(await giveUp(order)).toBe(303);
    minutes(3);
    const [late = ""] = await notCancelled(order);
    if (isEntered) await nowIs(shop, order, "shipped", { courier: "Demo Express", trackingNumber: late });
    minutes(10);
    await askCouriers(shop.services);
    expect(await notCancelled(order)).toEqual(isEntered ? [late] : []);
    const told = expect(await see(order));
    if (isEntered) told.not.toContain("booked this parcel once more");
    else told.toContain("booked this parcel once more");
  }
});

test("the number that a courier gives before the booking is kept, and is the same for each try", async () => {
  const real = shop.services.couriers.courier("local");
  if (!real) throw new Error("a test shop has a courier");
  const numbers: (string | null)[] = [];
  let given = 0;
  const numbering = couriersThrough([
    {
      ...real,
      reserve: async () => ({ ok: true, value: `WB${++given}` }),
      async book(shipment, how) {
        numbers.push(how.awb);
        return real.book(shipment, how);
      },
    },
  ]);
  const services = { ...shop.services, couriers: numbering };
  const order = await anOrder(shop, buyer);
  await desk.fail("lose-call");
  await bookParcel(services, someStaff, "local", { orderId: order.id, parcelId: null, version: null });
  expect(await bookingsOf(order)).toMatchObject([{ state: "asked", reservedAwb: "WB1" }]);
  minutes(3);
  await askCouriers(services);
  expect(numbers).toEqual(["WB1", "WB1"]);
});
