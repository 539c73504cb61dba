import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { jobHandlers } from "../jobs.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

test("a stored webhook is deleted 90 days after it was processed, and after a year in any case", async () => {
  const { db } = shop.services;
  const ago = (days: number | null) =>
    days === null ? null : new Date(shop.clock.now().getTime() - days * 86_400_000).toISOString();
  const webhook = (name: string, received: number, handled: number | null) =>
    db.execute(sql`insert into payment_webhook (fingerprint, type, body, received_at, processed_at)
      values (${name}, 'PAYMENT', '{}', ${ago(received)}, ${ago(handled)})`);
  await webhook("dealt with long ago", 95, 91);
  await webhook("dealt with lately", 95, 89);
  await webhook("waits", 364, null);
  await webhook("waits for ever", 366, null);
  await jobHandlers(shop.services)["sweep-expired"]?.({});
  const { rows } = await db.execute(sql`select fingerprint from payment_webhook order by 1`);
  expect(rows).toEqual([{ fingerprint: "dealt with lately" }, { fingerprint: "waits" }]);
});
