import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { someStaff } from "../../test/support/access/actors.ts";
import { askedFor, returnsShop } from "../../test/support/ordered/returns-shop.server.ts";
import {
  aBuyer,
  aDeliveredOrder,
  aReturnWish,
  aShirt,
  stockOf,
  takenBack,
} from "../../test/support/orders.server.ts";
import type { Customer, Staff } from "../access/actor.ts";
import { retryFailedRefund } from "../order-management/refund-lines.server.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { finalizeRefund, startRefund } from "../payments/refunds.server.ts";
import { invalidateSettings, shopSettings } from "../settings/settings.server.ts";
import { reportReturnSent, withdrawReturn } from "./customer-steps.server.ts";
import { approveReturn, rejectReturn } from "./decide-return.server.ts";
import { returnsOf } from "./read-returns.server.ts";
import { receiveReturn } from "./receive-return.server.ts";
import { requestReturn } from "./request-return.server.ts";
import { returnWindow } from "./returnable-quantity.server.ts";

const opened = returnsShop();
const { ports, delivered, refundsOf, mailsTo } = opened;
const actor = someStaff;

test("a return is requested, approved and received; the unit is restocked and its refund starts", async () => {
  const { asha, shirt, order, lineId, ask } = await delivered();
  const id = await askedFor(ask(1, { details: "Tight at the shoulders" }));
  expect(await approveReturn(ports(), id, { actor, answer: "Use the same bag." })).toMatchObject({
    ok: true,
  });
  const received = await receiveReturn(ports(), id, { actor, conditions: { [lineId]: "restocked" } });
  expect(received).toMatchObject({
    ok: true,
    value: { state: "closed", refund: { amount: 49_900, state: "pending", inCash: true } },
  });
  expect(await stockOf(opened.shop, shirt)).toEqual({ stock: 5, reserved: 0 });
  const after = await orderOf(ports(), order.id);
  expect(after).toMatchObject({ status: "delivered", paymentStatus: "refund_pending", refunded: 49_900 });
  expect(after?.events.filter(({ kind }) => kind === "return").map(({ to }) => to)).toEqual([
    "requested",
    "approved",
    "received",
    "closed",
  ]);
  await opened.shop.runDue();
  expect(mailsTo(asha).slice(-3)).toEqual([
    "We have received your request for order ",
    "Your request for order has been approved",
    "Refund for order ",
  ]);
  expect(
    opened.shop.sentMail().find(({ to, subject }) => to === asha.email && subject.includes("approved"))?.text,
  ).toContain("Use the same bag.");
});

test("a return is refused to other customers, for wrong quantities or lines, and after the return period", async () => {
  const { asha, order, lineId, ask, shirt } = await delivered({ quantity: 2 });
  const stranger = await aBuyer(opened.shop);
  const line = [{ lineId, quantity: 1 }];
  const refusal = (customer: Customer, id: string, lines = line) =>
    requestReturn(ports(), customer, id, aReturnWish(lines)).then((answer) =>
      answer.ok ? "done" : answer.refused,
    );
  expect(await refusal(stranger, order.id)).toBe("not-found");
  expect(await refusal(asha, randomUUID())).toBe("not-found");
  expect(await refusal(asha, "1' or 1=1")).toBe("not-found");
  for (const quantity of [0, -1, 1.5, 3, Number.NaN, 1e20]) {
    expect(await refusal(asha, order.id, [{ lineId, quantity }])).toBe("too-many");
  }
  expect(await refusal(asha, order.id, [...line, ...line])).toBe("too-many");
  expect(await refusal(asha, order.id, [{ lineId: randomUUID(), quantity: 1 }])).toBe("too-many");
  expect(await refusal(asha, order.id, [])).toBe("nothing-chosen");
  const other = await aDeliveredOrder(opened.shop, asha, [[shirt, 1]]);
  expect(await refusal(asha, other.id)).toBe("too-many");
  // The test shop's clock differs from the database's, and only the latter counts.
  const deliveredAt = (time: SQL) =>
    ports().db.execute(sql`update orders set delivered_at = (${time})::timestamp at time zone 'Asia/Kolkata'
      where id = ${order.id}`);
  // The last day counts to its end, however early it was delivered: the screens name the day.
  await deliveredAt(sql`indian_day(now()) - 7`);
  expect(await returnWindow(ports().db, order.id, 7)).toMatchObject({ open: true, daysLeft: 0 });
  expect(await ask(1)).toMatchObject({ ok: true });
  await deliveredAt(sql`indian_day(now()) - 7 - interval '1 second'`);
  expect(await returnWindow(ports().db, order.id, 7)).toMatchObject({ open: false, daysLeft: 0 });
  expect(await refusal(asha, order.id)).toBe("too-late");
  // A shop without returns takes none on the day of delivery either.
  await deliveredAt(sql`indian_day(now())`);
  expect(await returnWindow(ports().db, order.id, 0)).toMatchObject({ open: false });
  await ports().db.execute(sql`update orders set delivered_at = now() where id = ${order.id}`);
});

