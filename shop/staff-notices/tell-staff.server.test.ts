import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../test/support/users.server.ts";
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
  expect(await titles(owner)).toEqual(expect.arrayContaining(["1 new message", "2 new orders"]));
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
  expect(told?.title).toMatch(/new message/);
  expect(told?.text).not.toContain("away");
});
