import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { courierDesk } from "../../../demo/courier.server.ts";
import { settlementSums } from "../../../shop/books/settlement-list.server.ts";
import { releaseExpiredReservations } from "../../../shop/checkout/release-reservations.server.ts";
import { codRules } from "../../../shop/cod/cod-rules.server.ts";
import { actOnParcel } from "../../../shop/order-management/parcel-acts.server.ts";
import { orderVersion } from "../../../shop/order-management/staff-action.server.ts";
import { cancelOrder } from "../../../shop/orders/change-order.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { paymentsOf } from "../../../shop/payments/read-payments.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { aStaffMember, someJob } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { deliverWebhooks } from "../../support/faults/model/shop-model.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, brokenRules, putInCart, stockOf } from "../../support/orders.server.ts";
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
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  // A live shop asks staff for a second factor, which is not what is tested here.
  await shop.services.db.execute(sql`update session set second_factor_at = now()`);
});
afterAll(async () => {
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});
beforeEach(async () => {
  buyer = await aShopper(shop);
  await shop.services.db.execute(sql`delete from cod_rule`);
});

const page = async (path: string, as: Person | undefined = buyer, through = ask) => {
  const answer = await through(path, { as });
  const html = await answer.text();
  return { status: answer.status, html, words: textOf(html) };
};
const send = async (path: string, fields: Record<string, string>, as = admin, through = ask) => {
  const answer = await through(path, { ...posted(fields), as });
  const html = await answer.text();
  return { status: answer.status, html, words: textOf(html), to: answer.headers.get("Location") ?? "" };
};

/** The owner's form of a rule for these PIN codes. */
const make = (fields: Record<string, string>, through = ask) =>
  send(
    "/admin/settings/cod/new",
    {
      name: "In advance",
      outcome: "prepay",
      "rule.match": "all",
      "rule.0.field": "pin",
      "rule.0.operator": "is",
      "rule.0.value": "560",
      ...fields,
    },
    admin,
    through,
  );

const address = {
  name: "Asha Rao",
  phone: "98123 45670",
  line1: "12, MG Road",
  line2: "",
  postalCode: "560001",
  city: "Bengaluru",
  state: "Karnataka",
};
/** Sends the checkout as it is shown: with its version, and what it says is paid in advance. */
async function checkout(shown: string, more: Record<string, string> = {}, through = ask) {
  const of = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown)?.[1];
  const advance = of("advance");
  const fields = {
    ...address,
    method: "cod",
    intent: "place",
    key: randomUUID(),
    version: of("version") ?? "",
  };
  return send("/checkout", { ...fields, ...(advance && { advance }), ...more }, buyer, through);
}

