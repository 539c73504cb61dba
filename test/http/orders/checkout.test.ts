import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { orderOf, ordersOf } from "../../../shop/orders/read-orders.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aShirt, brokenRules, type Piece, putInCart, stockOf } from "../../support/orders.server.ts";
import { hostileTexts, readPage } from "../../support/page-reader.ts";
import { anAdmin, aShopper, type Person } from "../../support/people.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let ravi: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao" });
  ravi = await aShopper(shop, { name: "Ravi Iyer" });
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

const delivery = {
  name: "Asha Rao",
  phone: "98765 43210",
  line1: "12, MG Road",
  line2: "",
  postalCode: "560001",
  city: "Bengaluru",
  state: "Karnataka",
};

async function fill(person: Person, over: Parameters<typeof aShirt>[1] = {}, quantity = 1): Promise<Piece> {
  await shop.services.db.execute(sql`delete from cart_line where user_id = ${person.id}`);
  const shirt = await aShirt(shop, over);
  await putInCart(shop, person, shirt, quantity);
  return shirt;
}

/** The hidden fields of a page's form, as a browser would send them. */
function hidden(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((found) => [
      found[1] ?? "",
      found[2] ?? "",
    ]),
  );
}

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

describe("/checkout", () => {
  test("without a login to /auth, with an empty cart to /cart", async () => {
    expect((await ask("/checkout")).headers.get("Location")).toMatch(/^\/auth\?next=%2Fcheckout/);
    const empty = await ask("/checkout", { as: ravi });
    expect(empty.headers.get("Location")).toBe("/cart");
  });

  test("shows its three sections, the summary to two decimals, and what the profile knows", async () => {
    await fill(asha, { price: 1_23_450 }, 2);
    const { text, html } = await readPage(ask, "/checkout", { as: asha });
    for (const said of [
      "Contact information",
      "Shipping address",
      "Payment method",
      "Cash on Delivery Available",
      "Order Summary",
      "₹2,469.00",
      "Shipping Free",
      "Place Order",
    ]) {
      expect(text).toContain(said);
    }
    expect(html).toContain('value="Asha Rao"');
    expect(html).toMatch(/disabled=""[^>]*value="shopper-/);
  });

  test("cash on delivery: the order is placed and its page follows; the same form again is the same order", async () => {
    const shirt = await fill(asha);
    const page = await readPage(ask, "/checkout", { as: asha });
    const form = { ...hidden(page.html), ...delivery, method: "cod", intent: "place" };
    const placed = await ask("/checkout", { ...posted(form), as: asha });
    expect(placed.status).toBe(303);
    const location = placed.headers.get("Location") ?? "";
    expect(location).toMatch(/^\/order-confirmation\/[0-9a-f-]{36}$/);
    const again = await ask("/checkout", { ...posted(form), as: asha });
    expect(again.headers.get("Location")).toBe(location);
    expect(await stockOf(shop, shirt)).toEqual({ stock: 4, held: 0 });
    const next = await readPage(ask, "/checkout", { as: asha });
    expect(next.status).toBe(302);
    await fill(asha);
    expect((await readPage(ask, "/checkout", { as: asha })).html).toContain('value="12, MG Road"');
  });

  test("something empty: 'Missing Information', nothing is placed, nothing typed is lost", async () => {
    await fill(asha);
    const { html } = await readPage(ask, "/checkout", { as: asha });
    const before = (await ordersOf(shop.services, asha.id)).length;
    const answer = await ask("/checkout", {
      ...posted({
        ...hidden(html),
        ...delivery,
        line1: "",
        city: "Kept City",
        method: "cod",
        intent: "place",
      }),
      as: asha,
    });
    const again = await answer.text();
    expect(answer.status).toBe(422);
    expect(textOf(again)).toContain("Please write the house and street.");
    expect(again).toContain('value="Kept City"');
    expect(await ordersOf(shop.services, asha.id)).toHaveLength(before);
  });

  test.each([
    ["phone", "12345", "A mobile number has ten digits"],
    ["postalCode", "012345", "A PIN code has six digits"],
    ["state", "Atlantis", "Please choose a state."],
  ])("a wrong %s is said at its field", async (field, value, words) => {
    await fill(asha);
    const { html } = await readPage(ask, "/checkout", { as: asha });
    const answer = await ask("/checkout", {
      ...posted({ ...hidden(html), ...delivery, [field]: value, method: "cod", intent: "place" }),
      as: asha,
    });
    expect(answer.status).toBe(422);
    expect(textOf(await answer.text())).toContain(words);
  });

  test("a price or a stock that changed is said before anything is placed", async () => {
    const shirt = await fill(asha, { stock: 3 }, 3);
    const { html } = await readPage(ask, "/checkout", { as: asha });
    const form = { ...hidden(html), ...delivery, method: "cod", intent: "place" };
    await shop.services.db.execute(sql`update product set price = 60000 where id = ${shirt.productId}`);
    const dearer = await ask("/checkout", { ...posted(form), as: asha });
    expect(dearer.status).toBe(422);
    expect(textOf(await dearer.text())).toContain("Price now ₹600 (was ₹499)");
    await shop.services.db.execute(sql`
      insert into stock_move (variant_id, sku, delta, who, why) values (${shirt.variantId}, 'x', -2, 'test', 'test')`);
    const fewer = await ask("/checkout", { ...posted(form), as: asha });
    expect(textOf(await fewer.text())).toContain("Only 1 left");
    expect(await stockOf(shop, shirt)).toEqual({ stock: 1, held: 0 });
  });

  test("a coupon is looked at, used once, and taken off to the paisa", async () => {
    const shirt = await fill(ravi, { price: 1_000_01 });
    const page = await readPage(ask, "/checkout", { as: ravi });
    const send = (fields: Record<string, string>) =>
      ask("/checkout", {
        ...posted({ ...hidden(page.html), ...delivery, method: "cod", ...fields }),
        as: ravi,
      });
    expect(textOf(await (await send({ intent: "coupon", coupon: "nonsense" })).text())).not.toContain(
      "Coupon FRESHER10",
    );
    const looked = await send({ intent: "coupon", coupon: " fresher10 " });
    expect(textOf(await looked.text())).toContain("Coupon FRESHER10 −₹100.00");
    const placed = await send({ intent: "place", coupon: "FRESHER10" });
    const id = placed.headers.get("Location")?.split("/").at(-1) ?? "";
    expect(await orderOf(shop.services, id)).toMatchObject({
      discount: 10_000,
      total: 90_001,
      couponCode: "FRESHER10",
    });
    await putInCart(shop, ravi, shirt);
    const second = await readPage(ask, "/checkout", { as: ravi });
    const refused = await ask("/checkout", {
      ...posted({ ...hidden(second.html), ...delivery, method: "cod", intent: "place", coupon: "FRESHER10" }),
      as: ravi,
    });
    expect(refused.status).toBe(422);
  });

  test("what strangers write is kept as text or refused in words, never a 5xx", async () => {
    for (const text of hostileTexts) {
      await fill(asha);
      const { html } = await readPage(ask, "/checkout", { as: asha });
      const fields = {
        ...delivery,
        name: text,
        line1: text,
        city: text,
        coupon: text.slice(0, 200),
        key: text,
      };
      const answer = await ask("/checkout", {
        ...posted({ ...hidden(html), ...fields, method: "cod", intent: "place" }),
        as: asha,
      });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).not.toContain("<script>alert(1)");
    }
  });
});

