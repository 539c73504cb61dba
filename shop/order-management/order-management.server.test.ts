import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Staff } from "../../shop/access/actor.ts";
import { permissions } from "../../shop/access/permissions.ts";
import type { Buyer } from "../../shop/checkout/write-order.server.ts";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { anOrder, nowIs } from "../../test/support/ordered/placed-orders.server.ts";
import {
  aBuyer,
  aReturnable,
  aShirt,
  brokenRules,
  checkoutDetails,
  putInCart,
  stockOf,
} from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { anAdmin } from "../../test/support/users.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { reconcile } from "../payments/reconcile.server.ts";
import { startPayment } from "../payments/start-payment.server.ts";
import { decideReturn } from "./decide-return.server.ts";
import { addNote, resendEmail } from "./notes-and-emails.server.ts";
import { orderDetail } from "./order-detail.server.ts";
import { approveWaitingRefund, markPaidOut, refundLines, refundPayment } from "./refund-lines.server.ts";
import { setManyStatuses, setOrderStatus } from "./set-status.server.ts";

let shop: TestShop;
let admin: Staff;
beforeAll(async () => {
  shop = await testShop();
  admin = aStaffMember(await anAdmin(shop));
});
afterAll(async () => {
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});

let buyer: Buyer;
beforeEach(async () => {
  buyer = await aBuyer(shop);
});

async function fileOf(id: string) {
  const file = await orderDetail(shop.services, id);
  if (!file) throw new Error("no such order");
  return file;
}

async function actionsOn(id: string): Promise<string[]> {
  const { rows } = await shop.services.db.execute(
    sql`select action from audit_entry where subject_id = ${id} order by id`,
  );
  return z
    .array(z.object({ action: z.string() }))
    .parse(rows)
    .map(({ action }) => action);
}

test("an order goes from pending to delivered, and a repeated step is in the audit log once", async () => {
  const order = await anOrder(shop, buyer);
  for (const [seen, to] of [
    ["pending", "confirmed"],
    ["confirmed", "processing"],
    ["processing", "shipped"],
    ["shipped", "delivered"],
  ] as const) {
    for (const _twice of [1, 2]) {
      expect(await setOrderStatus(shop.services, admin, order.id, { to, seen })).toMatchObject({ ok: true });
    }
  }
  const file = await fileOf(order.id);
  expect(file.order).toMatchObject({ status: "delivered", paymentStatus: "completed" });
  expect(file.order.events.at(-1)?.actor).toEqual({ kind: "staff", id: admin.id, name: "Admin" });
  expect(file.order.events[0]?.actor).toEqual({ kind: "customer", id: buyer.id, name: "" });
  expect(await actionsOn(order.id)).toEqual(Array(4).fill("order.status"));
});

test("an admin's change of an outdated order is refused, and nothing of it is stored", async () => {
  const order = await anOrder(shop, buyer);
  const { version } = await fileOf(order.id);
  const first = { to: "confirmed", seen: "pending", version, parcel: { courier: "India Post" } } as const;
  expect((await setOrderStatus(shop.services, admin, order.id, first)).ok).toBe(true);
  const second = { to: "cancelled", seen: "pending", version, parcel: { courier: "Delhivery" } } as const;
  expect(await setOrderStatus(shop.services, admin, order.id, second)).toEqual({
    ok: false,
    refused: "changed-meanwhile",
  });
  const parcelOnly = { ...second, to: "confirmed", seen: "confirmed" } as const;
  expect(await setOrderStatus(shop.services, admin, order.id, parcelOnly)).toMatchObject({ ok: false });
  expect((await fileOf(order.id)).order).toMatchObject({ status: "confirmed", courier: "India Post" });
});

test("an unusual step needs a reason and a link needs https; a refused change stores nothing", async () => {
  const shirt = await aShirt(shop, { stock: 1 });
  const order = await anOrder(shop, buyer, { pieces: [shirt] });
  const set = (command: Omit<Parameters<typeof setOrderStatus>[3], "seen">, seen: "pending" | "cancelled") =>
    setOrderStatus(shop.services, admin, order.id, { ...command, seen });
  expect(await set({ to: "pending", parcel: { trackingLink: "javascript:alert(1)" } }, "pending")).toEqual({
    ok: false,
    refused: "link-bad",
  });
  expect((await set({ to: "cancelled" }, "pending")).ok).toBe(true);
  expect(await set({ to: "pending" }, "cancelled")).toEqual({ ok: false, refused: "reason-needed" });
  await anOrder(shop, await aBuyer(shop), { pieces: [shirt] });
  const again = { to: "pending", reason: "The customer asked", parcel: { courier: "Delhivery" } } as const;
  expect(await set(again, "cancelled")).toEqual({ ok: false, refused: "out-of-stock" });
  expect((await fileOf(order.id)).order).toMatchObject({ status: "cancelled", courier: null });
});

