import { expect, onTestFinished, test, vi } from "vitest";
import { announcedCache } from "./announced-cache.server.ts";
import type { ChangeEvent } from "./live.server.ts";

/** Ports whose events the test sends. */
function heard() {
  const listeners: ((change: ChangeEvent) => void)[] = [];
  const state = { listening: true };
  return {
    state,
    send(change: ChangeEvent) {
      for (const listener of listeners) listener(change);
    },
    ports: {
      live: {
        subscribe: (_topic: string, listener: (change: ChangeEvent) => void) => {
          listeners.push(listener);
          return () => undefined;
        },
        listening: () => state.listening,
      },
      site: { mode: "demo" as const, publicUrl: null, inMemory: true },
    },
  };
}

/** Counts its reads; gives the number of this read. */
function counting() {
  let reads = 0;
  return async () => ({ read: ++reads });
}

test("a value is read once, and again after an event with its id or without one", async () => {
  const { ports, send } = heard();
  const cache = announcedCache<{ read: number }>({ topics: ["products"], most: 10 });
  const [one, other] = [counting(), counting()];
  const readsOf = async () => [await cache(ports, "1", one), await cache(ports, "2", other)];
  await readsOf();
  expect(await readsOf()).toEqual([{ read: 1 }, { read: 1 }]);
  send({ topic: "products", id: "1" });
  expect(await readsOf()).toEqual([{ read: 2 }, { read: 1 }]);
  send({ topic: "products" });
  expect(await readsOf()).toEqual([{ read: 3 }, { read: 2 }]);
});

test("without the connection for events, and where nothing is kept in memory, every value is read", async () => {
  const { ports, state } = heard();
  const cache = announcedCache<{ read: number }>({ topics: ["products"], most: 10 });
  const read = counting();
  await cache(ports, "1", read);
  state.listening = false;
  expect(await cache(ports, "1", read)).toEqual({ read: 2 });
  const site = { ...ports.site, inMemory: false };
  state.listening = true;
  expect(await cache({ ...ports, site }, "1", read)).toEqual({ read: 3 });
});

test("a read that began before an event is not stored", async () => {
  const { ports, send } = heard();
  const cache = announcedCache<string>({ topics: ["products"], most: 10 });
  const reading = Promise.withResolvers<string>();
  const old = cache(ports, "1", () => reading.promise);
  send({ topic: "products", id: "1" });
  expect(await cache(ports, "1", async () => "new")).toBe("new");
  reading.resolve("old");
  expect(await old).toBe("old");
  expect(await cache(ports, "1", async () => "unused")).toBe("new");
});

test("the least recently used value is dropped, and neither null nor a failure is stored", async () => {
  const { ports } = heard();
  const cache = announcedCache<{ read: number }>({ topics: ["products"], most: 2 });
  const reads = new Map(["1", "2", "3"].map((key) => [key, counting()]));
  const take = (key: string) => cache(ports, key, reads.get(key) ?? counting());
  for (const key of ["1", "2", "1", "3"]) await take(key);
  expect(await take("1")).toEqual({ read: 1 });
  expect(await take("2")).toEqual({ read: 2 });
  expect(await cache(ports, "4", async () => null)).toBeNull();
  expect(await cache(ports, "4", async () => ({ read: 1 }))).toEqual({ read: 1 });
  const failing = cache(ports, "5", () => Promise.reject(new Error("away")));
  await expect(failing).rejects.toThrow("away");
  expect(await cache(ports, "5", async () => ({ read: 1 }))).toEqual({ read: 1 });
});

test("what no event tells is read again after its longest age", async () => {
  const { ports } = heard();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const cache = announcedCache<{ read: number }>({ topics: [], most: 10, maxAgeMs: 20 });
  const read = counting();
  await cache(ports, "1", read);
  vi.advanceTimersByTime(19);
  expect(await cache(ports, "1", read)).toEqual({ read: 1 });
  vi.advanceTimersByTime(1);
  expect(await cache(ports, "1", read)).toEqual({ read: 2 });
});
