import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cartOf } from "../../../shop/cart/cart-of.server.ts";
import { saveCodRule } from "../../../shop/cod/cod-rules.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let ravi: Person;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  await anAdmin(shop);
  ravi = await aShopper(shop, { name: "Ravi" });
});
afterAll(() => shop.dispose());

const page = async (as: Person, path = "/orders") => (await ask(path, { as })).text();
const send = (as: Person, fields: Record<string, string>) => ask("/orders", { ...posted(fields), as });
const shownAfter = async (as: Person, fields: Record<string, string>) =>
  (await send(as, { ...fields, answer: "here" })).text();
const stateOf = async (id: string) => {
  const order = await orderOf(shop.services, id);
  return order && { status: order.status, method: order.method, payment: order.paymentStatus };
};

describe("the list", () => {
  test("is empty at first, with a link to the shop", async () => {
    const html = await page(await aShopper(shop));
    expect(textOf(html)).toContain("No orders yet");
    expect(html).toContain('href="/shop"');
  });

  test("shows all orders of the customer, newest first, with the specified details", async () => {
    const asha = await aShopper(shop);
    const first = await anOrder(shop, asha, { pieces: [await aShirt(shop, { name: "Blue <Shirt>" })] });
    const second = await anOrder(shop, asha, { address: { line2: "Near the lake" } });
    const html = await page(asha);
    const text = textOf(html);
    expect(text).toContain("My Orders 2 orders");
    expect(text.indexOf(second.id.slice(0, 8))).toBeLessThan(text.indexOf(first.id.slice(0, 8)));
    for (const words of [
      "Placed",
      "₹499.00",
      "Pending",
      "Cash on delivery, due on delivery",
      "Blue <Shirt>",
      "Size M · Qty 1",
      "₹499.00 × 1",
      "12, MG Road",
      "Near the lake",
      "Bengaluru, Karnataka 560001",
      "India",
      "Order Placed",
      "Estimated delivery",
      "Track Order",
      "Invoice / receipt (PDF)",
    ])
      expect(text).toContain(words);
    expect(html).toContain(`href="/track/${first.id}"`);
    expect(text).not.toContain("Return/Exchange");
    expect(text).not.toContain("Write a review");
    await shop.services.db.execute(sql`update orders set status = 'delivered' where id = ${first.id}`);
    expect(await page(asha)).toContain(`href="/orders/${first.id}/review"`);
    expect(textOf(await page(asha, "/order"))).toContain("My Orders 2 orders");
    expect(textOf(await page(ravi))).not.toContain(first.id.slice(0, 8));
  });

  test("a long list is shown page by page", async () => {
    const asha = await aShopper(shop);
    const shirt = await aShirt(shop, { stock: 30 });
    for (let made = 0; made < 21; made++) await anOrder(shop, asha, { pieces: [shirt] });
    const cards = (html: string) => html.match(/<article /g)?.length;
    const short = await page(asha);
    expect(textOf(short)).toContain("21 orders");
    expect([cards(short), cards(await page(asha, "/orders?page=2"))]).toEqual([20, 21]);
    expect(short).toContain('href="/orders?page=2"');
    for (const odd of ["0", "-3", "1e9", "x", "1.5", "%00"])
      expect((await ask(`/orders?page=${odd}`, { as: asha })).status).toBe(200);
  });

  test("courier, tracking and the shop's note are shown once shipped, Return/Exchange once delivered", async () => {
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha);
    await nowIs(shop, order, "shipped", {
      courier: "India Post",
      trackingNumber: "EX123IN",
      trackingLink: "https://track.example/EX123IN",
      note: "Handle with care",
    });
    const text = textOf(await page(asha));
    for (const words of ["Shipped", "India Post", "EX123IN", "Track the parcel", "Handle with care"])
      expect(text).toContain(words);
    expect(text).not.toContain("Cancel this order");
    await nowIs(shop, order, "delivered");
    const delivered = textOf(await page(asha));
    for (const words of ["Delivered", "Paid", "Return/Exchange"]) expect(delivered).toContain(words);
    expect(delivered).not.toContain("Estimated delivery");
    expect(delivered).not.toContain("staff test");
  });
});

describe("cancelling", () => {
  test("works before shipping, and the order shows as cancelled", async () => {
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha);
    const answer = await send(asha, { intent: "cancel", order: order.id, reason: "too large" });
    expect(answer.headers.get("Location")).toBe("/orders");
    expect(await stateOf(order.id)).toMatchObject({ status: "cancelled" });
    const text = textOf(await page(asha));
    for (const words of ["Cancelled", "Nothing to pay"]) expect(text).toContain(words);
    expect(text).not.toContain("Cancel this order");
  });

  test("is refused after shipping", async () => {
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha);
    await nowIs(shop, order, "shipped");
    expect(await shownAfter(asha, { intent: "cancel", order: order.id })).toContain(
      "It is too late to cancel",
    );
    expect(await stateOf(order.id)).toMatchObject({ status: "shipped" });
  });
});

