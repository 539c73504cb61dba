import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../../platform/database/database.server.ts";
import { someJob, someStaff } from "../../../test/support/access/actors.ts";
import {
  aBuyer,
  anAddress,
  aShirt,
  brokenRules,
  checkoutDetails,
  putInCart,
  stockOf,
} from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin } from "../../../test/support/users.server.ts";
import { cancelOrder, changeOrderStatus } from "../../orders/change-order.server.ts";
import { ordersOf } from "../../orders/read-orders.server.ts";
import { completeOrder, onWhatsApp, orderSingle, prepareOrder } from "../buy-now.server.ts";
import { placeOrder } from "../place-order.server.ts";
import { quoteCart } from "../quote.server.ts";
import { releaseExpiredReservations } from "../release-reservations.server.ts";

let shop: TestShop;
const ports = () => shop.services;
const details = checkoutDetails;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => aBuyer(shop)));

beforeAll(async () => {
  shop = await testShop({ seed: true });
  await anAdmin(shop);
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

test("an order of the cart takes the stock, empties the cart and emails the customer", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 5, price: 49_950 });
  await putInCart(shop, asha, shirt, 2);
  const { version, total } = await quoteCart(ports(), asha.id, null);
  expect(total).toBe(99_900);
  const placed = await placeOrder(ports(), asha, details({ version }));
  expect(placed).toMatchObject({ ok: true, value: { total: 99_900, status: "pending", method: "cod" } });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 3, reserved: 0 });
  expect((await quoteCart(ports(), asha.id, null)).lines).toEqual([]);
  await shop.runDue();
  const mails = shop.sentMail().filter(({ to }) => to === asha.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Order \w{8} has been placed$/),
  ]);
  expect(mails[0]?.text).toContain("₹999.00");
});

test("of fifty concurrent orders of one cart with different keys one is placed, the others find it empty", async () => {
  const asha = await aBuyer(shop);
  await putInCart(shop, asha, await aShirt(shop, { stock: 100 }));
  const { version } = await quoteCart(ports(), asha.id, null);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => placeOrder(ports(), asha, details({ version }))),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.refused])))).toEqual(
    new Set(["empty-cart"]),
  );
});

test("of forty concurrent buyers of ten units ten get an order, the others an out-of-stock error", async () => {
  const shirt = await aShirt(shop, { stock: 10, name: "The Last Ten" });
  const buyers = await people(40);
  await Promise.all(buyers.map((buyer) => putInCart(shop, buyer, shirt)));
  const answers = await Promise.all(buyers.map((buyer) => placeOrder(ports(), buyer, details())));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  for (const answer of answers.filter(({ ok }) => !ok)) {
    expect(answer).toEqual({ ok: false, refused: "out-of-stock", names: ["The Last Ten"] });
  }
  expect(await stockOf(shop, shirt)).toEqual({ stock: 0, reserved: 0 });
});

test("an order is refused when a price has changed after it was shown", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 5 });
  await putInCart(shop, asha, shirt);
  const { version } = await quoteCart(ports(), asha.id, null);
  await ports().db.execute(sql`update product set price = price + 100 where id = ${shirt.productId}`);
  expect(await placeOrder(ports(), asha, details({ version }))).toEqual({
    ok: false,
    refused: "cart-changed",
  });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 5, reserved: 0 });
  const again = await quoteCart(ports(), asha.id, null);
  expect(Object.values(again.priceWas)).toEqual([49_900]);
});

test("an order that the database cannot write is refused as busy, and the same one succeeds afterwards", async () => {
  const asha = await aBuyer(shop);
  await putInCart(shop, asha, await aShirt(shop));
  const readOnly = `${shop.databaseUrl}&options=-c%20default_transaction_read_only%3Don`;
  const formerPrimary = connect({ url: readOnly, log: ports().log });
  const order = details();
  const refused = await placeOrder({ ...ports(), db: formerPrimary.db }, asha, order);
  await formerPrimary.close();
  expect(refused).toEqual({ ok: false, refused: "busy" });
  expect(await placeOrder(ports(), asha, order)).toMatchObject({ ok: true });
});

test("carts with the same variants in different orders never deadlock", async () => {
  const shirts = await Promise.all(Array.from({ length: 8 }, () => aShirt(shop, { stock: 1_000 })));
  const buyers = await people(60);
  const fill = async (buyer: { id: string }, start: number) => {
    for (let step = 0; step < 5; step++) {
      const shirt = shirts[(start * 3 + step * (start % 2 === 0 ? 1 : 7)) % shirts.length];
      if (shirt) await putInCart(shop, buyer, shirt);
    }
  };
  await Promise.all(buyers.map(fill));
  const answers = await Promise.all(buyers.map((buyer) => placeOrder(ports(), buyer, details())));
  expect(answers.every(({ ok }) => ok)).toBe(true);
});

