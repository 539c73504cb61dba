import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { endHold, heldBack, untilReleased } from "../../../shop/hold/hold.server.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

// A shop as `npm run restore` leaves it: on hold, with an email, a message and a push message of before.
let shop: TestShop;
let ask: Ask;
let admin: Person;
let orderId: string;
const shops: TestShop[] = [];
beforeEach(async () => {
  shop = await testShop();
  shops.push(shop);
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  const { db, mail, clock } = shop.services;
  orderId = (await anOrder(shop, await aShopper(shop))).id;
  await db.execute(sql`delete from mail_outbox`);
  await mail.queue(db, { to: "asha@shop.example", subject: "Before", text: "Queued before the backup" });
  await mail.queue(db, { to: "ravi@shop.example", subject: "Before too", text: "Queued before the backup" });
  await db.execute(sql`insert into order_message (order_id, kind, variables, created_at)
    values (${orderId}, 'confirmed', '[]', ${clock.now().toISOString()})`);
  const device = sql`insert into push_subscription (user_id, session_id, endpoint, p256dh, auth)
    select user_id, id, 'https://push.example/1', rpad('p', 87, 'p'), rpad('a', 22, 'a') from session where user_id = ${admin.id} returning id`;
  await db.execute(sql`with device as (${device}) insert into push_message
    (subscription_id, title, body, path, tag, created_at)
    select id, 'Before', '', '/', 'before', ${clock.now().toISOString()}::timestamptz from device`);
  await db.execute(sql`insert into setting (key, value) values ('hold', jsonb_build_object(
    'backup', '2026-11-20T04:47:00.000Z', 'since', ${clock.now().toISOString()}::text))`);
  invalidateSettings(shop.services);
  shop.clock.set("2026-11-21T07:00:00Z");
  await mail.queue(db, { to: "asha@shop.example", subject: "After", text: "Queued after the restore" });
});
afterAll(async () => {
  for (const one of shops) await one.dispose();
});

const health = async (as = admin) => (await ask("/admin/health", { as })).text();
const decide = (intent: string, as = admin) => ask("/admin/health", { ...posted({ intent }), as });

async function left() {
  const { db } = shop.services;
  const { rows } = await db.execute(sql`
    select array(select subject from mail_outbox order by subject) as mails,
      (select state || coalesce(': ' || code, '') from order_message where order_id = ${orderId} and kind = 'confirmed'
        order by created_at limit 1) as message,
      (select count(*)::integer from push_message) as pushes`);
  return rows[0];
}

test("a restored shop begins its work when somebody decides, and not before", async () => {
  const stopping = new AbortController();
  let began: boolean | null = null;
  const waiting = untilReleased(shop.services, stopping.signal).then((released) => {
    began = released;
  });
  await pause(300);
  expect(began).toBeNull();
  expect(await endHold(shop.services, aStaffMember(admin), "send")).toMatchObject({ ok: true });
  await waiting;
  expect(began).toBe(true);
  // One that is stopped on hold does not begin its work.
  await shop.services.db.execute(sql`update setting set value = jsonb_build_object(
    'backup', '2026-11-20T04:47:00.000Z', 'since', '2026-11-21T06:00:00.000Z') where key = 'hold'`);
  setTimeout(() => stopping.abort(), 100);
  expect(await untilReleased(shop.services, stopping.signal)).toBe(false);
});

test("Health says what waits and every screen of staff leads there; customers are told nothing", async () => {
  const text = textOf(await health());
  expect(text).toContain("The backup was made on 20 Nov 2026");
  expect(text).toContain("Waiting from the backup: 2 emails, 1 SMS or WhatsApp message, 1 push message");
  for (const untrue of ["The worker runs inside the server's process", "One is written every hour by itself"])
    expect(text).not.toContain(untrue);
  const said = "Restored from a backup: nothing is sent until you decide.";
  expect(textOf(await (await ask("/admin/orders", { as: admin })).text())).toContain(said);
  expect(textOf(await (await ask("/", {})).text())).not.toContain("Restored");
  expect(textOf(await (await ask("/", { as: await aShopper(shop) })).text())).not.toContain("Restored");
});

test("sent: all that waited stays to be sent, and the audit log says who decided what", async () => {
  const before = await left();
  expect((await decide("send")).status).toBe(303);
  expect(await left()).toEqual(before);
  expect(await heldBack(shop.services)).toBeNull();
  const text = textOf(await health());
  expect(text).not.toContain("Restored from a backup");
  const audit = textOf(await (await ask("/admin/audit", { as: admin })).text());
  expect(audit).toContain(
    "let the restored shop send what waited: 2 emails, 1 SMS or WhatsApp message, 1 push message",
  );
  // Somebody else decided meanwhile.
  expect((await decide("discard")).status).toBe(409);
  expect(await left()).toEqual(before);
});

test("discarded: the messages of before go, with a word at the order; what was queued since the restore is sent", async () => {
  expect((await decide("discard")).status).toBe(303);
  expect(await left()).toEqual({ mails: ["After"], message: "dropped: discarded", pushes: 0 });
  const order = textOf(await (await ask(`/admin/orders/${orderId}`, { as: admin })).text());
  expect(order).toContain("discarded after a backup was restored");
  const audit = textOf(await (await ask("/admin/audit", { as: admin })).text());
  expect(audit).toContain("discarded what waited in the restored backup: 2 emails");
});

test("who may not change settings sees it and cannot decide", async () => {
  await shop.services.db.execute(sql`insert into role (key, name, permissions)
    values ('watch', 'Watch', '{"health.view"}')`);
  const watcher = await aShopper(shop);
  await shop.services.db.execute(sql`update users set role = 'watch' where id = ${watcher.id}`);
  const html = await health(watcher);
  expect(textOf(html)).toContain("The backup was made on 20 Nov 2026");
  expect(html).not.toContain('value="discard"');
  expect((await decide("discard", watcher)).status).toBe(302);
  expect(await heldBack(shop.services)).not.toBeNull();
});
