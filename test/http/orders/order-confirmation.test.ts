import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localKeys } from "../../../demo/gateway.server.ts";
import { cashfree } from "../../../platform/payments/cashfree.server.ts";
import { prepareOrder } from "../../../shop/checkout/buy-now.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { type Ask, asking } from "../../support/ask.server.ts";
import { deliverWebhooks } from "../../support/faults/model/shop-model.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  await anAdmin(shop);
  asha = await aShopper(shop);
  ravi = await aShopper(shop);
});
afterAll(() => shop.dispose());

const look = (path: string, as: Person | undefined = asha) => readPage(ask, path, { as });
const back = (gatewayOrder: string, id: string) =>
  `/order-confirmation?${new URLSearchParams({ order_id: gatewayOrder, db_order_id: id })}`;

/** An order with a started payment; `way` is the address to which the gateway redirects back. */
async function begun(person = asha) {
  const order = await anOrder(shop, person, { method: "online" });
  const started = await startPayment(shop.services, order.id, person, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  const { gatewayOrderId } = started.value;
  return { id: order.id, gatewayOrderId, way: back(gatewayOrderId, order.id) };
}

describe("coming back from the payment page", () => {
  test("a completed payment is shown as successful, with links and an automatic redirect", async () => {
    const { gatewayOrderId, way } = await begun();
    await shop.gateway.pay(gatewayOrderId);
    const { status, text, html } = await look(way);
    expect(status).toBe(200);
    expect(text).toContain("Payment Successful!");
    for (const link of ['href="/orders"', 'href="/shop"', 'content="3.5;url=/orders"'])
      expect(html).toContain(link);
  });

  test("a payment that has not arrived is shown as being checked, not as successful", async () => {
    const { way } = await begun();
    const { text, html } = await look(way);
    expect(text).toContain("We are checking your payment");
    expect(text).toContain("If you have paid, please do not pay again");
    expect(html).not.toContain("Payment Successful!");
    for (const link of ['href="/orders"', 'href="/shop"', 'content="3.5;url=/orders"'])
      expect(html).toContain(link);
  });

  test("a payment is shown as being checked while the gateway does not answer", async () => {
    const { gatewayOrderId, way } = await begun();
    await shop.gateway.pay(gatewayOrderId);
    shop.gateway.cutLine();
    const { status, text } = await look(way);
    shop.gateway.cutLine(false);
    expect([status, text.includes("We are checking your payment")]).toEqual([200, true]);
    expect((await look(way)).text).toContain("Payment Successful!");
  });

  test("an order whose bank takes its time is not said to wait for the customer", async () => {
    const tara = await aShopper(shop);
    const { id, gatewayOrderId, way } = await begun(tara);
    await shop.gateway.choose(gatewayOrderId, "pending");
    await look(way, tara);
    await shop.services.db.execute(sql`
      update reservation set expires_at = now() - interval '1 second' where state = 'active'`);
    for (const path of ["/cart", `/order-confirmation/${id}`]) {
      const { text } = await look(path, tara);
      expect(text).toContain("You do not need to pay again");
      expect(text).toMatch(/our payment( of ₹499\.00)? is not confirmed yet/);
      expect(text).not.toMatch(/is waiting for your payment|you can still pay/);
    }
  });

  test("of two payments the second goes back, which is not called a refund of the order", async () => {
    const { id, gatewayOrderId, way } = await begun();
    await shop.gateway.choose(gatewayOrderId, "pay-twice");
    await look(way);
    await deliverWebhooks(shop);
    await shop.runDue();
    const { text } = await look(`/order-confirmation/${id}`);
    expect(text).toContain("Another payment, sent back");
    expect(text).not.toMatch(/Refund\s*₹/);
  });

  test("a failed payment can be retried or switched to cash on delivery, without an automatic redirect", async () => {
    const { id, gatewayOrderId, way } = await begun();
    const arrives = async () => (await look(`/track/${id}`)).text.includes("Estimated delivery");
    expect(await arrives()).toBe(true);
    await shop.gateway.decline(gatewayOrderId);
    const { text, html } = await look(way);
    // Nobody sends it, so no day is promised.
    expect(await arrives()).toBe(false);
    for (const words of ["Payment failed", "Try payment again", "Switch to cash on delivery"])
      expect(text).toContain(words);
    expect(text).toContain(`Order ${shortId(id)} of ₹499.00`);
    expect(html).not.toContain('http-equiv="refresh"');
  });

  test("who leaves the payment page without paying can pay at once, before any webhook", async () => {
    const { gatewayOrderId, way } = await begun(ravi);
    await shop.gateway.choose(gatewayOrderId, "drop");
    const { text, html } = await look(way, ravi);
    for (const words of ["Payment failed", "You have not been charged", "Try payment again"])
      expect(text).toContain(words);
    expect(html).not.toContain('http-equiv="refresh"');
  });

  test("a cancelled order redirects to its own page", async () => {
    const { id, way } = await begun();
    await nowIs(shop, { id }, "cancelled");
    expect((await look(way)).headers.get("Location")).toBe(`/order-confirmation/${id}`);
  });

  test("a forged return address never shows a payment as successful", async () => {
    const mine = await begun();
    const paid = await begun();
    await shop.gateway.pay(paid.gatewayOrderId);
    const tries: [string, Person][] = [
      [back(paid.gatewayOrderId, mine.id), asha],
      [back(mine.gatewayOrderId, paid.id), asha],
      [paid.way, ravi],
      [back("x", "y"), asha],
      [back("a\0b", paid.id), asha],
      [back("' or 1=1 --", "'"), asha],
      [back("x".repeat(5_000), randomUUID()), asha],
    ];
    for (const [way, person] of tries) {
      const { status, html } = await look(way, person);
      expect(status).toBe(200);
      expect(html).not.toContain("Payment Successful!");
    }
  });
});

describe("the page of one order", () => {
  test("shows thanks, steps, sum, address, documents, and a share link without personal data", async () => {
    const order = await anOrder(shop, asha);
    const { status, text, html } = await look(`/order-confirmation/${order.id}`);
    expect(status).toBe(200);
    for (const words of [
      "Thank you for your order!",
      shortId(order.id),
      "Estimated delivery",
      "What happens next",
      "Pay ₹499 on delivery",
      "Cash on delivery, due on delivery",
      "12, MG Road",
      "Track Order",
      "Invoice / receipt (PDF)",
    ])
      expect(text).toContain(words);
    const share = html.match(/https:\/\/wa\.me\/\?text=[^"]+/)?.[0] ?? "";
    expect(decodeURIComponent(share)).toContain(`/product/${order.lines[0]?.slug}`);
    for (const secret of ["Asha", "MG Road", "98765", order.id, shortId(order.id)])
      expect(decodeURIComponent(share)).not.toContain(secret);
  });

  test("promises no email to who ordered without an address", async () => {
    const order = await anOrder(shop, asha);
    expect((await look(`/order-confirmation/${order.id}`)).text).toContain("email you when it ships");
    await shop.services.db.execute(sql`update orders set email = '' where id = ${order.id}`);
    const { text } = await look(`/order-confirmation/${order.id}`);
    expect(text).toContain("tell you by SMS when it ships");
    expect(text).not.toMatch(/email you when|sent an email/);
  });

  test("asks for the payment of an unpaid online order, and says when it is cancelled", async () => {
    const order = await anOrder(shop, asha, { method: "online" });
    const waiting = (await look(`/order-confirmation/${order.id}`)).text;
    for (const words of ["Your order is waiting for your payment", "Pay now", "Switch to cash on delivery"])
      expect(waiting).toContain(words);
    await nowIs(shop, order, "cancelled");
    const cancelled = (await look(`/order-confirmation/${order.id}`)).text;
    expect(cancelled).toContain("This order is cancelled");
    for (const words of ["Pay now", "What happens next"]) expect(cancelled).not.toContain(words);
  });

  test.each([randomUUID(), "random", "%00", "' or 1=1 --", "..%2f..%2fetc"])(
    "%s answers 404 with a message",
    async (id) => {
      const { status, text, html } = await look(`/order-confirmation/${id}`);
      expect(status).toBe(404);
      expect(text).toContain("Order Not Found");
      expect(html).toContain('href="/orders"');
    },
  );

  test("another customer's order answers 404; a prepared one redirects to be completed first", async () => {
    const order = await anOrder(shop, asha);
    const foreign = await look(`/order-confirmation/${order.id}`, ravi);
    expect(foreign.status).toBe(404);
    expect(foreign.html).not.toContain("MG Road");
    await putInCart(shop, ravi, await aShirt(shop));
    const prepared = await prepareOrder(shop.services, ravi);
    const id = prepared.ok ? prepared.value.id : "";
    const answer = await look(`/order-confirmation/${id}`, ravi);
    expect(answer.headers.get("Location")).toBe(`/order/${id}`);
  });

  test.each(["", "?order_id=x", `?db_order_id=${randomUUID()}`, "?order_id=&db_order_id="])(
    "with missing parameters (%s) it redirects to the orders",
    async (query) => {
      expect((await look(`/order-confirmation${query}`)).headers.get("Location")).toBe("/orders");
    },
  );
});

describe("paying", () => {
  test("in the demo redirects to the shop's own payment page", async () => {
    const order = await anOrder(shop, asha, { method: "online" });
    const { headers } = await look(`/order-confirmation/${order.id}?pay=1`);
    expect(headers.get("Location")).toMatch(/^\/dev\/gateway\/pay\//);
  });

  test("with Cashfree opens a page whose content security policy allows Cashfree's script, and no other page's", async () => {
    const order = await anOrder(shop, asha, { method: "online" });
    const online = cashfree({ ...localKeys, mode: "sandbox", fetch: shop.gateway.handle });
    const payments = { ...shop.services.payments, online };
    const sandbox = await asking({ ...shop.services, payments });
    const page = await readPage(sandbox, `/order-confirmation/${order.id}?pay=1`, { as: asha });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Opening the payment page");
    expect(page.headers.get("Content-Security-Policy")).toContain("https://sdk.cashfree.com");
    const elsewhere = await readPage(sandbox, "/orders", { as: asha });
    expect(elsewhere.headers.get("Content-Security-Policy")).not.toContain("cashfree");
    expect(
      (await look(`/order-confirmation/${order.id}`)).headers.get("Content-Security-Policy"),
    ).not.toContain("cashfree");
  });
});

test("a live shop that cannot send emails does not promise one", async () => {
  const order = await anOrder(shop, asha, { method: "cod" });
  const path = `/order-confirmation/${order.id}`;
  expect((await look(path)).text).toContain(`sent an email to ${asha.email}`);
  const { services } = shop;
  const setUp = { database: "embedded", ledgers: "guarded", mail: "outbox" } as const;
  const live = await asking({ ...services, site: { ...services.site, mode: "live", setUp } });
  const { text } = await readPage(live, path, { as: asha });
  expect(text).toContain("We have received your order.");
  expect(text).toContain("and show it in My Orders when it ships.");
  expect(text).not.toMatch(/sent an email|email you/);
});