test("a bulk change updates the orders it can, and reports the others with a reason", async () => {
  const [one, two] = [await anOrder(shop, buyer), await anOrder(shop, buyer)];
  await nowIs(shop, two, "delivered");
  const sent = await anOrder(shop, buyer);
  await nowIs(shop, sent, "shipped");
  const commands = [
    { id: one.id, seen: "pending" as const },
    { id: sent.id, seen: "shipped" as const },
    { id: two.id, seen: "delivered" as const },
    { id: randomUUID(), seen: "pending" as const },
  ];
  const { set, already, refused } = await setManyStatuses(shop.services, admin, commands, "shipped");
  expect([set, already]).toEqual([[one.id], [sent.id]]);
  expect(refused.map(({ why }) => why)).toEqual(["reason-needed", "not-found"]);
});

test("a refund that was entered before another one came in between is refused, with what is left", async () => {
  const { order, lineId } = await aReturnable(shop, { quantity: 3, price: 33_333 });
  const refund = (quantity: number, seen: number) =>
    refundLines(shop.services, admin, order.id, {
      key: randomUUID(),
      lines: [{ lineId, quantity, disposition: "damaged" as const }],
      extra: 0,
      reason: "damaged",
      seen,
    });
  const both = await Promise.all([refund(1, order.total), refund(1, order.total)]);
  const left = order.total - 33_333;
  expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, refused: "refunded-meanwhile", left }]);
  expect(await refund(2, left)).toMatchObject({ ok: true });
  expect((await fileOf(order.id)).refunds).toHaveLength(2);
});

test("a line is refunded once per form and never above what is left; staff pay out a cash refund", async () => {
  const { order, lineId, ask } = await aReturnable(shop, { quantity: 3, price: 33_333 });
  const command = (quantity: number, key = randomUUID()) => ({
    key,
    lines: [{ lineId, quantity, disposition: "damaged" as const }],
    extra: 0,
    reason: "damaged",
  });
  const refund = (asked: ReturnType<typeof command>) => refundLines(shop.services, admin, order.id, asked);
  const key = randomUUID();
  const both = await Promise.all([refund(command(2, key)), refund(command(2, key))]);
  expect(both.map((one) => one.ok && one.value.amount).sort()).toEqual([0, 66_666]);
  expect(await refund(command(2))).toEqual({ ok: false, refused: "too-many" });
  // Nor can the customer return units that were refunded already.
  expect(await ask(2)).toMatchObject({ ok: false });
  expect(await refund({ ...command(1), extra: 1 })).toEqual({ ok: false, refused: "too-much" });
  expect(await refund(command(0))).toEqual({ ok: false, refused: "nothing-chosen" });
  expect(await refund({ ...command(1), reason: " " })).toEqual({ ok: false, refused: "reason-needed" });
  const [open] = (await fileOf(order.id)).refunds;
  const pay = () => markPaidOut(shop.services, admin, order.id, open?.id ?? "");
  expect(await pay()).toMatchObject({ ok: true });
  expect(await pay()).toEqual({ ok: false, refused: "done-before" });
  expect(await markPaidOut(shop.services, admin, order.id, "nonsense")).toEqual({
    ok: false,
    refused: "not-found",
  });
  expect((await fileOf(order.id)).order.paymentStatus).toBe("partly_refunded");
  expect(await actionsOn(order.id)).toEqual(["order.refund", "order.paid-out"]);
});

test("a return is approved, received and refunded through its own order only", async () => {
  const { order, shirt, lineId, ask } = await aReturnable(shop, { quantity: 1 });
  const { stock } = await stockOf(shop, shirt);
  const asked = await ask(1);
  if (!asked.ok) throw new Error(asked.refused);
  const decide = (decision: Parameters<typeof decideReturn>[4], orderId = order.id) =>
    decideReturn(shop.services, admin, orderId, asked.value.id, decision);
  const other = await anOrder(shop, buyer);
  expect(await decide({ do: "approve", answer: "" }, other.id)).toEqual({ ok: false, refused: "not-found" });
  expect(await decide({ do: "reject", reason: "" })).toEqual({ ok: false, refused: "reason-needed" });
  for (const _twice of [1, 2]) {
    expect(await decide({ do: "approve", answer: "Use the label" })).toMatchObject({ ok: true });
  }
  const received = await decide({ do: "receive", conditions: { [lineId]: "restocked" } });
  expect(received).toMatchObject({ ok: true, value: { state: "closed" } });
  expect((await stockOf(shop, shirt)).stock).toBe(stock + 1);
  expect((await fileOf(order.id)).refunds).toMatchObject([{ amount: order.total, inCash: true }]);
  expect(await actionsOn(order.id)).toEqual(["return.approve", "return.receive"]);
});

