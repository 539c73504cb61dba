import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { refundLines } from "../../../shop/order-management/refund-lines.server.ts";
import { reconcile } from "../../../shop/payments/reconcile.server.ts";
import { finalizeRefund } from "../../../shop/payments/refunds.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import {
  aDeliveredOrder,
  anAddress,
  aShirt,
  checkoutDetails,
  putInCart,
} from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  [asha, other, admin] = await Promise.all([aShopper(shop), aShopper(shop), anAdmin(shop)]);
});
afterAll(() => shop.dispose());

const account = "501000987654";
const bank = { kind: "bank", account, again: account, ifsc: "hdfc0001234", holder: "Asha Rao" };
const masked = "Account •••• 7654, HDFC0001234";

/** An order paid in cash, with the addresses of its payout form and of its page for staff. */
async function paidInCash() {
  const order = await aDeliveredOrder(shop, asha, [[await aShirt(shop), 2]]);
  return { order, path: `/orders/${order.id}/payout`, adminPath: `/admin/orders/${order.id}` };
}

/** Staff refund one unit. */
async function refund(order: Awaited<ReturnType<typeof paidInCash>>["order"]) {
  const lines = [{ lineId: order.lines[0]?.id ?? "", quantity: 1, disposition: "damaged" as const }];
  const command = { key: randomUUID(), lines, extra: 0, reason: "damaged" };
  expect(await refundLines(shop.services, aStaffMember(admin), order.id, command)).toMatchObject({
    ok: true,
  });
}

const read = async (path: string, as: Person = asha) => textOf(await (await ask(path, { as })).text());
const send = (path: string, fields: Record<string, string>, as: Person | { cookie: string } = asha) =>
  ask(path, { ...posted(fields), as });
const storedPayouts = async (orderId: string) =>
  (await shop.services.db.execute(sql`select details from payout_details where order_id = ${orderId}`)).rows;

async function payOut(orderId: string, adminPath: string) {
  const open = (await orderDetail(shop.services, orderId))?.refunds.find(({ state }) => state === "pending");
  const paid = await send(adminPath, { intent: "paid-out", refund: open?.id ?? "" }, admin);
  expect(paid.headers.get("Set-Cookie")).toContain("refundPaidOut");
}

test("payout details are requested by email and in My Orders, only while a cash refund is due", async () => {
  const { order, path } = await paidInCash();
  expect(await read(path)).toContain("Nothing to send");
  expect((await send(path, bank)).status).toBe(409);
  expect(await read("/orders")).not.toContain("Get your refund");
  await refund(order);
  expect(await read("/orders")).toContain("Get your refund");
  expect(await read(path)).toContain("Tell us where to send ₹499.00");
  const { rows } = await shop.services.db.execute(
    sql`select text from mail_outbox where "to" = ${asha.email} and text like ${`%${path}%`}`,
  );
  expect(JSON.stringify(rows)).toContain("please tell us the UPI ID or bank account");
  // Staff who have the order open read at once where to send it.
  const { live } = shop.services;
  const announced: (string | undefined)[] = [];
  live.subscribe("order", ({ id }) => announced.push(id));
  await expect.poll(() => live.listening()).toBe(true);
  announced.splice(0);
  expect((await send(path, bank)).headers.get("Location")).toBe(path);
  await expect.poll(() => announced, { timeout: 5_000 }).toContain(order.id);
  expect(await read("/orders")).not.toContain("Get your refund");
});

test("an invalid form shows its error, and nothing is stored", async () => {
  const { order, path } = await paidInCash();
  await refund(order);
  const upi = await send(path, { kind: "upi", upi: "asha at okaxis" });
  expect(upi.status).toBe(400);
  expect(textOf(await upi.text())).toContain("Please enter a UPI id such as asha@okaxis.");
  const twice = await send(path, { ...bank, again: "501000987655" });
  expect(textOf(await twice.text())).toContain("The two account numbers differ.");
  expect(await storedPayouts(order.id)).toEqual([]);
});

test("another customer's order answers 404 for every form", async () => {
  const { order, path } = await paidInCash();
  await refund(order);
  expect((await ask(path, { as: other })).status).toBe(404);
  for (const fields of [bank, { kind: "upi", upi: "" }])
    expect((await send(path, fields, other)).status).toBe(404);
  expect((await ask(path)).headers.get("Location")).toMatch(/^\/auth\?next=/);
  expect(await storedPayouts(order.id)).toEqual([]);
});

