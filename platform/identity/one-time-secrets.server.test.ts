import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobHandlers, schedules } from "../../shop/jobs.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper, cookieOf } from "../../test/support/users.server.ts";
import { deleteExpired } from "./one-time-secrets.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

test("the nightly job deletes expired sessions and links, and nothing else", async () => {
  const { db, identity } = shop.services;
  const asha = await aShopper(shop);
  const old = await cookieOf(shop, asha.email);
  await db.execute(sql`update session set expires_at = now() - interval '1 minute'
    where id = (select id from session order by created_at desc limit 1)`);
  await db.execute(sql`
    insert into verification (id, identifier, value, expires_at)
    select gen_random_uuid(), 'a link ' || n, ${asha.id}, now() - interval '1 minute' from generate_series(1, 12000) n
    union all select gen_random_uuid(), 'a new link', ${asha.id}, now() + interval '1 minute'`);

  expect(schedules["sweep-expired"]).toMatch(/^\d+ \d+ \* \* \*$/);
  await jobHandlers(shop.services)["sweep-expired"]?.({});

  const { rows } = await db.execute(
    sql`select (select count(*)::int from session) as sessions, array(select identifier from verification) as links`,
  );
  expect(rows).toEqual([{ sessions: 1, links: ["a new link"] }]);
  const caller = { origin: "http://shop.test", clientAddress: "192.0.2.1", userAgent: "a test" };
  expect(await identity.personOf({ ...caller, cookie: old })).toBeNull();
  expect(await identity.personOf({ ...caller, cookie: asha.cookie })).not.toBeNull();
  expect(await deleteExpired(shop.services)).toBe(0);
});