const placedBy = async (person: Person) => {
  const { rows } = await shop.services.db.execute(
    sql`select id from orders where user_id = ${person.id} and placed_at is not null order by placed_at desc limit 1`,
  );
  return now({ id: String(rows[0]?.id) });
};
async function now({ id }: Pick<Order, "id">): Promise<Order> {
  const order = await orderOf(shop.services, id);
  if (!order) throw new Error("no order");
  return order;
}
async function pay({ id }: Pick<Order, "id">) {
  const started = await startPayment(shop.services, id, buyer, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway.pay(started.value.gatewayOrderId);
  await deliverWebhooks(shop);
  await shop.runDue();
}

/** An order of ₹929 that waits for its advance of ₹200. */
async function waiting() {
  await make({ advanceAmount: "200" });
  const shirt = await aShirt(shop, { price: 92_900 });
  await putInCart(shop, buyer, shirt);
  const placed = await checkout((await page("/checkout")).html, { advance: "20000" });
  expect(placed.status).toBe(303);
  return { order: await placedBy(buyer), shirt };
}
/** The same with the advance paid. */
async function prepaid() {
  const made = await waiting();
  await pay(made.order);
  return { ...made, order: await now(made.order) };
}

describe.each(["demo", "live"] as const)("in a %s shop", (mode) => {
  let inMode: Ask;
  beforeAll(async () => {
    const { services } = shop;
    inMode = await asking({ ...services, site: { ...services.site, mode } });
  });

  test("the owner makes the rule; the shopper reads what is paid now and on delivery before it is placed, and pays the advance", async () => {
    const none = await make({}, inMode);
    expect([none.status, none.words]).toEqual([
      400,
      expect.stringContaining("Please write either a percent or an amount."),
    ]);
    expect((await make({ advancePercent: "20", advanceAmount: "200" }, inMode)).words).toContain(
      "either a percent or an amount",
    );
    expect((await make({ advancePercent: "100" }, inMode)).words).toContain("A whole number from 1 to 99.");
    expect((await make({ advanceAmount: "0.50" }, inMode)).words).toContain(
      "An amount in rupees, at least 1.",
    );
    expect((await make({ advancePercent: "20" }, inMode)).status).toBe(303);
    const list = (await page("/admin/settings/cod", admin, inMode)).words;
    expect(list).toContain("Take it once a part is paid online in advance: 20% in advance");
    const [rule] = await codRules(shop.services);
    const edit = (await page(`/admin/settings/cod/${rule?.id}`, admin, inMode)).html;
    expect(edit).toMatch(/name="advancePercent"[^>]*value="20"/);

    // ₹186 are a fifth of ₹929, in whole rupees. The address is not known yet, so the page says it when it is sent.
    await putInCart(shop, buyer, await aShirt(shop, { price: 92_900 }));
    const shown = await page("/checkout", buyer, inMode);
    expect(shown.words).toContain("Pay ₹929 on delivery");
    const asked = await checkout(shown.html, {}, inMode);
    expect([asked.status, asked.words]).toEqual([
      422,
      expect.stringContaining("Pay ₹186 now, ₹743 on delivery"),
    ]);
    expect(asked.html).toContain('value="Asha Rao"');
    const placed = await checkout(asked.html, {}, inMode);
    expect([placed.status, placed.to]).toEqual([303, expect.stringMatching(/^\/dev\/|pay=1/)]);
    const order = await placedBy(buyer);
    expect(order).toMatchObject({ method: "online", advance: 18_600, total: 92_900, paid: false });

    const confirmation = `/order-confirmation/${order.id}`;
    const before = (await page(confirmation, buyer, inMode)).words;
    expect(before).toContain("Your order is waiting for its advance");
    expect(before).toContain("Pay ₹186 now, ₹743 on delivery");
    expect(before).not.toContain("Switch to cash on delivery");
    await pay(order);
    const after = (await page(confirmation, buyer, inMode)).words;
    for (const words of [
      "Thank you for your order!",
      "Pay ₹743 on delivery",
      "Paid in part, ₹743.00 due on delivery",
    ])
      expect(after).toContain(words);
    expect(await now(order)).toMatchObject({
      method: "cod",
      status: "pending",
      received: 18_600,
      paid: false,
    });
    const mails = shop.sentMail().filter(({ to }) => to === buyer.email);
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        "Please pay ₹186.00 now with the button below; the other ₹743.00 is paid on delivery.",
      ),
      expect.stringMatching(/We have received ₹186\.00.*To be paid on delivery.*₹743\.00/s),
    ]);

    // The address is known now, so the next checkout says it at once.
    await putInCart(shop, buyer, await aShirt(shop, { price: 92_900 }));
    expect((await page("/checkout", buyer, inMode)).words).toContain("Pay ₹186 now, ₹743 on delivery");
  });
});

test("without online payment the form says what happens instead, and the customer is asked to confirm", async () => {
  const { services } = shop;
  const closed = await asking({ ...services, payments: { ...services.payments, online: undefined } });
  expect((await page("/admin/settings/cod/new", admin, closed)).words).toContain(
    "Online payment is not set up, so nobody can pay in advance",
  );
  expect((await make({ advanceAmount: "200", reason: "₹200 first." }, closed)).status).toBe(303);
  await putInCart(shop, buyer, await aShirt(shop));
  expect((await checkout((await page("/checkout")).html, {}, closed)).status).toBe(303);
  const order = await placedBy(buyer);
  expect(order).toMatchObject({ method: "cod", advance: 0 });
  const list = await page(`/admin/orders?q=${order.id}`, admin, closed);
  expect(list.words).toContain("customer has not confirmed");
});