test("payout details are masked; staff reveal them on request, which is audited; payout deletes them", async () => {
  const { order, path, adminPath } = await paidInCash();
  await refund(order);
  expect(await read(adminPath, admin)).toContain("The customer has not said yet where to send it.");
  await send(path, { kind: "upi", upi: "asha@okaxis" });
  expect(await read(path)).toContain("as•••@okaxis");
  await send(path, bank);
  for (const words of [await read(path), await read(adminPath, admin)]) {
    expect(words).toContain(masked);
    expect(words).not.toContain(account);
  }
  const packer = await someoneAs(shop, "fulfilment");
  expect(await (await send(adminPath, { intent: "show-payout" }, packer)).text()).not.toContain(account);
  const shown = await send(adminPath, { intent: "show-payout" }, admin);
  expect(textOf(await shown.text())).toContain(`Send it to Asha Rao, account ${account}, IFSC HDFC0001234`);
  expect(await read(adminPath, admin)).not.toContain(account);
  const { rows } = await shop.services.db.execute(
    sql`select action, before, after from audit_entry where subject_id = ${order.id} order by id desc limit 1`,
  );
  expect(JSON.stringify(rows)).toContain("order.show-payout");
  expect(JSON.stringify(rows)).not.toContain(account);

  await refund(order);
  await payOut(order.id, adminPath);
  // The other refund of the order is still to be paid to the same account.
  expect(await storedPayouts(order.id)).toHaveLength(1);
  await payOut(order.id, adminPath);
  expect(await storedPayouts(order.id)).toEqual([]);
  expect((await send(adminPath, { intent: "show-payout" }, admin)).status).toBe(400);
  expect(await read(path)).toContain("Nothing to send");
});

test("a cash refund leads staff who may refund to its button, from the list and from the order, until it is paid out", async () => {
  const { order, adminPath } = await paidInCash();
  await refund(order);
  const seen = async (as: { cookie: string }) => {
    const list = await (await ask(`/admin/orders?q=${order.id}`, { as })).text();
    const page = await (await ask(adminPath, { as })).text();
    return {
      list: list.includes("Pay out refund"),
      notice: page.includes("₹499.00 is to be paid out"),
      bar: /next-step-bar[\s\S]*Pay out refund/.test(page),
      target: /id="refund-([0-9a-f-]{36})"/.exec(page)?.[1],
      link: /#refund-([0-9a-f-]{36})/.exec(page)?.[1],
    };
  };
  const before = await seen(admin);
  expect(before).toMatchObject({ list: true, notice: true, bar: true, link: before.target });
  expect(before.target).toBeDefined();
  const none = { list: false, notice: false, bar: false };
  expect(await seen(await someoneAs(shop, "fulfilment"))).toMatchObject(none);
  await payOut(order.id, adminPath);
  expect(await seen(admin)).toMatchObject(none);
});

