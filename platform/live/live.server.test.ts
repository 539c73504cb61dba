import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { eventually } from "../../test/support/eventually.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import type { ChangeEvent } from "./live.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const notify = (payload: string) => shop.services.db.execute(sql`select pg_notify('live', ${payload})`);

test("a subscriber receives its topic's events, also after a reconnect, and none after it unsubscribes", async () => {
  const { live } = shop.services;
  const received: ChangeEvent[] = [];
  const leave = live.subscribe("orders", (change) => received.push(change));
  // Sent once the connection is established: no event is missed from here on.
  await eventually(() => expect(received).toEqual([{ topic: "orders" }]));

  await notify('{"topic":"orders","id":"7"}');
  await notify('{"topic":"products"}');
  await notify("not json");
  await eventually(() => expect(received).toEqual([{ topic: "orders" }, { topic: "orders", id: "7" }]));

  received.length = 0;
  await onDatabase(
    shop.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'campus-style live' and datname = current_database()`,
  );
  await notify('{"topic":"orders","id":"8"}');
  await eventually(() => expect(received).toEqual([{ topic: "orders" }]));

  leave();
  await notify('{"topic":"orders","id":"9"}');
  await notify('{"topic":"last"}');
  const last = vi.fn();
  live.subscribe("last", last);
  await notify('{"topic":"last"}');
  await eventually(() => expect(last).toHaveBeenCalled());
  expect(received).toEqual([{ topic: "orders" }]);
});
