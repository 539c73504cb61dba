import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/database.server.ts";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { deliverWebhooks } from "../../test/support/faults/model/shop-model.server.ts";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, aShirt } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../test/support/users.server.ts";
import type { Actor, Staff } from "../access/actor.ts";
import type { Order } from "../orders/orders.ts";
import { startRefund } from "../payments/refunds.server.ts";
import { startPayment } from "../payments/start-payment.server.ts";
import type { StaffNoticeKind } from "./kinds.ts";
import { noticesOf, unreadNotices } from "./read-notices.server.ts";
import { staffNoticeChoice } from "./tables.server.ts";
import { tellStaff } from "./tell-staff.server.ts";

let shop: TestShop;
let owner: Person;
let editor: Person;
beforeAll(async () => {
  shop = await testShop();
  owner = await anAdmin(shop);
  editor = await aShopper(shop);
  await shop.services.db.execute(sql`update users set role = 'marketing' where id = ${editor.id}`);
  await tellStaff(shop.services);
});
afterAll(() => shop.dispose());

/** As if the last time was five minutes ago and what happened since is a minute old. */
async function aMinuteLater() {
  const { db } = shop.services;
  await db.execute(sql`update staff_notice_cursor set until = now() - interval '5 minutes'`);
  await db.execute(
    sql`update orders set placed_at = now() - interval '1 minute' where placed_at is not null`,
  );
  await db.execute(sql`update contact_message set created_at = now() - interval '1 minute'`);
  await db.execute(sql`update refund set pending_since = now() - interval '1 minute',
    settled_at = case when settled_at is not null then now() - interval '1 minute' end`);
  // Events are append-only: the same a minute earlier.
  await db.execute(sql`insert into order_event (order_id, at, kind, from_value, to_value, actor_kind)
    select order_id, now() - interval '1 minute', kind, from_value, to_value, actor_kind from order_event
    where kind = 'payment'`);
  await tellStaff(shop.services);
  await shop.runDue();
}
const titles = async ({ id }: Person) =>
  (await noticesOf(shop.services, id)).map(({ title }) => title).sort();

test("new orders, messages and sizes that run low are told once, together, to whose role lets them see it", async () => {
  const asha = await aShopper(shop);
  const first = await anOrder(shop, asha);
  await anOrder(shop, asha);
  await shop.services.db.execute(sql`
    insert into contact_message (id, name, email, topic, message, created_at)
    values (gen_random_uuid(), 'Asha', 'asha@mail.example', 'other', 'Hello', now())`);
  await aMinuteLater();
  expect(await titles(owner)).toEqual(
    expect.arrayContaining(["1 customer waits for an answer", "2 new orders"]),
  );
  const [order] = (await noticesOf(shop.services, owner.id)).filter(({ kind }) => kind === "order");
  expect(order?.text).toContain(first.id.slice(0, 8));
  expect(await titles(editor)).toEqual([]);
  const mailed = shop
    .sentMail()
    .filter(({ to, subject }) => to === owner.email && subject.startsWith("2 new"));
  expect(mailed).toHaveLength(1);
  expect(mailed[0]?.text).toContain("/admin/orders");
  const told = await unreadNotices(shop.services, owner.id);
  await tellStaff(shop.services);
  expect(await unreadNotices(shop.services, owner.id)).toBe(told);
});

test("a person who has chosen otherwise is told as they chose", async () => {
  const { db } = shop.services;
  const choice = { userId: owner.id, kind: "order", enabled: false } as const;
  await db.insert(staffNoticeChoice).values([
    { ...choice, channel: "email" },
    { ...choice, channel: "bell" },
  ]);
  await anOrder(shop, await aShopper(shop));
  const [before, mails] = [await titles(owner), shop.sentMail().length];
  await aMinuteLater();
  const after = await titles(owner);
  expect(after.filter((title) => title.includes("order"))).toEqual(
    before.filter((title) => title.includes("order")),
  );
  expect(after.length).toBeGreaterThan(before.length);
  const subjects = shop
    .sentMail()
    .slice(mails)
    .map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("new order"))).toEqual([]);
});

test("a mail of a customer is told of as a message, an automatic answer is not", async () => {
  const { db } = shop.services;
  await db.execute(sql`
    insert into contact_message (id, name, email, topic, message, created_at, subject, automatic, conversation_id)
    select gen_random_uuid(), m.name, c.email, 'other', 'Hello again', now(), 'Re: Hello', m.automatic, c.id
    from conversation c, (values ('Asha', false), ('Asha away', true)) m (name, automatic)
    where c.email = 'asha@mail.example'`);
  await aMinuteLater();
  const [told] = (await noticesOf(shop.services, owner.id)).filter(({ kind }) => kind === "message");
  expect(told?.title).toBe("1 customer waits for an answer");
  expect(told?.text).toBe("Asha");
  await db.execute(sql`
    insert into contact_message (id, name, email, topic, message, created_at, conversation_id)
    select gen_random_uuid(), 'Asha', c.email, 'other', 'And again', now(), c.id
    from conversation c where c.email = 'asha@mail.example'`);
  await db.execute(sql`update conversation set waiting = false`);
  expect(await toldOf("message")).toEqual([]);
});

/** What the owner is told of a kind within the next minute: title, names and list. */
async function toldOf(kind: StaffNoticeKind) {
  const before = new Set((await noticesOf(shop.services, owner.id)).map(({ id }) => id));
  await aMinuteLater();
  return (await noticesOf(shop.services, owner.id))
    .filter((notice) => notice.kind === kind && !before.has(notice.id))
    .map(({ title, text, link }) => [title, text, link]);
}
const short = ({ id }: Order) => id.slice(0, 8);

