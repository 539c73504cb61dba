import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted } from "../support/ask.server.ts";
import { readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

/** An order of ₹1,349.50 at the gateway. */
async function anOrder() {
  const { online } = shop.services.payments;
  const made = await online?.createOrder({
    orderId: randomUUID(),
    amount: 134_950,
    customer: { id: randomUUID(), name: "Asha Rao", email: "asha@example.com", phone: "9876543210" },
    returnUrl: "http://shop.test/order-confirmation?order_id={order_id}",
    notifyUrl: undefined,
    expiresAt: new Date(shop.clock.now().getTime() + 30 * 60_000),
    requestKey: randomUUID(),
  });
  if (!online || !made?.ok) throw new Error("No order at the gateway.");
  const { orderId, sessionId } = made.value;
  return { online, orderId, path: online.payPath(sessionId) ?? "" };
}

test("the payment page shows the amount, and paying redirects back to the shop", async () => {
  const { online, orderId, path } = await anOrder();
  const page = await readPage(ask, path);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Pay ₹1,349.50");
  expect(page.text).toContain(orderId);
  for (const button of ["Decline", "Leave without paying", "Pay, webhook delayed", "Pay one paisa less"]) {
    expect(page.text).toContain(button);
  }
  const answer = await ask(path, posted({ choice: "pay" }));
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe(`http://shop.test/order-confirmation?order_id=${orderId}`);
  expect(await online.getOrder(orderId)).toMatchObject({ value: { status: "paid" } });
  expect(await shop.gateway.webhooks()).toHaveLength(1);
  const after = await readPage(ask, path);
  expect(after.text).toContain("This order is paid.");
  expect(after.text).not.toContain("Decline");
});

test("paying again in a second window answers 400", async () => {
  const { path } = await anOrder();
  await ask(path, posted({ choice: "pay" }));
  expect((await ask(path, posted({ choice: "pay" }))).status).toBe(400);
});

test("a pending payment is decided on the page, in the bank's place", async () => {
  const { online, orderId, path } = await anOrder();
  await ask(path, posted({ choice: "pending" }));
  const id = /name="payment" value="(\d+)"/.exec((await readPage(ask, path)).html)?.[1] ?? "";
  expect((await ask(path, posted({ payment: id, decide: "yes" }))).status).toBe(303);
  expect(await online.getOrder(orderId)).toMatchObject({ value: { status: "paid" } });
});

test("an unknown session, an unknown choice and a cross-site form are refused", async () => {
  const { online, orderId, path } = await anOrder();
  expect((await readPage(ask, "/dev/gateway/pay/session_none")).status).toBe(404);
  expect((await readPage(ask, "/dev/gateway/pay/%00")).status).toBe(404);
  expect((await ask("/dev/gateway/pay/session_none", posted({ choice: "pay" }))).status).toBe(400);
  expect((await ask(path, posted({ choice: "constructor" }))).status).toBe(400);
  expect((await ask(path, posted({ payment: "1", decide: "yes" }))).status).toBe(400);
  const fromElsewhere = posted({ choice: "pay" });
  fromElsewhere.headers = { ...fromElsewhere.headers, Origin: "https://evil.example" };
  expect((await ask(path, fromElsewhere)).status).toBe(400);
  expect(await online.paymentsOf(orderId)).toEqual({ ok: true, value: [] });
});

test("without the local gateway, the page answers 404", async () => {
  const { path } = await anOrder();
  const payments = { ...shop.services.payments, online: undefined };
  const real = await asking({ ...shop.services, payments });
  expect((await readPage(real, path)).status).toBe(404);
  expect((await real(path, posted({ choice: "pay" }))).status).toBe(404);
});