test("a prepared order holds its units, leaves the cart unchanged, and is placed when the buyer confirms it", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 2 });
  await putInCart(shop, asha, shirt, 2);
  const first = await prepareOrder(ports(), asha);
  expect(first).toMatchObject({ ok: true, value: { placedAt: null } });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 2 });
  // The buyer's own hold does not reduce what they can buy.
  expect((await quoteCart(ports(), asha.id, null)).lines).toMatchObject([{ quantity: 2, short: false }]);
  const stranger = await aBuyer(shop);
  await putInCart(shop, stranger, shirt, 1);
  expect((await quoteCart(ports(), stranger.id, null)).lines).toEqual([]);
  const second = await prepareOrder(ports(), asha);
  if (!first.ok || !second.ok) throw new Error("prepared twice");
  expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 2 });
  expect(await completeOrder(ports(), asha, first.value.id, anAddress)).toMatchObject({
    refused: "order-expired",
  });
  expect(await completeOrder(ports(), stranger, second.value.id, anAddress)).toMatchObject({
    refused: "not-found",
  });
  expect(await ordersOf(ports(), asha.id)).toEqual([]);
  expect(await completeOrder(ports(), asha, second.value.id, anAddress)).toMatchObject({ ok: true });
  expect(await completeOrder(ports(), asha, second.value.id, anAddress)).toMatchObject({ ok: true });
  // Staff read in its timeline, once, that the customer has confirmed it.
  const { rows: confirmed } = await ports().db.execute(sql`select actor_kind, actor_id from order_event
    where order_id = ${second.value.id} and remark ->> 'code' = 'confirmed-by-customer'`);
  expect(confirmed).toEqual([{ actor_kind: "customer", actor_id: asha.id }]);
  await shop.runDue();
  expect(shop.sentMail().filter(({ to }) => to === asha.email)).toHaveLength(1);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 0, reserved: 0 });
  expect((await quoteCart(ports(), asha.id, null)).gone).toEqual([]);
  expect(await ordersOf(ports(), asha.id)).toHaveLength(1);
});

test("an unconfirmed reservation is released once, however many processes run", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 3 });
  await putInCart(shop, asha, shirt, 3);
  await prepareOrder(ports(), asha);
  await releaseExpiredReservations(ports(), someJob);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 3, reserved: 3 });
  await ports().db.execute(
    sql`update reservation set expires_at = now() where variant_id = ${shirt.variantId}`,
  );
  await Promise.all(Array.from({ length: 5 }, () => releaseExpiredReservations(ports(), someJob)));
  expect(await stockOf(shop, shirt)).toEqual({ stock: 3, reserved: 0 });
  expect((await quoteCart(ports(), asha.id, null)).lines).toHaveLength(1);
});

test("a reservation that cannot be released does not stop the others", async () => {
  const [bad, good] = await Promise.all([aShirt(shop, { stock: 2 }), aShirt(shop, { stock: 2 })]);
  for (const shirt of [bad, good]) {
    const buyer = await aBuyer(shop);
    await putInCart(shop, buyer, shirt, 2);
    await prepareOrder(ports(), buyer);
  }
  await ports().db.execute(sql`update reservation set expires_at = now() - interval '1 minute'
    where variant_id = any(${sql.param([bad.variantId, good.variantId])}::uuid[])`);
  const { jobs } = ports();
  // The queue refuses for the first of them.
  let refused = 0;
  const failing = {
    ...ports(),
    jobs: {
      ...jobs,
      send: (...sent: Parameters<typeof jobs.send>) =>
        refused++ === 0 ? Promise.reject(new Error("the queue is full")) : jobs.send(...sent),
    },
  };
  await releaseExpiredReservations(failing, someJob);
  const reserved = [await stockOf(shop, bad), await stockOf(shop, good)].map((stock) => stock.reserved);
  expect(refused).toBeGreaterThan(0);
  expect(reserved.toSorted()).toEqual([0, 2]);
  await releaseExpiredReservations(ports(), someJob);
  expect([await stockOf(shop, bad), await stockOf(shop, good)].map((stock) => stock.reserved)).toEqual([
    0, 0,
  ]);
});