async function triedToPay(buyer: Person, end: "pay" | "decline", order?: Order) {
  const made = order ?? (await anOrder(shop, buyer, { method: "online" }));
  const started = await startPayment(shop.services, made.id, buyer, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway[end](started.value.gatewayOrderId);
  await deliverWebhooks(shop);
  return made;
}

test("a failed payment is told while it is one: not once the order is paid, nor a failed try to pay the rest of one", async () => {
  const asha = await aShopper(shop);
  const failed = await triedToPay(asha, "decline");
  const paid = await triedToPay(asha, "decline");
  await triedToPay(asha, "pay", paid);
  const part = await triedToPay(asha, "pay");
  await shop.services.db.execute(sql`update order_line set unit_price = unit_price + 100, total = total + 100
    where order_id = ${part.id}`);
  await shop.services.db.execute(sql`update orders set subtotal = subtotal + 100, total = total + 100,
    payment_status = 'pending' where id = ${part.id}`);
  await triedToPay(asha, "decline", part);
  expect(await toldOf("payment-failed")).toEqual([
    ["1 order with a failed payment", short(failed), "/admin/orders?work=payment-failed"],
  ]);
});

test("each refund that waits is told with the list that has it: to approve, to pay out, not sent, failed", async () => {
  const { db } = shop.services;
  const asha = await aShopper(shop);
  const [cash, unsent, asked, failed] = [
    await aDeliveredOrder(shop, asha, [[await aShirt(shop), 1]]),
    await triedToPay(asha, "pay"),
    await triedToPay(asha, "pay"),
    await triedToPay(asha, "pay"),
  ];
  const support: Staff = { ...aStaffMember(), permissions: new Set(["orders.edit"]) };
  const give = (order: Order, actor: Actor) =>
    startRefund(shop.services, order.id, { amount: 10_000, reason: "a test", actor });
  await give(cash, aStaffMember());
  await give(asked, support);
  for (const order of [unsent, failed]) await give(order, aStaffMember());
  await shop.runDue();
  const wentBack = sql`order_id = ${unsent.id} or order_id = ${failed.id}`;
  await db.execute(sql`update refund set state = 'pending', settled_at = null where ${wentBack}`);
  await db.execute(
    sql`update refund set pending_reason = 'provider-unreachable' where order_id = ${unsent.id}`,
  );
  await db.execute(sql`update refund set state = 'failed', settled_at = now() where order_id = ${failed.id}`);
  const told = await toldOf("refund");
  expect(told).toContainEqual([
    "1 order with a refund to approve",
    `${short(asked)} (₹100)`,
    "/admin/orders?work=approve-refund",
  ]);
  const waits = told.find(([title]) => title === "2 orders with a refund that waits");
  expect(waits?.[1]?.split(", ").sort()).toEqual([`${short(cash)} (₹100)`, `${short(unsent)} (₹100)`].sort());
  expect(waits?.[2]).toBe("/admin/orders?work=refund-waits");
  expect(told).toContainEqual([
    "1 order with a failed refund",
    `${short(failed)} (₹100)`,
    "/admin/orders?work=refund-failed",
  ]);
});

test("a size that is sold out is told apart from one that runs low", async () => {
  const asha = await aShopper(shop);
  const [low, out] = [await aShirt(shop, { stock: 6 }), await aShirt(shop, { stock: 1 })];
  await anOrder(shop, asha, { pieces: [low, out] });
  expect(await toldOf("low-stock")).toEqual(
    expect.arrayContaining([
      ["1 item is running low", expect.stringContaining("Test Shirt"), "/admin/inventory?show=low"],
      ["1 item is sold out", expect.stringContaining("Test Shirt"), "/admin/inventory?show=out"],
    ]),
  );
});

test("an order of the first minute, before anybody was ever told, is told", async () => {
  const { db } = shop.services;
  await db.execute(sql`delete from staff_notice_choice`);
  const setUp = new Client({ connectionString: shop.databaseUrl });
  await setUp.connect();
  await setUp.query("update schema_migration set applied_at = now() - interval '10 minutes'");
  await setUp.end();
  await db.execute(sql`update orders set placed_at = now() - interval '20 days' where placed_at is not null`);
  await db.execute(sql`delete from staff_notice_cursor`);
  const order = await anOrder(shop, await aShopper(shop));
  await db.execute(sql`update orders set placed_at = now() - interval '2 minutes' where id = ${order.id}`);
  const before = await unreadNotices(shop.services, owner.id);
  await tellStaff(shop.services);
  const [told] = (await noticesOf(shop.services, owner.id)).filter(({ kind }) => kind === "order");
  expect([told?.title, told?.text]).toEqual(["1 new order", expect.stringContaining(short(order))]);
  expect(await unreadNotices(shop.services, owner.id)).toBeGreaterThan(before);
});

test("an order whose transaction took longer than the others is told all the same", async () => {
  const { db } = shop.services;
  const order = await anOrder(shop, await aShopper(shop));
  await db.execute(sql`update orders set placed_at = now() - interval '20 days' where id = ${order.id}`);
  const texts = async () => (await noticesOf(shop.services, owner.id)).map(({ text }) => text).join();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update orders set placed_at = now() where id = ${order.id}`);
    for (let waited = 0; waited < 3; waited++) await tx.execute(sql`select pg_sleep(7.5)`);
    await tellStaff(shop.services);
  });
  expect(await texts()).not.toContain(short(order));
  await tellStaff(shop.services);
  expect(await texts()).toContain(short(order));
});