describe("an online order that is not paid", () => {
  test("can be paid: the form redirects to the payment page", async () => {
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha, { method: "online" });
    expect(textOf(await page(asha))).toContain("Pay now");
    const answer = await send(asha, { intent: "pay", order: order.id, next: "/orders" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toMatch(/^\/dev\/gateway\/pay\//);
  });

  test("can be switched to cash on delivery and then no longer be paid online", async () => {
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha, { method: "online" });
    await send(asha, { intent: "cod", order: order.id });
    expect(await stateOf(order.id)).toMatchObject({ method: "cod", payment: "pending" });
    expect(textOf(await page(asha))).not.toContain("Pay now");
    expect(await shownAfter(asha, { intent: "pay", order: order.id })).toContain("There is nothing to pay");
  });

  test("while nobody can pay online, is said to be payable on delivery only where it is", async () => {
    const { services } = shop;
    const closed = await asking({ ...services, payments: { ...services.payments, online: undefined } });
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha, { method: "online" });
    const said = async (path = "/orders") => {
      const fields = { intent: "pay", order: order.id, answer: "here" };
      const answer = await (await closed("/orders", { ...posted(fields), as: asha })).text();
      const shown = textOf(await (await closed(path, { as: asha })).text());
      return {
        instead: answer.includes("You can pay on delivery instead."),
        later: answer.includes("Please try again later, or contact us."),
        button: shown.includes("Switch to cash on delivery"),
      };
    };
    const open = { instead: true, later: false, button: true };
    const shut = { instead: false, later: true, button: false };
    expect(await said()).toEqual(open);
    const rule = {
      match: "all" as const,
      conditions: [{ field: "pin", operator: "is" as const, value: ["560"] }],
    };
    const input = { name: "No cash here", rule, outcome: "refuse" as const, reason: "Too far." };
    const advance = { advancePercent: null, advanceAmount: null };
    const saved = await saveCodRule(services, {
      actor: someStaff,
      id: null,
      version: "",
      input: { ...input, ...advance },
    });
    expect(saved.ok).toBe(true);
    for (const path of ["/orders", `/order-confirmation/${order.id}`, `/track/${order.id}`, "/cart"])
      expect([path, await said(path)]).toEqual([path, shut]);
    await services.db.execute(sql`delete from cod_rule`);
    expect(await said("/cart")).toEqual(open);
    await services.db.execute(sql`update orders set advance = 20000 where id = ${order.id}`);
    expect(await said()).toEqual(shut);
  });

  test("shows an error and stays unchanged when the gateway does not answer", async () => {
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha, { method: "online" });
    shop.gateway.cutLine();
    const shown = await shownAfter(asha, { intent: "pay", order: order.id });
    shop.gateway.cutLine(false);
    expect(shown).toContain("The bank is not responding");
    expect(await stateOf(order.id)).toMatchObject({ status: "pending", payment: "pending" });
  });
});

describe("ordering again", () => {
  test("adds what is still sold to the cart and names what is not", async () => {
    const asha = await aShopper(shop);
    const [shirt, rare] = [await aShirt(shop), await aShirt(shop, { stock: 1, name: "Rare Shirt" })];
    const order = await anOrder(shop, asha, { pieces: [shirt, rare] });
    const shown = await shownAfter(asha, { intent: "again", order: order.id });
    expect(shown).toContain("Rare Shirt");
    const cart = await cartOf(shop.services, asha.id);
    expect(cart.lines.map(({ name, quantity }) => [name, quantity])).toEqual([["Test Shirt", 1]]);
    const plain = await send(asha, { intent: "again", order: order.id });
    expect(plain.headers.get("Location")).toBe("/cart");
  });
});

describe("another customer's order", () => {
  test.each(["cancel", "again", "pay", "cod"])("%s on it is refused and changes nothing", async (intent) => {
    const asha = await aShopper(shop);
    const order = await anOrder(shop, asha, { method: "online" });
    const before = await stateOf(order.id);
    for (const id of [order.id, randomUUID(), "x", "", "%00", "' or 1=1 --"]) {
      const answer = await send(ravi, { intent, order: id, answer: "here" });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).toContain("Order not found");
    }
    expect(await stateOf(order.id)).toEqual(before);
    expect((await cartOf(shop.services, ravi.id)).lines).toEqual([]);
  });

  test("a guest's form redirects to sign in", async () => {
    const answer = await ask("/orders", posted({ intent: "cancel", order: randomUUID() }));
    expect(answer.headers.get("Location")).toMatch(/^\/auth\?next=/);
  });
});
