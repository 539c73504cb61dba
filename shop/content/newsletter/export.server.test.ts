import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { exportSubscribers } from "./export.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });

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
