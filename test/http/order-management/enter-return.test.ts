import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { returnsOf } from "../../../shop/returns/read-returns.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { nowIs } from "../../support/ordered/placed-orders.server.ts";
import {
  aDeliveredOrder,
  anAddress,
  aShirt,
  brokenRules,
  inSize,
  stockOf,
} from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(async () => {
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});

const { country: _, ...home } = anAddress;

async function send(path: string, fields: Record<string, string>, as: Person = admin) {
  const answer = await ask(path, { ...posted(fields), as });
  const html = await answer.text();
  const location = answer.headers.get("Location");
  return {
    status: answer.status,
    location,
    flash: answer.headers.getSetCookie().join(),
    html,
    words: textOf(html),
  };
}

const page = async (path: string, as = admin) => {
  const answer = await ask(path, { as });
  const html = await answer.text();
  return { status: answer.status, html, words: textOf(html) };
};

/** An order by phone without email and account, which has arrived. */
async function byPhone(units: number) {
  const shirt = await aShirt(shop, { name: "Indigo Kurta", stock: 5, price: 49_900 });
  const answer = await send("/admin/orders/new", {
    ...home,
    [`quantity-${shirt.variantId}`]: String(units),
    email: "",
    channel: "phone",
    intent: "place",
  });
  const id = /[0-9a-f-]{36}$/.exec(answer.location ?? "")?.[0] ?? "";
  await nowIs(shop, { id }, "delivered");
  const order = await orderOf(shop.services, id);
  if (!order) throw new Error(`no order: ${answer.words}`);
  return { shirt, order, line: order.lines[0]?.id ?? "", path: `/admin/orders/${id}/return` };
}

const ofReturn = (line: string) => ({
  key: randomUUID(),
  kind: "return",
  reason: "damaged",
  details: "A seam is open",
  [`quantity-${line}`]: "1",
});

test("a return of an order by phone is entered on its page without scripts, approved and received", async () => {
  const { order, line, path } = await byPhone(2);
  expect(order.userId).toBeNull();
  const orderPath = `/admin/orders/${order.id}`;
  expect((await page(orderPath)).html).toContain(`href="${path}"`);
  const form = await page(path);
  expect(form.words).toContain("What comes back?");
  expect(form.words).toContain("No email goes out for this order");
  expect(form.words).not.toContain("The customer is told");
  expect(form.html).not.toContain("lateReason");
  const fields = ofReturn(line);
  const sent = await send(path, fields);
  const [made] = await returnsOf(shop.services, order.id);
  expect(sent).toMatchObject({ status: 303, location: `${orderPath}#return-${made?.id}` });
  // There is no email that could have told the customer.
  expect(sent.flash).toContain("flash=returnEnteredUntold");
  expect((await send(path, fields)).location).toBe(sent.location);
  expect(await returnsOf(shop.services, order.id)).toHaveLength(1);
  const shown = await page(orderPath);
  expect(shown.words).toContain("1 × Indigo Kurta (size M)");
  expect(shown.words).toContain("Look at return");
  await send(orderPath, { intent: "approve", return: made?.id ?? "" });
  const received = { intent: "receive", return: made?.id ?? "", [`condition-${line}`]: "restocked" };
  expect((await send(orderPath, received)).status).toBe(303);
  expect((await page(orderPath)).words).toContain("Refund of ₹499.00");
  expect((await page("/admin/audit")).words).toContain("entered a return for");
});

test("an exchange sets the other size aside, for an order of an account too, whose customer is told", async () => {
  const asha = await aShopper(shop);
  const shirt = await aShirt(shop, { stock: 5 });
  const large = await inSize(shop, shirt, "L", { stock: 1 });
  const order = await aDeliveredOrder(shop, asha, [[shirt, 1]]);
  const line = order.lines[0]?.id ?? "";
  const path = `/admin/orders/${order.id}/return`;
  const fields = { ...ofReturn(line), kind: "exchange" };
  expect((await page(path)).words).toContain("The customer is told");
  expect((await send(path, fields)).words).toContain("Please choose what to exchange it for.");
  const sent = await send(path, { ...fields, [`size-${line}`]: large.variantId });
  expect(sent.flash).toContain("flash=returnEntered;");
  expect(await stockOf(shop, large)).toEqual({ stock: 0, reserved: 0 });
  expect((await page(`/orders/${order.id}/return`, asha)).words).toContain("Under review");
  expect((await page(path)).words).toContain("All of these were returned, refunded or asked about already.");
});

test("what is wrong is said at its field and nothing typed is lost; the return window needs a reason", async () => {
  const { order, line, path } = await byPhone(1);
  const good = ofReturn(line);
  await shop.services.db.execute(
    sql`update orders set delivered_at = now() - interval '30 days' where id = ${order.id}`,
  );
  expect((await page(path)).words).toContain("Why is it taken back after the return window?");
  for (const [over, words] of [
    [{}, "Please say why it is taken back after the return window."],
    [{ reason: "" }, "Please choose a reason."],
    [{ kind: "gift" }, "Please choose: a refund or an exchange."],
    [{ [`quantity-${line}`]: "2" }, "That is more than is left to return."],
    [{ [`quantity-${line}`]: "0" }, "Please choose at least one item."],
  ] as [Record<string, string>, string][]) {
    const answer = await send(path, { ...good, ...over });
    expect([answer.status, answer.words], words).toEqual([400, expect.stringContaining(words)]);
    expect(answer.words).toContain("Please say why it is taken back after the return window.");
    expect(answer.html, words).toContain("A seam is open");
  }
  const long = await send(path, { ...good, lateReason: "x".repeat(301) });
  expect([long.status, long.words]).toEqual([
    400,
    expect.stringContaining("Please use at most 300 characters."),
  ]);
  expect(await returnsOf(shop.services, order.id)).toEqual([]);
  expect((await send(path, { ...good, lateReason: "Promised on the phone" })).status).toBe(303);
  const shown = await page(`/admin/orders/${order.id}`);
  expect(shown.words).toContain("Promised on the phone");
  expect((await page("/admin/audit")).words).toContain("after the return window: Promised on the phone");
});

test("orders that have not arrived or do not exist take no return, nor do roles that only look", async () => {
  const { order, line, path } = await byPhone(1);
  await nowIs(shop, order, "shipped");
  expect((await page(path)).words).toContain("This order has not been delivered");
  expect((await page(`/admin/orders/${order.id}`)).html).not.toContain(`href="${path}"`);
  expect((await send(path, ofReturn(line))).words).not.toContain("Request entered");
  for (const id of [randomUUID(), "nonsense"]) {
    expect((await page(`/admin/orders/${id}/return`)).status).toBe(404);
    expect((await send(`/admin/orders/${id}/return`, ofReturn(line))).status).toBe(404);
  }
  const reader = await aShopper(shop);
  await shop.services.db.update(users).set({ role: "accountant" }).where(eq(users.id, reader.id));
  expect((await send(path, ofReturn(line), reader)).location).toMatch(/^\/(auth|admin)/);
  expect(await returnsOf(shop.services, order.id)).toEqual([]);
});
