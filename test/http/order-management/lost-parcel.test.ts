import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settlementSums } from "../../../shop/books/settlement-list.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { actOnParcel } from "../../../shop/order-management/parcel-acts.server.ts";
import { changeOrderStatus } from "../../../shop/orders/change-order.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { orders } from "../../../shop/orders/tables.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { deliverWebhooks } from "../../support/faults/model/shop-model.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt } from "../../support/orders.server.ts";
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
});
afterAll(() => shop.dispose());

async function sent(method: "cod" | "online") {
  const order = await anOrder(shop, buyer, { method });
  if (method === "online") {
    const begun = await startPayment(shop.services, order.id, buyer, "http://shop.test");
    if (!begun.ok) throw new Error(begun.refused);
    await shop.gateway.pay(begun.value.gatewayOrderId);
    await deliverWebhooks(shop);
  }
  await nowIs(shop, order, "shipped", { courier: "Delhivery", trackingNumber: `LP-${order.id}` });
  await shop.runDue();
  return order;
}
async function fileOf({ id }: Order) {
  const file = await orderDetail(shop.services, id);
  if (!file) throw new Error("the order is gone");
  return file;
}
const pageOf = async ({ id }: Order, as: { cookie: string }) =>
  textOf(await (await ask(`/admin/orders/${id}`, { as })).text());
async function send(order: Order, fields: Record<string, string>) {
  const { version } = await fileOf(order);
  const answer = await ask(`/admin/orders/${order.id}`, { ...posted({ version, ...fields }), as: admin });
  await shop.runDue();
  return answer.status;
}
async function lose(order: Order) {
  const parcel = (await fileOf(order)).order.parcels[0]?.id ?? "";
  return send(order, { intent: "parcel-act", form: `lose-${parcel}`, parcel, act: "lose" });
}
async function bringBack(order: Order) {
  const [parcel] = (await fileOf(order)).order.parcels;
  if (!parcel) throw new Error("nothing was sent");
  const { id } = parcel;
  const units = Object.fromEntries(parcel.lines.map(({ lineId }) => [`outcome-${lineId}-0`, "restocked"]));
  await send(order, { intent: "parcel-act", form: `return-${id}`, parcel: id, act: "return" });
  return send(order, { intent: "parcel-act", form: `receive-${id}`, parcel: id, act: "receive", ...units });
}
/** The emails about the end of an order, the newest first. */
async function mailsOf({ id }: Order) {
  const mails = await shop.services.mail.list(shop.services.db, 50);
  return mails.filter(
    ({ subject }) => subject.includes(id.slice(0, 8)) && /cancelled|lost|came back/.test(subject),
  );
}

test("the customer of a lost prepaid parcel reads that it was lost and that the money comes back, also when it is sent again", async () => {
  const order = await sent("online");
  expect(await lose(order)).toBe(303);
  const words = [
    "the courier lost your parcel on its way to you",
    "We have cancelled the order and are refunding what you paid.",
  ];
  const [mail, ...others] = await mailsOf(order);
  expect(others).toEqual([]);
  for (const said of words) expect(mail?.text).toContain(said);
  expect(mail?.text).not.toContain("Nothing will be sent");
  const again = { intent: "mail", notification: "cancelled", key: "lost-again" };
  await send(order, again);
  const [second, ...first] = await mailsOf(order);
  expect(first).toHaveLength(1);
  expect(second?.text).toContain(words[0]);
  const notes = textOf(await (await ask("/profile?tab=notifications", { as: buyer })).text());
  expect(notes).toContain("lost your parcel");
});

test("the page of an order and the SMS say that its parcel was lost, rather than only that it was cancelled", async () => {
  const order = await sent("cod");
  await shop.services.db.update(orders).set({ updatesBy: "sms" }).where(eq(orders.id, order.id));
  const track = async (as?: Person) => textOf(await (await ask(`/track/${order.id}`, { as })).text());
  expect(await track(buyer)).not.toContain("The courier lost");
  await lose(order);
  const words =
    /The courier lost this order on its way, so it was cancelled on \d+ \w+ \d+\. We are sorry\. /;
  expect(await track(buyer)).toMatch(words);
  expect(await track(buyer)).toContain("You do not have to pay anything.");
  expect(await track()).toMatch(words);
  expect(await track()).not.toContain("Nothing will be sent");
  const said = `Your order ${order.id.slice(0, 8)} was lost on its way to you, so we have cancelled it.`;
  expect(textOf(await (await ask("/dev/messages")).text())).toContain(said);
});