test("what was refunded of an item cannot be returned too, and of no other order", async () => {
  const { order, lineId, ask } = await delivered({ quantity: 2 });
  const other = await delivered({ quantity: 2 });
  const one = { amount: 49_900, reason: "torn", actor, lines: [{ lineId, quantity: 1, amount: 49_900 }] };
  expect(await startRefund(ports(), order.id, one)).toMatchObject({ ok: true });
  expect(await ask(2)).toMatchObject({ refused: "too-many" });
  expect(await ask(1)).toMatchObject({ ok: true });
  expect(await other.ask(2)).toMatchObject({ ok: true });
});

test("staff enter a return for an order without an account, and its address is told", async () => {
  const { order, lineId } = await delivered({ quantity: 2 });
  const email = `${randomUUID()}@phone.test`;
  await ports().db.execute(sql`update orders set user_id = null, email = ${email} where id = ${order.id}`);
  const wish = aReturnWish([{ lineId, quantity: 1 }]);
  const without = new Set([...actor.permissions].filter((one) => one !== "orders.edit"));
  const packer: Staff = { ...actor, permissions: without };
  expect(await requestReturn(ports(), packer, order.id, wish)).toMatchObject({ refused: "not-allowed" });
  const same = await Promise.all([1, 2, 3].map(() => requestReturn(ports(), actor, order.id, wish)));
  expect(new Set(same.map((one) => (one.ok ? one.value.id : one.refused))).size).toBe(1);
  expect(await requestReturn(ports(), actor, randomUUID(), wish)).toMatchObject({ refused: "not-found" });
  const [made] = await returnsOf(ports(), order.id);
  expect(made).toMatchObject({ state: "requested", lines: [{ lineId, quantity: 1 }] });
  const steps = (await orderOf(ports(), order.id))?.events.filter(({ kind }) => kind === "return");
  expect(steps).toMatchObject([{ to: "requested", note: null, actor: { kind: "staff", name: "Admin" } }]);
  const { rows } = await ports().db.execute(
    sql`select actor_name, after ->> 'return' as return from audit_entry where action = 'return.enter' and subject_id = ${order.id}`,
  );
  expect(rows).toEqual([{ actor_name: "Admin", return: made?.id }]);
  await opened.shop.runDue();
  expect(mailsTo({ email })).toEqual(["We have received your request for order "]);
  await takenBack(opened.shop, made?.id ?? "");
  expect(await refundsOf(order)).toEqual([49_900]);
});

test("staff take back after the return window with a reason, which is kept", async () => {
  const { asha, order, lineId } = await delivered({ quantity: 2 });
  await ports().db.execute(
    sql`update orders set delivered_at = now() - interval '40 days' where id = ${order.id}`,
  );
  const enter = (who: Customer | Staff, lateReason?: string) =>
    requestReturn(
      ports(),
      who,
      order.id,
      aReturnWish([{ lineId, quantity: 1 }], lateReason === undefined ? {} : { lateReason }),
    );
  expect(await enter(actor)).toMatchObject({ refused: "late-reason-needed" });
  expect(await enter(actor, " \n ")).toMatchObject({ refused: "late-reason-needed" });
  // A customer's own form cannot bring a reason.
  expect(await enter(asha, "Please")).toMatchObject({ refused: "too-late" });
  expect(await enter(actor, "The seam opened at the first wash")).toMatchObject({ ok: true });
  expect((await orderOf(ports(), order.id))?.events.at(-1)).toMatchObject({
    kind: "return",
    note: "The seam opened at the first wash",
  });
  await ports().db.execute(sql`update orders set delivered_at = now() where id = ${order.id}`);
});

