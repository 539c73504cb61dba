import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Permission } from "../../../shop/access/permissions.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { aShopper, type Person } from "../../../test/support/users.server.ts";
import { missedEvents } from "./recent-events.server.ts";
import { isSessionValid } from "./session-check.server.ts";
import { eventStream } from "./stream.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const products = [{ name: "products", topic: "products" }];
const announce = (topic: string, id?: string) =>
  shop.services.db.execute(sql`select pg_notify('live', ${JSON.stringify({ topic, id })})`);
const wait = (time: number) => new Promise((later) => setTimeout(later, time));

/** A stream of products' change events for a guest. `ended`: whether the server has closed it. */
function openStream() {
  const leaving = new AbortController();
  let ended = false;
  const stream = eventStream({
    live: shop.services.live,
    wanted: products,
    missed: false,
    userId: null,
    isSessionValid: async () => true,
    gone: leaving.signal,
    onEnd: () => {
      ended = true;
    },
  });
  return { stream, ended: () => ended, leave: () => leaving.abort() };
}

test("a client that does not read its stream is disconnected, one that reads stays connected", async () => {
  const [slow, quick] = [openStream(), openStream()];
  const reading = quick.stream.pipeTo(new WritableStream()).catch(() => undefined);
  await eventually(
    async () => {
      await announce("products", `p-${performance.now()}`);
      expect(slow.ended()).toBe(true);
    },
    { interval: 5 },
  );
  expect(quick.ended()).toBe(false);
  quick.leave();
  await reading;
  expect(quick.ended()).toBe(true);
});

test("a page loaded before a change event is told that it missed one, a page loaded later is not", async () => {
  const { live } = shop.services;
  const mine = [{ name: "cart", topic: "cart", id: "asha" }];
  const his = [{ name: "cart", topic: "cart", id: "ravi" }];
  // There was no listener before this moment, so an event may have been missed.
  expect(missedEvents(live, mine, 60_000)).toBe(true);
  await wait(200);
  const read = performance.now();
  const sinceThen = () => performance.now() - read;
  expect(missedEvents(live, mine, sinceThen())).toBe(false);
  await eventually(async () => {
    await announce("cart", "asha");
    expect(missedEvents(live, mine, sinceThen())).toBe(true);
  });
  await wait(300);
  expect(missedEvents(live, his, sinceThen())).toBe(false);
  expect(missedEvents(live, mine, sinceThen())).toBe(true);
  expect(missedEvents(live, mine, 20)).toBe(false);
  expect(missedEvents(live, mine, null)).toBe(false);
});

test("session checks of several streams run together, and each gets its own result", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => aShopper(shop)));
  const { rows: found } = await shop.services.db.execute(sql`select id, user_id from session`);
  const rows = z.array(z.object({ id: z.string(), user_id: z.string() })).parse(found);
  const begun = (person: Person | undefined, role: "user" | "admin", may: Permission[] = []) => ({
    id: person?.id ?? "",
    sessionId: rows.find(({ user_id }) => user_id === person?.id)?.id ?? "",
    role,
    permissions: new Set(may),
    secondFactor: null,
  });
  const [asha, ravi, mina, tom] = people;
  await shop.services.db.execute(sql`delete from session where user_id = ${ravi?.id}`);
  await shop.services.db.execute(sql`update users set banned_at = now() where id = ${mina?.id}`);
  const asked = [
    begun(asha, "user"),
    begun(ravi, "user"),
    begun(mina, "user"),
    begun(tom, "admin"),
    begun(tom, "user"),
    // The role has lost this permission since the stream was opened.
    begun(tom, "user", ["orders.view"]),
    // The role did not need a second factor yet.
    { ...begun(tom, "user"), secondFactor: false },
  ];
  const answers = await Promise.all(asked.map((one) => isSessionValid(shop.services.db, one)));
  expect(answers).toEqual([true, false, false, false, true, false, false]);
});