test("one product can be ordered without the cart, and cancelling restocks it once", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 3 });
  const click = {
    ...onWhatsApp,
    key: randomUUID(),
    variantId: shirt.variantId,
    quantity: 2,
    unitShown: null,
    shippingShown: null,
    address: anAddress,
  };
  const ordered = await orderSingle(ports(), asha, click);
  if (!ordered.ok) throw new Error(ordered.refused);
  expect(ordered.value).toMatchObject({ kind: "single", method: "whatsapp", total: 99_800 });
  expect(await orderSingle(ports(), asha, { ...click, key: randomUUID(), quantity: 3 })).toMatchObject({
    refused: "out-of-stock",
  });
  for (const variantId of ["no-uuid", randomUUID()])
    expect(await orderSingle(ports(), asha, { ...click, key: randomUUID(), variantId })).toMatchObject({
      refused: "not-found",
    });
  expect(await cancelOrder(ports(), ordered.value.id, await aBuyer(shop))).toMatchObject({
    refused: "not-found",
  });
  await Promise.all(
    Array.from({ length: 5 }, () => cancelOrder(ports(), ordered.value.id, asha, "changed my mind")),
  );
  expect(await stockOf(shop, shirt)).toEqual({ stock: 3, reserved: 0 });
});

test("a status step forward needs no reason, a step back does, and delivery completes a cash payment", async () => {
  const asha = await aBuyer(shop);
  await putInCart(shop, asha, await aShirt(shop, { stock: 1 }));
  const placed = await placeOrder(ports(), asha, details());
  if (!placed.ok) throw new Error(placed.refused);
  const { id } = placed.value;
  const to = (status: "confirmed" | "shipped" | "delivered" | "processing" | "cancelled", reason?: string) =>
    changeOrderStatus(ports(), id, { to: status, actor: someStaff, reason });
  await to("confirmed");
  await changeOrderStatus(ports(), id, {
    to: "shipped",
    actor: someStaff,
    parcel: {
      courier: "India Post",
      trackingNumber: "EK1",
      trackingLink: "https://www.indiapost.gov.in/EK1",
    },
  });
  expect(await cancelOrder(ports(), id, asha)).toMatchObject({ refused: "too-late" });
  expect(await to("processing")).toMatchObject({ refused: "reason-needed" });
  expect(await to("delivered")).toMatchObject({ ok: true, value: { paymentStatus: "completed" } });
  const received = sql`select provider, amount::integer, effect from received_payment where order_id = ${id}`;
  expect((await ports().db.execute(received)).rows).toEqual([
    { provider: "cod", amount: 49_900, effect: "applied" },
  ]);
  await to("delivered");
  await shop.runDue();
  const subjects = shop.sentMail().flatMap(({ to, subject }) => (to === asha.email ? [subject] : []));
  expect(subjects.map((subject) => subject.replace(/\w{8} /, ""))).toEqual([
    "Order has been placed",
    "Order is confirmed",
    "Order is on its way",
    "Order was delivered",
  ]);
  const shipped = shop.sentMail().find(({ to, subject }) => to === asha.email && /on its way/.test(subject));
  expect(shipped?.text).toContain("EK1");
  expect(shipped?.text).toContain("https://www.indiapost.gov.in/EK1");
});

test("a cancelled order can be reopened only with a reason and while there is stock", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 1 });
  await putInCart(shop, asha, shirt);
  const placed = await placeOrder(ports(), asha, details());
  if (!placed.ok) throw new Error(placed.refused);
  await cancelOrder(ports(), placed.value.id, asha);
  const back = { to: "pending", actor: someStaff, reason: "the customer called" } as const;
  expect(await changeOrderStatus(ports(), placed.value.id, { ...back, reason: "" })).toMatchObject({
    refused: "reason-needed",
  });
  expect(await changeOrderStatus(ports(), placed.value.id, back)).toMatchObject({ ok: true });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 0, reserved: 0 });
  await cancelOrder(ports(), placed.value.id, asha);
  const other = await aBuyer(shop);
  await putInCart(shop, other, shirt);
  await placeOrder(ports(), other, details());
  expect(await changeOrderStatus(ports(), placed.value.id, back)).toMatchObject({ refused: "out-of-stock" });
});

test("cancelling a delivered order does not restock it, and reopening it takes no stock again", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 2 });
  await putInCart(shop, asha, shirt);
  const placed = await placeOrder(ports(), asha, details());
  if (!placed.ok) throw new Error(placed.refused);
  const { id } = placed.value;
  await changeOrderStatus(ports(), id, { to: "delivered", actor: someStaff });
  await changeOrderStatus(ports(), id, { to: "cancelled", actor: someStaff, reason: "lost on the way back" });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 1, reserved: 0 });
  await changeOrderStatus(ports(), id, { to: "delivered", actor: someStaff, reason: "found" });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 1, reserved: 0 });
});

test("an order without a quote is refused as a whole when a product is short, and names the product", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock: 2, name: "Short Shirt" });
  await putInCart(shop, asha, shirt, 3);
  expect(await placeOrder(ports(), asha, details({ version: null }))).toEqual({
    ok: false,
    refused: "out-of-stock",
    names: ["Short Shirt"],
  });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 0 });
});