test("twenty concurrent requests of a customer and staff for the last unit create one return, and so does one form sent ten times", async () => {
  const one = await delivered();
  const entered = () =>
    requestReturn(ports(), actor, one.order.id, aReturnWish([{ lineId: one.lineId, quantity: 1 }]));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? one.ask(1) : entered())),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.refused]))).toEqual(
    Array(19).fill("too-many"),
  );
  const two = await delivered({ quantity: 5 });
  const formKey = randomUUID();
  const same = await Promise.all(Array.from({ length: 10 }, () => two.ask(1, { formKey })));
  expect(new Set(same.map((answer) => (answer.ok ? answer.value.id : answer.refused))).size).toBe(1);
  expect(await returnsOf(ports(), two.order.id)).toHaveLength(1);
});

test("returned units of a discounted line are refunded at what was paid for them, without the coupon's share", async () => {
  await ports().db.execute(sql`
    insert into coupon (code, description, kind, value, valid_from, valid_to)
    values ('ODD', 'odd', 'flat', 10001, '2020-01-01', '2099-01-01') on conflict do nothing`);
  const asha = await aBuyer(opened.shop);
  const [tee, cap] = [
    await aShirt(opened.shop, { price: 33_333 }),
    await aShirt(opened.shop, { price: 777 }),
  ];
  const order = await aDeliveredOrder(
    opened.shop,
    asha,
    [
      [tee, 3],
      [cap, 1],
    ],
    "ODD",
  );
  expect(order.discount).toBe(10_001);
  const line = order.lines.find(({ quantity }) => quantity === 3);
  const back = () =>
    requestReturn(ports(), asha, order.id, aReturnWish([{ lineId: line?.id ?? "", quantity: 1 }]));
  await takenBack(opened.shop, await askedFor(back()));
  const failed = await takenBack(opened.shop, await askedFor(back()));
  // The bank refuses the second part, which staff pay by hand later; the third part is still exact.
  await finalizeRefund(ports(), someStaff, failed.ok ? (failed.value.refund?.id ?? "") : "", "failed");
  await takenBack(opened.shop, await askedFor(back()));
  const [first, second, third] = await refundsOf(order);
  expect([first, second, third].every((amount) => typeof amount === "number")).toBe(true);
  const stored = (line?.total ?? 0) - (line?.discount ?? 0);
  expect(Number(first) + Number(second)).toBeLessThan(stored);
  expect(Number(first) + Number(third)).toBeLessThanOrEqual(stored);
  const rest = order.lines.find(({ quantity }) => quantity === 1);
  await takenBack(
    opened.shop,
    await askedFor(
      requestReturn(ports(), asha, order.id, aReturnWish([{ lineId: rest?.id ?? "", quantity: 1 }])),
    ),
  );
  expect((await refundsOf(order)).at(-1)).toBe((rest?.total ?? 0) - (rest?.discount ?? 0));
});

test("a return whose refund failed shows its customer the refund that is made in its place", async () => {
  const asha = await aBuyer(opened.shop);
  const order = await aDeliveredOrder(opened.shop, asha, [[await aShirt(opened.shop, { price: 49_900 }), 1]]);
  const wish = aReturnWish([{ lineId: order.lines[0]?.id ?? "", quantity: 1 }]);
  const taken = await takenBack(opened.shop, await askedFor(requestReturn(ports(), asha, order.id, wish)));
  const refundId = taken.ok ? (taken.value.refund?.id ?? "") : "";
  await finalizeRefund(ports(), someStaff, refundId, "failed");
  const repeated = { refundId, way: "provider" as const };
  expect(await retryFailedRefund(ports(), someStaff, order.id, repeated)).toMatchObject({ ok: true });
  const [request] = await returnsOf(ports(), order.id);
  expect(request?.refund).toMatchObject({ state: "pending", amount: 49_900 });
  expect(request?.refund?.id).not.toBe(refundId);
});

test("returning all units of a line in several parcels refunds exactly what was paid", async () => {
  await ports().db.execute(sql`
    insert into coupon (code, description, kind, value, valid_from, valid_to)
    values ('SEVEN', 'seven', 'percent', 7, '2020-01-01', '2099-01-01') on conflict do nothing`);
  const asha = await aBuyer(opened.shop);
  const tee = await aShirt(opened.shop, { price: 33_337, stock: 7 });
  const order = await aDeliveredOrder(opened.shop, asha, [[tee, 7]], "SEVEN");
  const lineId = order.lines[0]?.id ?? "";
  for (const quantity of [1, 2, 1, 3]) {
    await takenBack(
      opened.shop,
      await askedFor(requestReturn(ports(), asha, order.id, aReturnWish([{ lineId, quantity }]))),
    );
  }
  const amounts = (await refundsOf(order)).map(Number);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(order.total);
  for (const id of (await returnsOf(ports(), order.id)).map(({ refund }) => refund?.id ?? "")) {
    await finalizeRefund(ports(), someStaff, id, "succeeded");
  }
  expect((await orderOf(ports(), order.id))?.paymentStatus).toBe("refunded");
  expect(await stockOf(opened.shop, tee)).toEqual({ stock: 7, reserved: 0 });
});