test("labels, slips, manifest, courier and books have the rest; delivered, it is paid in full", async () => {
  const { order } = await prepaid();
  const desk = courierDesk(shop.services);
  const version = await orderVersion(shop.services.db, order.id);
  const book = { intent: "courier-book", form: "book-rest", parcel: "", api: "local", version };
  expect((await send(`/admin/orders/${order.id}`, book)).status).toBe(303);
  const booked = (await desk.list()).filter(({ reference }) => reference.startsWith(order.id.slice(0, 8)));
  expect(booked).toMatchObject([{ collect: 72_900 }]);
  for (const kind of ["labels", "slips", "manifest"]) {
    const printed = (await page(`/admin/orders/print?id=${order.id}&kind=${kind}`, admin)).words;
    expect([kind, printed]).toEqual([kind, expect.stringContaining("₹729.00")]);
    expect(printed).not.toContain("do not send");
  }
  const office = (await page(`/admin/orders/${order.id}`, admin)).words;
  expect(office).toContain("Paid in part, ₹729.00 due on delivery");
  await nowIs(shop, order, "shipped");
  await nowIs(shop, order, "delivered");
  await shop.runDue();
  expect(await now(order)).toMatchObject({ method: "cod", paid: true, paymentStatus: "completed" });
  expect(
    (await paymentsOf(shop.services.db, order.id)).map(({ provider, amount }) => [provider, amount]),
  ).toEqual([
    ["cashfree", 20_000],
    ["cod", 72_900],
  ]);
  const [cash] = (
    await shop.services.db.execute(
      sql`select cash_of_parcel(id)::integer as cash from parcel where order_id = ${order.id}`,
    )
  ).rows;
  expect(cash).toEqual({ cash: 72_900 });
  const long = new Date(shop.services.clock.now().getTime() - 40 * 86_400_000).toISOString();
  await shop.services.db.execute(sql`update parcel set delivered_at = ${long} where order_id = ${order.id}`);
  const awb = booked[0]?.awb ?? "";
  const body = new FormData();
  for (const [field, value] of Object.entries({ intent: "upload", form: "upload", kind: "courier" }))
    body.set(field, value);
  body.set("file", new Blob([`AWB,COD Amount,UTR,Remittance Date\n${awb},729,U1,2026-11-20\n`]), "cod.csv");
  const origin = { Origin: "http://shop.test" };
  await ask("/admin/books/settlements", { method: "POST", headers: origin, body, as: admin });
  const sums = await settlementSums(shop.services, {
    kind: "courier",
    state: "",
    month: null,
    file: "",
    q: "",
  });
  expect(sums.map(({ state, count, difference }) => [state, count, difference])).toContainEqual([
    "matched",
    1,
    0,
  ]);
});

test("an advance that is not paid in time gives the pieces back, and can still be paid while there are some", async () => {
  const { order, shirt } = await waiting();
  expect(await stockOf(shop, shirt)).toEqual({ stock: 5, reserved: 1 });
  await shop.services.db.execute(
    sql`update reservation set expires_at = now() - interval '1 second' where order_id = ${order.id}`,
  );
  await releaseExpiredReservations(shop.services, someJob);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 5, reserved: 0 });
  expect(await now(order)).toMatchObject({ status: "pending", method: "online" });
  const list = (await page(`/admin/orders?q=${order.id}`, admin)).words;
  expect(list).toContain("Advance of ₹200.00 due");
  await pay(order);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 0 });
  expect(await now(order)).toMatchObject({ method: "cod", received: 20_000 });
});

