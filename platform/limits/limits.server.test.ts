import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { clientKey, consumeAttempt, resetAttempts } from "./limits.server.ts";

const shop = await testShop();
const { db } = shop.services;
afterAll(shop.dispose);

const limit = (what: string, who = "asha") => ({ what, who, most: 10, minutes: 15 });

test("of 30 concurrent attempts 10 are allowed, and another user is not affected", async () => {
  const tries = await Promise.all(Array.from({ length: 30 }, () => consumeAttempt({ db }, [limit("login")])));
  expect(tries.filter(Boolean)).toHaveLength(10);
  expect(await consumeAttempt({ db }, [limit("login", "ben")])).toBe(true);
});

test("when the window has ended, attempts are allowed again", async () => {
  for (let at = 0; at < 12; at++) await consumeAttempt({ db }, [limit("window")]);
  await db.execute(sql`update rate_limit set window_ends = now() where key like 'window:%'`);
  expect(await consumeAttempt({ db }, [limit("window")])).toBe(true);
});

test("a client over its own limit does not use up the attempts of an account", async () => {
  const client = { what: "client", who: "192.0.2.7", most: 3, minutes: 15 };
  for (let at = 0; at < 50; at++) await consumeAttempt({ db }, [client, limit("account")]);
  expect(await consumeAttempt({ db }, [limit("account")])).toBe(true);
});

test("attempts that were reset do not count, and no email address is stored", async () => {
  for (let at = 0; at < 12; at++) await consumeAttempt({ db }, [limit("forgotten", "asha@campus.test")]);
  await resetAttempts({ db }, { what: "forgotten", who: "asha@campus.test" });
  expect(await consumeAttempt({ db }, [limit("forgotten", "asha@campus.test")])).toBe(true);
  expect((await db.execute(sql`select 1 from rate_limit where key like '%asha%'`)).rows).toEqual([]);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("the client address %s is counted as %s", (address, key) => {
  expect(clientKey(address)).toBe(key);
});