describe("POST /functions/create-cart-order", () => {
  const checkoutShape = {
    name: "Asha Rao",
    email: "asha@example.in",
    phone: "9876543210",
    address: { address: "12, MG Road", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
  };

  test("the checkout's shape opens a payment; verify-cashfree-payment says the true state", async () => {
    const shirt = await fill(asha);
    const answer = await ask("/functions/create-cart-order", {
      ...json({ userDetails: checkoutShape }),
      as: asha,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const { dbOrderId, cashfreeOrder, appId } = made.parse(await answer.json());
    expect(appId).toBe("campus-style-demo");
    expect(await stockOf(shop, shirt)).toEqual({ stock: 5, held: 1 });
    const order_id = cashfreeOrder?.order_id ?? "";
    const verify = (as: Person) => ask("/functions/verify-cashfree-payment", { ...json({ order_id }), as });
    expect(await (await verify(asha)).json()).toMatchObject({
      dbOrderId,
      paymentStatus: "pending",
      paid: false,
    });
    expect((await verify(ravi)).status).toBe(404);
    await shop.gateway.pay(order_id);
    expect(await (await verify(asha)).json()).toMatchObject({ paymentStatus: "completed", paid: true });
    const [notice] = await shop.gateway.notices();
    if (!notice) throw new Error("no notice came");
    const told = await ask("/functions/payment-webhook", {
      method: "POST",
      headers: notice.headers,
      body: await notice.text(),
    });
    expect(told.status).toBe(200);
    expect(await stockOf(shop, shirt)).toEqual({ stock: 4, held: 0 });
  });

  test("the order page's shape prepares a cart order, and so does none", async () => {
    const shirt = await fill(asha);
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
      expect(await stockOf(shop, shirt)).toEqual({ stock: 5, held: 1 });
    }
  });

  test("price, quantity, user, status and ids in the body are not read", async () => {
    await fill(asha, { price: 49_900 }, 2);
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

  test("a header makes repeats harmless", async () => {
    await fill(asha);
    const body = { userDetails: checkoutShape, paymentMethod: "cod" };
    const key = { "Idempotency-Key": randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask("/functions/create-cart-order", { ...json(body, key), as: asha })),
    );
    const ids = await Promise.all(answers.map(async (answer) => made.parse(await answer.json()).dbOrderId));
    expect(new Set(ids).size).toBe(1);
  });

  test("refusals: a guest 401, an empty cart and one sold out 409, bad input 400", async () => {
    expect((await ask("/functions/create-cart-order", json({}))).status).toBe(401);
    await shop.services.db.execute(sql`delete from cart_line where user_id = ${ravi.id}`);
    const empty = await ask("/functions/create-cart-order", { ...json({}), as: ravi });
    expect(empty.status).toBe(409);
    expect(await empty.json()).toMatchObject({ error: "empty-cart" });
    await fill(ravi, { stock: 0, name: "Gone Shirt" });
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

  test("a notice that the gateway did not sign is refused", async () => {
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