test("concurrent approvals, receipts and rejections of a return take effect once", async () => {
  const { shirt, order, lineId, ask } = await delivered();
  const id = await askedFor(ask(1));
  const conditions = { [lineId]: "written-off" } as const;
  expect(await receiveReturn(ports(), id, { actor, conditions })).toEqual({
    ok: false,
    refused: "not-approved",
  });
  await Promise.all(Array.from({ length: 5 }, () => approveReturn(ports(), id, { actor })));
  expect(await receiveReturn(ports(), id, { actor, conditions: {} })).toEqual({
    ok: false,
    refused: "condition-needed",
  });
  await Promise.all(Array.from({ length: 8 }, () => receiveReturn(ports(), id, { actor, conditions })));
  expect(await refundsOf(order)).toEqual([49_900]);
  expect(await stockOf(opened.shop, shirt)).toEqual({ stock: 4, reserved: 0 });
  expect(await rejectReturn(ports(), id, { actor, reason: "Worn" })).toEqual({
    ok: false,
    refused: "decided",
  });
  const steps = (await orderOf(ports(), order.id))?.events.filter(({ kind }) => kind === "return");
  expect(steps).toHaveLength(4);
  expect(await approveReturn(ports(), randomUUID(), { actor })).toEqual({ ok: false, refused: "not-found" });
  expect(await approveReturn(ports(), "nonsense", { actor })).toEqual({ ok: false, refused: "not-found" });
});

test("a customer withdraws a request that nobody has decided; the pieces can be requested again", async () => {
  const { asha, ask, order } = await delivered();
  const stranger = await aBuyer(opened.shop);
  const first = await askedFor(ask(1));
  expect(await withdrawReturn(ports(), stranger, first)).toMatchObject({ refused: "not-found" });
  expect(await withdrawReturn(ports(), asha, "nonsense")).toMatchObject({ refused: "not-found" });
  for (let time = 0; time < 2; time++)
    expect(await withdrawReturn(ports(), asha, first)).toMatchObject({
      ok: true,
      value: { state: "withdrawn" },
    });
  expect(await approveReturn(ports(), first, { actor })).toMatchObject({ refused: "decided" });
  const second = await askedFor(ask(1));
  expect(await approveReturn(ports(), second, { actor })).toMatchObject({ ok: true });
  expect(await withdrawReturn(ports(), asha, second)).toMatchObject({ refused: "decided" });
  const events = (await orderOf(ports(), order.id))?.events.filter(({ kind }) => kind === "return");
  expect(events?.map(({ to }) => to)).toEqual(["requested", "withdrawn", "requested", "approved"]);
});

test("an approved return says where it goes, and its customer says that it is on its way", async () => {
  const { asha, ask } = await delivered();
  const { policy } = await shopSettings(ports());
  const returnPlace = "Our courier picks it up within two days.";
  const setting = JSON.stringify({ ...policy, returnPlace });
  await ports().db.execute(sql`
    insert into setting (key, value) values ('policy', ${setting}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  invalidateSettings(ports());
  const id = await askedFor(ask(1));
  expect(await reportReturnSent(ports(), asha, id)).toMatchObject({ refused: "decided" });
  await approveReturn(ports(), id, { actor, answer: "Use the same bag." });
  await opened.shop.runDue();
  expect(opened.shop.sentMail().findLast(({ to }) => to === asha.email)?.text).toContain(
    `Use the same bag. ${returnPlace}`,
  );
  expect(await reportReturnSent(ports(), await aBuyer(opened.shop), id)).toMatchObject({
    refused: "not-found",
  });
  const sent = await reportReturnSent(ports(), asha, id);
  expect(sent).toMatchObject({ ok: true, value: { state: "approved", sentAt: expect.any(Date) } });
  expect(await reportReturnSent(ports(), asha, id)).toEqual(sent);
});