test("a declined advance is tried again; it is never changed to cash without it", async () => {
  const { order } = await waiting();
  const started = await startPayment(shop.services, order.id, buyer, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway.decline(started.value.gatewayOrderId);
  await deliverWebhooks(shop);
  const returned = `/order-confirmation?order_id=${started.value.gatewayOrderId}&db_order_id=${order.id}`;
  const failed = (await page(returned)).words;
  expect(failed).toContain("Payment failed");
  expect(failed).toContain("Pay ₹200 now, ₹729 on delivery");
  expect(failed).not.toMatch(/pay on delivery\.|Switch to cash/);
  const cash = await send("/orders", { intent: "cod", order: order.id, next: "/orders" }, buyer);
  expect(cash.status).toBe(303);
  expect(await now(order)).toMatchObject({ method: "online", paymentStatus: "failed" });
  await pay(order);
  expect(await now(order)).toMatchObject({ method: "cod", paymentStatus: "pending" });
});

test("an order to be paid online that is changed to cash waits for the advance", async () => {
  await make({ advanceAmount: "200" });
  const order = await anOrder(shop, buyer, {
    method: "online",
    pieces: [await aShirt(shop, { price: 92_900 })],
  });
  await send("/orders", { intent: "cod", order: order.id, next: "/orders" }, buyer);
  expect(await now(order)).toMatchObject({ method: "online", advance: 20_000 });
  expect((await page("/orders")).words).toContain("Pay ₹200 now, ₹729 on delivery");
  await pay(order);
  expect(await now(order)).toMatchObject({ method: "cod", received: 20_000 });
});

test("'Buy Now' and the server function ask for the advance before they place the order", async () => {
  await make({ advanceAmount: "200" });
  const shirt = await aShirt(shop, { price: 92_900 });
  const path = `/order/${shirt.slug}`;
  const shown = (await page(path)).html;
  const key = /name="key" value="([^"]*)"/.exec(shown)?.[1] ?? "";
  const fields = { ...address, method: "cod", intent: "place", privacy: "yes", quantity: "1", key };
  const asked = await send(path, { ...fields, variant: shirt.variantId }, buyer);
  expect([asked.status, asked.words]).toEqual([
    422,
    expect.stringContaining("Pay ₹200 now, ₹729 on delivery"),
  ]);
  expect(asked.html).toContain('name="advance" value="20000"');
  const placed = await send(path, { ...fields, variant: shirt.variantId, advance: "20000" }, buyer);
  expect(placed.status).toBe(303);
  expect(await placedBy(buyer)).toMatchObject({ kind: "single", method: "online", advance: 20_000 });

  await putInCart(shop, buyer, shirt);
  const { line1, postalCode, city, state, name, phone } = address;
  const userDetails = { name, phone, address: { address: line1, city, state, pincode: postalCode } };
  const call = async (more: object) => {
    const body = JSON.stringify({ userDetails, paymentMethod: "cod", ...more });
    const headers = { "Content-Type": "application/json", Origin: "http://shop.test" };
    const answer = await ask("/functions/create-cart-order", { method: "POST", headers, body, as: buyer });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await call({})).toMatchObject({ status: 409, text: expect.stringContaining("Pay ₹200 now") });
  expect(await call({ advance: 20_000 })).toMatchObject({
    status: 200,
    text: expect.stringContaining("payment_session_id"),
  });
});

test("cancelled or back at the shop, the advance goes back", async () => {
  const first = await prepaid();
  expect((await cancelOrder(shop.services, first.order.id, buyer)).ok).toBe(true);
  await shop.runDue();
  expect(await now(first.order)).toMatchObject({ refunded: 20_000, paymentStatus: "refunded" });

  const { order, shirt } = await prepaid();
  await nowIs(shop, order, "shipped");
  const sent = await now(order);
  const back = await actOnParcel(shop.services, aStaffMember(), order.id, {
    version: await orderVersion(shop.services.db, order.id),
    parcelId: sent.parcels[0]?.id ?? "",
    act: "receive",
    outcomes: [{ lineId: sent.lines[0]?.id ?? "", quantity: 1, disposition: "restocked" }],
  });
  expect(back.ok && back.value.status).toBe("cancelled");
  await shop.runDue();
  expect(await now(order)).toMatchObject({ refunded: 20_000, paymentStatus: "refunded" });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 5, reserved: 0 });
});

test("staff who go on without the advance are asked why, and the courier collects all of it; or they record that it came", async () => {
  const { order } = await waiting();
  const confirm = { intent: "status", form: "status", status: "confirmed", seen: "pending", reason: "" };
  const version = await orderVersion(shop.services.db, order.id);
  const why = await send(`/admin/orders/${order.id}`, { ...confirm, version });
  expect(why.words).toContain("This step needs a reason.");
  await send(`/admin/orders/${order.id}`, { ...confirm, version, reason: "A regular customer" });
  expect(await now(order)).toMatchObject({ status: "confirmed", method: "cod", received: 0 });
  const labels = (await page(`/admin/orders/print?id=${order.id}&kind=labels`, admin)).words;
  expect(labels).toContain("₹929.00");

  const other = await waiting();
  const screen = (await page(`/admin/orders/${other.order.id}`, admin)).words;
  expect(screen).toContain("This is the advance; ₹729.00 is collected on delivery.");
  const form = { intent: "outside-payment", due: "20000", way: "upi", reference: "UTR 1" };
  expect((await send(`/admin/orders/${other.order.id}`, form)).status).toBe(303);
  expect(await now(other.order)).toMatchObject({ method: "cod", received: 20_000, paid: false });
});
