import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { exportSubscribers, listMessages, markMessage } from "./messages.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });

test("a new message can be marked as answered, and the audit log contains no customer data", async () => {
  await shop.services.db.execute(sql`
    insert into contact_message (id, name, email, topic, message, created_at)
    values (gen_random_uuid(), 'Asha', 'asha@campus.test', 'orders', 'Where is it?', now())`);
  const list = async (state: string) =>
    (await listMessages(shop.services, { state, page: 1, size: 5 })).messages;
  const [message] = await list("new");
  expect(message).toMatchObject({ ticket: 1001, state: "new" });
  const id = message?.id ?? "";
  expect((await markMessage(shop.services, { actor: admin, id, state: "answered" })).ok).toBe(true);
  expect(await list("answered")).toMatchObject([
    { answeredBy: { kind: "staff", id: admin.id, name: "Meera" } },
  ]);
  expect(await list("new")).toEqual([]);
  const { rows } = await shop.services.db.execute(sql`select audit_entry::text as entry from audit_entry`);
  expect(JSON.stringify(rows)).not.toMatch(/asha|Where is it/i);
  expect(await markMessage(shop.services, { actor: admin, id: "x", state: "read" })).toMatchObject({
    ok: false,
  });
});

test("only confirmed subscribers are exported, and the export is recorded in the audit log", async () => {
  await shop.services.db.execute(sql`
    insert into newsletter_subscriber (id, email, status, requested_at, confirmed_at, created_at) values
    (gen_random_uuid(), '=evil@campus.test', 'confirmed', now(), '2026-11-01T00:00:00Z', now()),
    (gen_random_uuid(), 'waiting@campus.test', 'pending', now(), null, now())`);
  expect(await exportSubscribers(shop.services, admin)).toBe(
    "\uFEFFEmail,Confirmed\r\n'=evil@campus.test,2026-11-01T00:00:00.000Z\r\n",
  );
  const { rows } = await shop.services.db.execute(
    sql`select action from audit_entry order by id desc limit 1`,
  );
  expect(rows).toEqual([{ action: "newsletter.export" }]);
});
