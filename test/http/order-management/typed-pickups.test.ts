import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CourierMove, courierDesk } from "../../../demo/courier.server.ts";
import { askCouriers } from "../../../shop/order-management/courier-tracking.server.ts";
import { courierBooking } from "../../../shop/order-management/tables.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { returnOf } from "../../../shop/returns/read-returns.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { bookedElsewhere } from "../../support/ordered/booked-elsewhere.server.ts";
import { aDeliveredOrder, aReturnWish, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/* A courier for a return that staff booked elsewhere; what a pick-up cost; and its customer hears when it is cancelled. */

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

const see = async (path: string, as: Person = admin) => textOf(await (await ask(path, { as })).text());
const pageOf = ({ id }: Order) => `/admin/orders/${id}`;
async function send(order: Order, fields: Record<string, string>, as: Person = admin) {
  const answer = await ask(pageOf(order), { ...posted(fields), as });
  return { status: answer.status, words: textOf(await answer.text()) };
}

async function approved() {
  const buyer = await aShopper(shop);
  const order = await aDeliveredOrder(shop, buyer, [[await aShirt(shop, { price: 49_900 }), 1]]);
  const line = order.lines[0]?.id ?? "";
  const wish = aReturnWish([{ lineId: line, quantity: 1 }]);
  const asked = await requestReturn(shop.services, buyer, order.id, wish);
  if (!asked.ok) throw new Error(asked.refused);
  const { id } = asked.value;
  expect((await send(order, { intent: "approve", return: id })).status).toBe(303);
  await shop.runDue();
  return { order, buyer, id, line };
}
const entered = (id: string, over: Record<string, string> = {}) => ({
  intent: "return-carrier",
  form: `pickup-carrier-${id}`,
  return: id,
  courier: "Blue Dart",
  trackingNumber: "BD100",
  trackingLink: "https://bluedart.example/BD100",
  ...over,
});
const lastMail = async ({ email }: Person) => {
  await shop.runDue();
  return shop.sentMail().findLast(({ to }) => to === email)?.text ?? "";
};

test("staff enter the courier and the AWB of a return that they booked elsewhere: its customer is told and follows it", async () => {
  const { order, buyer, id } = await approved();
  const half = await send(order, entered(id, { courier: "" }));
  expect(half.words).toContain("Please enter the courier and the tracking number.");
  const empty = await send(order, entered(id, { courier: "", trackingNumber: "", trackingLink: "" }));
  expect(empty.words).toContain("Please enter the courier and the tracking number.");
  const wrong = await send(order, entered(id, { trackingLink: "http://a.example" }));
  expect(wrong.words).toContain("A tracking link begins with https://.");
  expect((await send(order, entered(id))).status).toBe(303);
  expect(await returnOf(shop.services, id)).toMatchObject({
    pickupCourier: "Blue Dart",
    pickupNumber: "BD100",
    sentAt: null,
  });
  const comes = "Blue Dart will pick it up from your address (tracking number BD100).";
  const mail = await lastMail(buyer);
  expect(mail).toContain(comes);
  expect(mail).toContain("https://bluedart.example/BD100");
  expect(await see(`/track/${order.id}`, buyer)).toContain(comes);
  const page = await see(pageOf(order));
  expect(page).toContain("Blue Dart BD100 to pick it up");
  expect(page).not.toContain("Book pick-up with");
  expect(await see(`/admin/returns?q=${order.id.slice(0, 8)}`)).toContain("Blue Dart BD100 to pick it up");
  const other = await approved();
  expect((await send(other.order, entered(other.id))).words).toContain(
    `Order ${order.id.slice(0, 8)} already has this AWB.`,
  );
});

test("a pick-up that staff take away, or cancel with the courier, is told to its customer; the dialog says so", async () => {
  const { order, buyer, id } = await approved();
  await send(order, entered(id, { trackingNumber: "BD200" }));
  const none = { courier: "", trackingNumber: "", trackingLink: "" };
  expect((await send(order, entered(id, none))).status).toBe(303);
  expect(await returnOf(shop.services, id)).toMatchObject({ pickupCourier: null, pickupNumber: null });
  expect(await lastMail(buyer)).toContain("Blue Dart does not come to pick it up any more.");

  await send(order, { intent: "courier-return", return: id, api: "local" });
  expect(await lastMail(buyer)).toContain("Demo Express will pick it up");
  const [booking] = await shop.services.db
    .select()
    .from(courierBooking)
    .where(eq(courierBooking.returnId, id));
  expect(await see(pageOf(order))).toContain("The customer is told that the courier does not come.");
  await send(order, { intent: "courier-cancel", booking: booking?.id ?? "" });
  expect(await lastMail(buyer)).toContain("Demo Express does not come to pick it up any more.");
});

test("a pick-up that was booked in the courier's own account is followed once its AWB is typed, also another one", async () => {
  const { order, id } = await approved();
  const awb = (name: string) => bookedElsewhere(shop, name, "reverse");
  const [first, second] = [await awb("typed-1"), await awb("typed-2")];
  const type = async (trackingNumber: string) => {
    const fields = { courier: "demo express", trackingNumber, trackingLink: "" };
    expect((await send(order, entered(id, fields))).status).toBe(303);
    await askCouriers(shop.services);
  };
  const told = async (number: string, what: CourierMove) => {
    shop.clock.forward(1_000);
    const webhook = await courierDesk(shop.services).move(number, what);
    if (!webhook) throw new Error("the courier does not know this AWB");
    const { headers } = webhook;
    await ask("/functions/parcel-webhook", { method: "POST", headers, body: await webhook.text() });
    await shop.runDue();
  };
  await type(first);
  const page = await see(pageOf(order));
  expect(page).toMatch(new RegExp(`Pick-up: Demo Express\\s+Followed\\s+${first}`));
  expect(page).toContain("Change pick-up");
  for (const words of ["Cancel booking", "Book pick-up with"]) expect(page).not.toContain(words);
  expect((await send(order, { intent: "courier-return", return: id, api: "local" })).words).toContain(
    "It already has a tracking number. Remove that first.",
  );
  await told(first, "pickup-absent");
  expect((await returnOf(shop.services, id))?.pickupFailure).toBe("absent");
  await type(second.toLowerCase());
  await told(first, "picked-up");
  expect((await returnOf(shop.services, id))?.sentAt).toBeNull();
  await told(second, "picked-up");
  expect((await returnOf(shop.services, id))?.sentAt).not.toBeNull();
  await told(second, "delivered");
  expect((await returnOf(shop.services, id))?.state).toBe("approved");
  expect(await see(pageOf(order))).toContain("record “Received” below");
});

test("what a pick-up cost is entered with the return, and counts in the order and among what came back", async () => {
  const { order, id, line } = await approved();
  await send(order, entered(id, { trackingNumber: "BD300" }));
  expect((await send(order, { intent: "return-cost", return: id, cost: "x" })).words).toContain(
    "Please enter an amount such as 99.50.",
  );
  expect((await send(order, { intent: "return-cost", return: id, cost: "80,50" })).words).toContain(
    "Paise come after a point: 80.50, not 80,50.",
  );
  expect((await send(order, { intent: "return-cost", return: id, cost: "80.50" })).status).toBe(303);
  const page = await see(pageOf(order));
  expect(page).toContain("Came back (RTO, returns) -₹80.50");
  expect(page).toContain("Return cost ₹80.50");
  await send(order, { intent: "receive", return: id, [`condition-${line}`]: "restocked" });
  expect(await see("/admin/parcels/returned")).toContain("Costs entered so far: ₹80.50");
  expect(await see("/admin/parcels/returned?by=courier")).toMatch(/Blue Dart 1 1 ₹80\.50/);
  expect(await (await ask("/admin/parcels/returned.csv", { as: admin })).text()).toMatch(
    /,Return,.*BD300.*80\.50/,
  );
});
