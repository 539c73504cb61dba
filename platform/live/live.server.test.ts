import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { eventually } from "../../test/support/eventually.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { makeLog } from "../log.server.ts";
import { type ChangeEvent, makeLive } from "./live.server.ts";

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

test("a 'replayed' listener is called after the wait for its event, a 'committed' listener at once", async () => {
  const waits: (() => void)[] = [];
  const before = () => new Promise<void>((over) => waits.push(over));
  const log = makeLog({ level: "silent", json: true });
  const live = makeLive({ url: shop.databaseUrl, log, before });
  try {
    const received: (string | undefined)[] = [];
    live.subscribe("orders", ({ id }) => received.push(id));
    const committed: (string | undefined)[] = [];
    live.subscribe("orders", ({ id }) => committed.push(id), "committed");
    // The first event says that earlier ones may be missed; caches are not used until it is received.
    await eventually(() => expect(waits).toHaveLength(1));
    expect([received, live.listening()]).toEqual([[], false]);
    waits[0]?.();
    await eventually(() => expect(live.listening()).toBe(true));
    expect(received).toEqual([undefined]);

    await notify('{"topic":"orders","id":"1"}');
    await eventually(() => expect(waits).toHaveLength(2));
    await notify('{"topic":"orders","id":"2"}');
    await notify('{"topic":"orders","id":"3"}');
    // Queried on the same connection, so all earlier events have arrived.
    expect(await live.ask("select 1 as one")).toEqual([{ one: 1 }]);
    expect(received).toEqual([undefined]);
    expect(committed).toEqual([undefined, "1", "2", "3"]);
    waits[1]?.();
    await eventually(() => expect(received).toEqual([undefined, "1"]));
    await eventually(() => expect(waits).toHaveLength(3));
    waits[2]?.();
    await eventually(() => expect(received).toEqual([undefined, "1", "2", "3"]));
  } finally {
    await live.close();
  }
});
