import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeChangeListeners } from "../../platform/live/change-listeners.ts";
import { eventually } from "../../test/support/eventually.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { changeBatches } from "./invalidation.ts";
import { type AskedPage, makeRenders } from "./renders.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  shop.services.live.subscribe("products", () => undefined);
  await eventually(() => expect(shop.services.live.listening()).toBe(true));
});
afterAll(() => shop.dispose());

const listOf = (address: string): AskedPage => ({
  key: `identity http://shop.test${address}`,
  origin: "http://shop.test",
  page: { address, shows: "list" },
  encoding: "identity",
});

/** Renders of pages of so many letters, or with these headers. */
function rendersOf(bytes: number, letters: number, headers: Record<string, string> = {}) {
  const application = async () =>
    new Response("x".repeat(letters), { headers: { "Content-Type": "text/html", ...headers } });
  return makeRenders({ services: shop.services, application, bytes, more: [] });
}

test("a page in frequent use stays cached when a client requests many other pages once", async () => {
  const renders = rendersOf(100_000, 20_000);
  await renders.take(listOf("/"));
  for (let page = 0; page < 100; page++) {
    expect(renders.stored(listOf("/").key)).toBeDefined();
    await renders.take(listOf(`/shop?page=${page}`));
    expect(renders.figures().bytes).toBeLessThanOrEqual(100_000);
  }
  expect(renders.stored(listOf("/shop?page=99").key)).toBeDefined();
  expect(renders.stored(listOf("/shop?page=1").key)).toBeUndefined();
});

test("no page is stored under an address that is very long or has unusual characters", async () => {
  const renders = rendersOf(100_000, 10);
  for (const strange of [`/a?${"x".repeat(400)}`, "/a?<x>", "/a?x\u00e9", "/a?'or'1"]) {
    await renders.take(listOf(strange));
    expect(renders.stored(listOf(strange).key)).toBeUndefined();
  }
  await renders.take(listOf("/a?x=%E0%A4%95"));
  expect(renders.stored(listOf("/a?x=%E0%A4%95").key)).toBeDefined();
});

test("a response that sets a cookie is not cached", async () => {
  const renders = rendersOf(100_000, 10, { "Set-Cookie": "a=1" });
  expect(await renders.take(listOf("/"))).toBeNull();
  expect(renders.stored(listOf("/").key)).toBeUndefined();
});

const gc = () => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
};

/** The memory of the process after garbage collection, in bytes: compressors release theirs some turns later. */
async function held(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn++) {
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
    await pause(20);
  }
  return least;
}

test("10,000 different addresses take no more memory than is reported and allowed", async () => {
  const most = 8_000_000;
  const renders = rendersOf(most, 3_000);
  await renders.take(listOf("/"));
  const before = await held();
  for (let page = 0; page < 10_000; page++)
    await renders.take(listOf(`/shop?page=${page}&${"x".repeat(150)}`));
  expect(renders.figures().bytes).toBeLessThanOrEqual(most);
  expect(renders.figures().bytes).toBeGreaterThan(most / 2);
  expect((await held()) - before).toBeLessThan(most + 2_000_000);
});

test("a batch of changes is applied once it is due, also when the process could not run its timers", () => {
  const listeners = makeChangeListeners(shop.services.log);
  const applied: unknown[] = [];
  const batches = changeBatches(
    { live: { listening: () => true, subscribe: listeners.add } },
    { onChange: () => undefined, apply: (changes) => applied.push(...changes) },
  );
  const change = { topic: "products", id: "1" };
  listeners.notify(change);
  batches.applyDue();
  expect(applied).toEqual([]);
  // Blocks the thread, so that no timer runs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  batches.applyDue();
  expect(applied).toEqual([change]);
  batches.stop();
});