/** An order of two shirts paid online, of which one was refunded, which its provider refuses. */
async function failedOnline() {
  const { services } = shop;
  await putInCart(shop, asha, await aShirt(shop), 2);
  const details = checkoutDetails({ method: "online" });
  const placed = await placeOrder(services, asha, { ...details, address: anAddress });
  if (!placed.ok) throw new Error(placed.refused);
  const { id } = placed.value;
  const started = await startPayment(services, id, asha, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway.pay(started.value.gatewayOrderId);
  await reconcile(services, started.value.gatewayOrderId);
  const adminPath = `/admin/orders/${id}`;
  const order = await orderDetail(services, id);
  const line = order?.order.lines[0]?.id ?? "";
  const fields = { intent: "refund", key: randomUUID(), [`units-${line}`]: "1", extra: "", reason: "torn" };
  expect((await send(adminPath, { ...fields, [`disposition-${line}`]: "damaged" }, admin)).status).toBe(303);
  const refundId = (await orderDetail(services, id))?.refunds[0]?.id ?? "";
  await finalizeRefund(services, { kind: "gateway", provider: "cashfree" }, refundId, "failed");
  return { id, path: `/orders/${id}/payout`, adminPath, refundId };
}

test("a refund that failed names its next step, in the list and at the order, and is tried again with its provider", async () => {
  const { id, adminPath, refundId } = await failedOnline();
  const page = await read(adminPath, admin);
  expect(page).toContain("The refund of ₹499.00 failed");
  expect(page).toContain("Try it again, or pay it out another way");
  const list = await (await ask(`/admin/orders?work=refund-failed&q=${id}`, { as: admin })).text();
  expect(list).toMatch(new RegExp(`#refund-${refundId}[^>]*>Retry refund`));
  const packer = await someoneAs(shop, "fulfilment");
  const theirs = textOf(await (await ask(adminPath, { as: packer })).text());
  expect(theirs).toContain("Someone who may give refunds has to try it again.");
  expect(theirs).not.toContain("Try again");
  const again = { intent: "retry-refund", way: "provider", refund: refundId };
  await send(adminPath, again, packer);
  expect((await orderDetail(shop.services, id))?.refunds).toHaveLength(1);

  expect((await send(adminPath, again, admin)).headers.getSetCookie().join()).toContain("refundStarted");
  expect(textOf(await (await send(adminPath, again, admin)).text())).toContain("This no longer exists.");
  await shop.runDue();
  const file = await orderDetail(shop.services, id);
  expect(file?.refunds.map(({ state, amount }) => [state, amount])).toEqual([
    ["failed", 49_900],
    ["succeeded", 49_900],
  ]);
  expect([...(file?.refundedByLine.values() ?? [])]).toMatchObject([{ quantity: 1, amount: 49_900 }]);
  expect(await read(adminPath, admin)).not.toContain("failed: ");
  expect(await read("/admin/audit", admin)).toContain("tried the refund of ₹499 of order");
});

test("a refund that failed stays to be done when another one of its order is made", async () => {
  const { id, adminPath, refundId } = await failedOnline();
  const other = { intent: "refund", key: randomUUID(), extra: "100", reason: "late" };
  expect((await send(adminPath, other, admin)).status).toBe(303);
  await shop.runDue();
  expect((await orderDetail(shop.services, id))?.refunds.map(({ state }) => state)).toEqual([
    "failed",
    "succeeded",
  ]);
  const list = await (await ask(`/admin/orders?work=refund-failed&q=${id}`, { as: admin })).text();
  expect(list).toContain("Retry refund");
  expect(await read(adminPath, admin)).toContain("The refund of ₹499.00 failed");

  // Everything else goes back too: then the payment has nothing left that could be given back again.
  const rest = { intent: "refund", key: randomUUID(), extra: "898", reason: "goodwill" };
  expect((await send(adminPath, rest, admin)).status).toBe(303);
  await shop.runDue();
  const again = { intent: "retry-refund", way: "provider", refund: refundId };
  expect(textOf(await (await send(adminPath, again, admin)).text())).toContain("This no longer exists.");
  expect(await read(adminPath, admin)).not.toContain("The refund of ₹499.00 failed");
  expect((await orderDetail(shop.services, id))?.refunds).toHaveLength(3);
});

test("a refund that failed is paid out another way: its customer says where to, staff send it and mark it", async () => {
  const { id, path, adminPath, refundId } = await failedOnline();
  expect(await read(path)).toContain("Nothing to send");
  const byHand = { intent: "retry-refund", way: "by-hand", refund: refundId };
  expect((await send(adminPath, byHand, admin)).status).toBe(303);
  await shop.runDue();
  expect(await read(path)).toContain("Tell us where to send ₹499.00");
  expect(shop.sentMail().findLast(({ to }) => to === asha.email)?.text).toContain("tell us the UPI ID");
  expect((await send(path, bank)).status).toBe(303);
  expect(await read(adminPath, admin)).toContain("₹499.00 is to be paid out");
  await payOut(id, adminPath);
  expect((await orderDetail(shop.services, id))?.refunds.map(({ state }) => state)).toEqual([
    "failed",
    "succeeded",
  ]);
  expect(await storedPayouts(id)).toEqual([]);
  await shop.runDue();
  const last = shop.sentMail().findLast(({ to }) => to === asha.email)?.text;
  expect(last).toContain("₹499.00 has been refunded.");
});

test("the data download contains the payout details", async () => {
  const { order, path } = await paidInCash();
  await refund(order);
  await send(path, bank);
  const file = await (await ask("/profile/my-data", { as: asha })).text();
  for (const said of [account, "HDFC0001234", "Asha Rao"]) expect(file).toContain(said);
});