test("an order that came back undelivered says so on its pages, by mail and by SMS", async () => {
  const order = await sent("cod");
  await shop.services.db.update(orders).set({ updatesBy: "sms" }).where(eq(orders.id, order.id));
  expect(await bringBack(order)).toBe(303);
  expect((await fileOf(order)).order.status).toBe("cancelled");
  const [mail, ...others] = await mailsOf(order);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`Order ${order.id.slice(0, 8)} came back to us`);
  expect(mail?.text).toContain("You do not have to pay anything.");
  const words = "This order could not be delivered and came back to us, so it was cancelled";
  for (const path of [`/track/${order.id}`, `/order-confirmation/${order.id}`, "/orders"])
    expect(textOf(await (await ask(path, { as: buyer })).text())).toContain(words);
  const said = `Your order ${order.id.slice(0, 8)} could not be delivered and came back to us`;
  expect(textOf(await (await ask("/dev/messages")).text())).toContain(said);
  await send(order, { intent: "mail", notification: "cancelled", key: "back-again" });
  expect((await mailsOf(order)).map(({ subject }) => subject)).toEqual([mail?.subject, mail?.subject]);
});

/** An order of which each line is with the courier in a parcel of its own, told by SMS as well. */
async function sentInTwo() {
  const pieces = [await aShirt(shop, { name: "Blue Shirt" }), await aShirt(shop, { name: "Red Shirt" })];
  const order = await anOrder(shop, buyer, { pieces });
  await shop.services.db.update(orders).set({ updatesBy: "sms" }).where(eq(orders.id, order.id));
  for (const line of order.lines)
    await send(order, { intent: "parcel-new", form: "new-parcel", [`units-${line.id}`]: "1" });
  for (const { id } of (await fileOf(order)).order.parcels)
    await send(order, { intent: "parcel-act", form: `send-${id}`, parcel: id, act: "send" });
  return order;
}

test("of one lost parcel of several the customer reads what was in it, and that the rest comes", async () => {
  const order = await sentInTwo();
  expect(await lose(order)).toBe(303);
  expect((await fileOf(order)).order.status).toBe("shipped");
  const [mail, ...others] = await mailsOf(order);
  expect(others).toEqual([]);
  const short = order.id.slice(0, 8);
  expect(mail?.subject).toBe(`A parcel of order ${short} was lost on its way`);
  expect(mail?.text).toMatch(/the courier lost a parcel of your order, with 1 × (Blue|Red) Shirt \(M\)\./);
  expect(mail?.text).toContain("The rest of your order is not affected.");
  expect(textOf(await (await ask("/dev/messages")).text())).toContain(
    `A parcel of your order ${short} was lost on its way to you.`,
  );
  const notes = textOf(await (await ask("/profile?tab=notifications", { as: buyer })).text());
  expect(notes).toContain("One of your parcels was lost.");
});

