import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import type { ChangeEvent } from "./live.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const notify = (payload: string) => shop.services.db.execute(sql`select pg_notify('live', ${payload})`);

test("a listener hears its topic, also after the connection was cut, and nothing once it left", async () => {
  const { live } = shop.services;
  const heard: ChangeEvent[] = [];
  const leave = live.subscribe("orders", (change) => heard.push(change));
  // Said once the connection stands: from here on nothing is missed.
  await vi.waitFor(() => expect(heard).toEqual([{ topic: "orders" }]), 20_000);

  await notify('{"topic":"orders","id":"7"}');
  await notify('{"topic":"products"}');
  await notify("not json");
  await vi.waitFor(() => expect(heard).toEqual([{ topic: "orders" }, { topic: "orders", id: "7" }]), 20_000);

  heard.length = 0;
  await onDatabase(
    shop.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'campus-style live' and datname = current_database()`,
  );
  await notify('{"topic":"orders","id":"8"}');
  await vi.waitFor(() => expect(heard).toEqual([{ topic: "orders" }]), 20_000);

  leave();
  await notify('{"topic":"orders","id":"9"}');
  await notify('{"topic":"last"}');
  const last = vi.fn();
  live.subscribe("last", last);
  await notify('{"topic":"last"}');
  await vi.waitFor(() => expect(last).toHaveBeenCalled(), 20_000);
  expect(heard).toEqual([{ topic: "orders" }]);
});
