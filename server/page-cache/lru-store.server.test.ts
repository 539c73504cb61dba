import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Entry, entryOf } from "./entry.server.ts";
import { makeLruStore } from "./lru-store.ts";

async function aPage(letters: number): Promise<Entry> {
  const answer = new Response("x".repeat(letters), { headers: { "Content-Type": "text/html" } });
  const entry = await entryOf(answer, { shows: "list", madeAt: 0, until: 1, staleUntil: 1, more: [] });
  if (!entry) throw new Error("no entry");
  return entry;
}

test("a page in frequent use stays cached when a client requests many other pages once", async () => {
  const store = makeLruStore(100_000);
  const home = await aPage(20_000);
  store.put("/", home);
  store.alsoAt("/?x", "/", home);
  for (let page = 0; page < 100; page++) {
    home.used = true;
    store.put(`/shop?page=${page}`, await aPage(20_000));
    expect(store.bytes).toBeLessThanOrEqual(100_000);
  }
  expect(store.at("/?x")).toBe(home);
  expect(store.named("/shop?page=99")).toBeDefined();
  expect(store.size).toBe(4);
});

test("a dropped page is found at none of its addresses, and can get no new one", async () => {
  const store = makeLruStore(100_000);
  const page = await aPage(10);
  store.put("/a", page);
  for (let way = 0; way < 20; way++) store.alsoAt(`/a?utm=${way}`, "/a", page);
  expect(page.addresses).toHaveLength(8);
  store.drop(() => true);
  expect(store.at("/a?utm=0")).toBeUndefined();
  store.alsoAt("/a?utm=0", "/a", page);
  expect(store.at("/a?utm=0")).toBeUndefined();
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

/** Loads and compiles the code that stores pages, so that its memory is not counted. */
async function warmUp() {
  const entry = await aPage(3_000);
  await entry.encode("br", "quick");
  await entry.encode("br", "well");
}

test.each([
  ["long", 4_000],
  ["short", 200],
])(
  "20,000 different %s addresses take no more memory than the store reports and allows",
  async (_, length) => {
    const most = 8_000_000;
    await warmUp();
    const before = await held();
    const store = makeLruStore(most);
    for (let page = 0; page < 2_500; page++) {
      const entry = await aPage(3_000);
      const key = `shop.test/shop?page=${page}`;
      store.put(key, entry);
      await entry.encode("br", "quick");
      await entry.encode("br", "well");
      for (let way = 0; way < 8; way++) {
        const asked = `${key}&way=${way}&`;
        // As it comes from a socket: a separate string.
        store.alsoAt(Buffer.from(asked + "x".repeat(length - asked.length)).toString("latin1"), key, entry);
        store.makeRoom(entry);
      }
    }
    expect(store.bytes).toBeLessThanOrEqual(most);
    expect(store.size).toBeGreaterThan(100);
    expect((await held()) - before).toBeLessThan(most + 2_000_000);
  },
);

test("a page is stored compressed, and has the same content in every encoding requested later", async () => {
  const page = await aPage(50_000);
  expect(page.size).toBeGreaterThan(50_000);
  await page.encode("zstd", "quick");
  expect(page.size).toBeLessThan(10_000);
  await page.encode("br", "well");
  const { bytes } = await page.encode("gzip", "quick");
  expect(page.size).toBeLessThan(10_000);
  expect(gunzipSync(bytes).toString()).toBe("x".repeat(50_000));
  expect((await page.encode("identity", "quick")).bytes.toString()).toBe("x".repeat(50_000));
});

test("no page is stored under an address that is very long or has unusual characters", async () => {
  const store = makeLruStore(1_000_000);
  const page = await aPage(10);
  store.put("/a", page);
  for (const strange of [`/a?${"x".repeat(400)}`, "/a?<x>", "/a?x\u00e9", "/a?'or'1"]) {
    store.alsoAt(strange, "/a", page);
    expect(store.at(strange)).toBeUndefined();
    store.put(strange, page);
    expect(store.named(strange)).toBeUndefined();
  }
  const size = page.size;
  store.alsoAt("/a?utm_source=mail&x=%E0%A4%95", "/a", page);
  expect(page.size).toBeGreaterThan(size);
  expect(store.at("/a?utm_source=mail&x=%E0%A4%95")).toBe(page);
});

test("a response that sets a cookie is not cached", async () => {
  const answer = new Response("x", { headers: { "Content-Type": "text/html", "Set-Cookie": "a=1" } });
  expect(await entryOf(answer, { shows: "list", madeAt: 0, until: 1, staleUntil: 1, more: [] })).toBeNull();
});