test("of one of several parcels that comes back the customer hears, also again, what was in it", async () => {
  const order = await sentInTwo();
  const [parcel] = (await fileOf(order)).order.parcels;
  if (!parcel) throw new Error("no parcel");
  const act = async (act: "return" | "receive") =>
    actOnParcel(shop.services, someStaff, order.id, {
      version: (await fileOf(order)).version,
      parcelId: parcel.id,
      act,
      outcomes: parcel.lines.map((unit) => ({ ...unit, disposition: "restocked" as const })),
    });
  const mails = async () =>
    (await shop.services.mail.list(shop.services.db, 50)).filter(
      ({ subject }) => subject === `A parcel of order ${order.id.slice(0, 8)} came back to us`,
    );
  expect((await act("return")).ok).toBe(true);
  expect(await mails()).toEqual([]);
  expect((await act("receive")).ok).toBe(true);
  await shop.runDue();
  expect((await fileOf(order)).order.status).toBe("shipped");
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(
    /a parcel of your order, with 1 × (Blue|Red) Shirt \(M\), and has brought it back/,
  );
  expect(mail?.text).toContain("The rest of your order is not affected.");
  expect(textOf(await (await ask("/dev/messages")).text())).toContain(
    `A parcel of your order ${order.id.slice(0, 8)} could not be delivered and came back to us.`,
  );
  expect(textOf(await (await ask("/profile?tab=notifications", { as: buyer })).text())).toContain(
    "One of your parcels came back to us.",
  );
  expect(await pageOf(order, admin)).toContain("One of several parcels came back");
  await send(order, { intent: "mail", notification: "part-returned", key: "returned-again" });
  const [again] = await mails();
  expect(await mails()).toHaveLength(2);
  expect(again?.text).toBe(mail?.text);
});

test("that one of several parcels was lost can be sent again, with what was in it", async () => {
  const order = await sentInTwo();
  await lose(order);
  await send(order, { intent: "mail", notification: "part-lost", key: "part-lost-again" });
  const [again, first, ...others] = await mailsOf(order);
  expect(others).toEqual([]);
  expect(again?.text).toBe(first?.text);
});

test("My Orders and the order's confirmation say that it was lost, not only that it was cancelled", async () => {
  buyer = await aShopper(shop);
  const order = await sent("cod");
  const words = "The courier lost this order on its way, so it was cancelled";
  const pages = async () =>
    Promise.all(
      ["/orders", `/order-confirmation/${order.id}`].map(async (path) =>
        textOf(await (await ask(path, { as: buyer })).text()),
      ),
    );
  for (const page of await pages()) expect(page).not.toContain(words);
  await lose(order);
  const [list, confirmation] = await pages();
  expect(list).toContain(words);
  expect(list).toContain("Lost on its way, cancelled");
  expect(confirmation).toContain(words);
});

test("of a lost parcel to be paid on delivery nothing is said to be refunded", async () => {
  const order = await sent("cod");
  await lose(order);
  const [mail] = await mailsOf(order);
  expect(mail?.text).toContain("the courier lost your parcel on its way to you");
  expect(mail?.text).toContain("you do not have to pay anything");
  expect(mail?.text).not.toContain("refund");
});

test("what the customer keeps of a cancelled order is not called lost", async () => {
  const order = await sent("cod");
  const dispositions = order.lines.map(({ id: lineId, quantity }) => ({
    lineId,
    quantity,
    disposition: "kept" as const,
  }));
  const change = { to: "cancelled" as const, actor: someStaff, reason: "kept", dispositions };
  expect((await changeOrderStatus(shop.services, order.id, change)).ok).toBe(true);
  const [mail] = await mailsOf(order);
  expect(mail?.text).toContain("Your order has been cancelled.");
  expect(mail?.text).not.toContain("lost");
  // Its parcel is with the customer, and no courier owes its cash.
  expect(await pageOf(order, admin)).toContain("Parcel 1 Delivered");
  shop.clock.forward(40 * 86_400_000);
  const missing = { kind: "", state: "", month: null, file: "", q: order.id.slice(0, 8) } as const;
  expect(await settlementSums(shop.services, missing)).toEqual([]);
  shop.clock.forward(-40 * 86_400_000);
});

test("staff who may not refund read beforehand that the refund has to be approved", async () => {
  const order = await sent("online");
  const packer = await someoneAs(shop, "fulfilment");
  const waits = "once somebody who may refund has approved it";
  expect(await pageOf(order, packer)).toContain(`what was paid is refunded ${waits}`);
  expect(await pageOf(order, packer)).toContain(`will be refunded ${waits}`);
  expect(await pageOf(order, admin)).not.toContain(waits);
  // Nothing was paid of one with cash on delivery.
  const unpaid = await pageOf(await sent("cod"), admin);
  expect(unpaid).toContain("the order is cancelled, and there is nothing to refund.");
  expect(unpaid).not.toContain("what was paid is refunded");
});