test("without the right to refund, a cancellation and a return are done and their refunds wait for approval", async () => {
  const clerk = { ...admin, permissions: new Set(permissions.filter((one) => one !== "orders.refund")) };
  const { order } = await aReturnable(shop);
  const { order: returned, ask, lineId } = await aReturnable(shop);
  const asked = await ask(1);
  if (!asked.ok) throw new Error(asked.refused);
  for (const decision of [
    { do: "approve" as const, answer: "" },
    { do: "receive" as const, conditions: { [lineId]: "restocked" as const } },
  ])
    expect(await decideReturn(shop.services, clerk, returned.id, asked.value.id, decision)).toMatchObject({
      ok: true,
    });
  const dispositions = order.lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity,
    disposition: "restocked" as const,
  }));
  const cancelled = { to: "cancelled" as const, seen: "delivered" as const, reason: "Lost", dispositions };
  expect(await setOrderStatus(shop.services, clerk, order.id, cancelled)).toMatchObject({ ok: true });
  await shop.runDue();
  const refundMails = () =>
    shop
      .sentMail()
      .map(({ subject }) => subject)
      .filter((subject) => /refund/i.test(subject))
      .filter((subject) => [order, returned].some(({ id }) => subject.includes(id.slice(0, 8))));
  expect(refundMails()).toEqual([]);
  for (const { id } of [order, returned]) {
    const [refund] = (await fileOf(id)).refunds;
    expect(refund).toMatchObject({ state: "pending", pendingReason: "approval" });
    const approve = () => approveWaitingRefund(shop.services, admin, id, refund?.id ?? "");
    expect(await approve()).toMatchObject({ ok: true });
    expect(await approve()).toEqual({ ok: false, refused: "done-before" });
    expect((await fileOf(id)).refunds).toMatchObject([{ pendingReason: null }]);
  }
  await shop.runDue();
  expect(refundMails()).toHaveLength(2);
});

test("a payment of a wrong amount does not pay the order, and staff can refund it once", async () => {
  const shirt = await aShirt(shop);
  await putInCart(shop, buyer, shirt);
  const placed = await placeOrder(shop.services, buyer, checkoutDetails({ method: "online" }));
  if (!placed.ok) throw new Error(placed.refused);
  const { id } = placed.value;
  const started = await startPayment(shop.services, id, buyer, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway.choose(started.value.gatewayOrderId, "pay-less");
  await reconcile(shop.services, started.value.gatewayOrderId);
  const [payment] = (await fileOf(id)).payments;
  expect(payment).toMatchObject({ effect: "mismatch", amount: 49_899, left: 49_899 });
  const paymentId = payment?.id ?? "";
  const sent = () => refundPayment(shop.services, admin, id, paymentId);
  expect(await refundPayment(shop.services, admin, randomUUID(), paymentId)).toMatchObject({ ok: false });
  const both = await Promise.all([sent(), sent()]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  await shop.runDue();
  const after = await fileOf(id);
  expect(after.refunds).toMatchObject([{ amount: 49_899, reason: { code: "other-amount" } }]);
  expect(after.payments).toMatchObject([{ left: 0 }]);
  expect(await actionsOn(id)).toContain("order.send-back");
});

test("a note is stored once per form; an email can be sent again only when it still applies", async () => {
  const order = await anOrder(shop, buyer);
  const key = randomUUID();
  for (const _twice of [1, 2]) {
    expect((await addNote(shop.services, admin, order.id, { key, text: "Call before noon" })).ok).toBe(true);
  }
  const notes = (await fileOf(order.id)).order.events.filter(({ note }) => note === "Call before noon");
  expect(notes).toHaveLength(1);
  const send = (notification: string) =>
    resendEmail(shop.services, admin, order.id, { key: randomUUID(), notification });
  expect(await send("shipped")).toEqual({ ok: false, refused: "not-true" });
  await shop.runDue();
  const before = shop.sentMail().length;
  expect(await send("placed")).toMatchObject({ ok: true });
  await shop.runDue();
  const [mail] = shop.sentMail().slice(before);
  expect(mail).toMatchObject({ to: buyer.email, subject: expect.stringContaining("has been placed") });
});
