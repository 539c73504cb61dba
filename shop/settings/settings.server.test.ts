import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { invalidateSettings, shopSettings } from "./settings.server.ts";
import { defaultSettings } from "./settings.ts";

const { services, dispose } = await testShop();
afterAll(dispose);

const store = (key: string, value: unknown) =>
  services.db.execute(sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`);

beforeEach(async () => {
  await services.db.execute(sql`delete from setting`);
  invalidateSettings(services);
});

test("an empty table gives the defaults", async () => {
  expect(await shopSettings(services)).toEqual(defaultSettings);
});

test("a stored setting replaces its default and leaves the others", async () => {
  await store("tagline", "12K+");
  expect(await shopSettings(services)).toEqual({ ...defaultSettings, tagline: "12K+" });
});

test("a string of digits stays a string", async () => {
  await store("tagline", "500");
  expect((await shopSettings(services)).tagline).toBe("500");
});

test("a changed setting applies within five seconds, or at once when the cache is invalidated", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await shopSettings(services);
  await store("shopName", "Hostel Style");
  expect((await shopSettings(services)).shopName).toBe("Campus Style");
  vi.advanceTimersByTime(5_000);
  expect((await shopSettings(services)).shopName).toBe("Hostel Style");
  await store("shopName", "Library Style");
  invalidateSettings(services);
  expect((await shopSettings(services)).shopName).toBe("Library Style");
});

test("a stored value of the wrong shape is ignored in favour of the default", async () => {
  await store("policy", { returnDays: "soon" });
  expect((await shopSettings(services)).policy).toEqual(defaultSettings.policy);
});
