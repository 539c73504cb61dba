import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import type { Ask } from "../../support/ask.server.ts";
import { fillCart, orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { stockOf } from "../../support/orders.server.ts";
import type { TestShop } from "../../support/test-shop.server.ts";
import type { Person } from "../../support/users.server.ts";

const opened = orderingShop();
let shop: TestShop;
let ask: Ask;
let asha: Person;
let ravi: Person;
beforeAll(() => {
  ({ shop, ask, asha, ravi } = opened());
});

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers: { "Content-Type": "application/json", Origin: "http://shop.test", ...headers },
});
const made = z.object({
  dbOrderId: z.uuid(),
  cashfreeOrder: z.object({ payment_session_id: z.string(), order_id: z.string() }).optional(),
  appId: z.string().optional(),
});

describe("POST /functions/create-cart-order", () => {
  const checkoutShape = {
    name: "Asha Rao",
    email: "asha@example.in",
    phone: "9876543210",
    address: { address: "12, MG Road", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
  };

  test("a checkout body opens a payment, and verify-cashfree-payment returns its true state", async () => {
    const shirt = await fillCart(shop, asha);
    const answer = await ask("/functions/create-cart-order", {
      ...json({ userDetails: checkoutShape }),
      as: asha,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const { dbOrderId, cashfreeOrder, appId } = made.parse(await answer.json());
    expect(appId).toBe("campus-style-demo");
    expect(await stockOf(shop, shirt)).toEqual({ stock: 5, reserved: 1 });
    const order_id = cashfreeOrder?.order_id ?? "";
    const verify = (as: Person) => ask("/functions/verify-cashfree-payment", { ...json({ order_id }), as });
    expect(await (await verify(asha)).json()).toMatchObject({
      dbOrderId,
      paymentStatus: "pending",
      paid: false,
    });
    expect((await verify(ravi)).status).toBe(404);
    for (const wrong of ["\0\0\0", "' or 1=1", 5, null]) {
      const bad = await ask("/functions/verify-cashfree-payment", { ...json({ order_id: wrong }), as: asha });
      expect(bad.status).toBe(400);
    }
    await shop.gateway.pay(order_id);
    expect(await (await verify(asha)).json()).toMatchObject({ paymentStatus: "completed", paid: true });
    const [webhook] = await shop.gateway.webhooks();
    if (!webhook) throw new Error("no webhook came");
    const answered = await ask("/functions/payment-webhook", {
      method: "POST",
      headers: webhook.headers,
      body: await webhook.text(),
    });
    expect(answered.status).toBe(200);
    expect(await stockOf(shop, shirt)).toEqual({ stock: 4, reserved: 0 });
  });

  test("an order page's body prepares a cart order, and so does an incomplete or empty one", async () => {
    const shirt = await fillCart(shop, asha);
    const { address, ...person } = checkoutShape;
    const userDetails = {
      ...person,
      address: { line1: address.address, city: "x", state: "y", postal_code: "1", country: "India" },
    };
    for (const body of [{ userDetails }, { userDetails: { name: "Asha", email: "a@b.in" } }, {}]) {
      const answer = await ask("/functions/create-cart-order", { ...json(body), as: asha });
      const { dbOrderId, cashfreeOrder } = made.parse(await answer.json());
      expect(cashfreeOrder).toBeUndefined();
      expect(await orderOf(shop.services, dbOrderId, asha.id)).toMatchObject({
        placedAt: null,
        kind: "cart",
      });
      expect(await stockOf(shop, shirt)).toEqual({ stock: 5, reserved: 1 });
    }
  });

  test("price, quantity, user, status and ids in the body are ignored", async () => {
    await fillCart(shop, asha, { price: 49_900 }, 2);
    const answer = await ask("/functions/create-cart-order", {
      ...json({
        userDetails: { ...checkoutShape, id: ravi.id, user_id: ravi.id, total: 1 },
        paymentMethod: "cod",
        id: randomUUID(),
        user_id: ravi.id,
        total: 1,
        price: 1,
        discount: 99_999,
        status: "delivered",
        payment_status: "completed",
        items: [{ product_id: "x", quantity: 1, price: 1 }],
      }),
      as: asha,
    });
    const { dbOrderId } = made.parse(await answer.json());
    expect(await orderOf(shop.services, dbOrderId)).toMatchObject({
      userId: asha.id,
      email: asha.email,
      total: 99_800,
      discount: 0,
      status: "pending",
      paymentStatus: "pending",
      lines: [{ quantity: 2, unit: 49_900 }],
    });
  });

  test("repeated requests with one Idempotency-Key create one order", async () => {
    await fillCart(shop, asha);
    const body = { userDetails: checkoutShape, paymentMethod: "cod" };
    const key = { "Idempotency-Key": randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask("/functions/create-cart-order", { ...json(body, key), as: asha })),
    );
    const ids = await Promise.all(answers.map(async (answer) => made.parse(await answer.json()).dbOrderId));
    expect(new Set(ids).size).toBe(1);
  });

  test.each(["short", "has spaces in it", "x".repeat(65), ""])(
    "the Idempotency-Key %j is refused, not ignored",
    async (key) => {
      const body = { userDetails: checkoutShape, paymentMethod: "cod" };
      const sent = json(body, { "Idempotency-Key": key });
      expect((await ask("/functions/create-cart-order", { ...sent, as: asha })).status).toBe(400);
    },
  );

  test("refusals: a guest 401, an empty cart and one sold out 409, bad input 400", async () => {
    expect((await ask("/functions/create-cart-order", json({}))).status).toBe(401);
    await shop.services.db.execute(sql`delete from cart_line where user_id = ${ravi.id}`);
    const empty = await ask("/functions/create-cart-order", { ...json({}), as: ravi });
    expect(empty.status).toBe(409);
    expect(await empty.json()).toMatchObject({ error: "empty-cart" });
    await fillCart(shop, ravi, { stock: 0, name: "Gone Shirt" });
    const gone = await ask("/functions/create-cart-order", { ...json({}), as: ravi });
    expect(await gone.json()).toMatchObject({
      error: "out-of-stock",
      message: expect.stringContaining("Gone Shirt"),
    });
    for (const body of [
      "",
      "[]",
      "{",
      "null",
      '"x"',
      '{"userDetails": 5}',
      '{"userDetails": {"name": {}}}',
    ]) {
      const answer = await ask("/functions/create-cart-order", { ...json(body), as: ravi });
      expect(answer.status).toBe(400);
    }
    const missing = await ask("/functions/create-cart-order", {
      ...json({ userDetails: { ...checkoutShape, phone: "" } }),
      as: ravi,
    });
    expect(await missing.json()).toMatchObject({
      error: "missing-information",
      fields: { phone: expect.anything() },
    });
    const huge = await ask("/functions/create-cart-order", { ...json("x".repeat(200_000)), as: ravi });
    expect(huge.status).toBe(413);
  });

  test("a webhook that the gateway did not sign is refused", async () => {
    const body = JSON.stringify({ type: "PAYMENT_SUCCESS_WEBHOOK", data: {} });
    const unsigned = await ask("/functions/payment-webhook", { method: "POST", body });
    expect(unsigned.status).toBe(401);
    const forged = await ask("/functions/payment-webhook", {
      method: "POST",
      body,
      headers: { "x-webhook-signature": "AAAA", "x-webhook-timestamp": "1" },
    });
    expect(forged.status).toBe(401);
  });
});

test("a PIN code fills in city and state", async () => {
  expect(await (await ask("/functions/pin-code/411004")).json()).toEqual({
    city: "Pune",
    state: "Maharashtra",
  });
  expect((await ask("/functions/pin-code/000000")).status).toBe(404);
});
