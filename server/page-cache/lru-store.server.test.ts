import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type Entry, entryOf } from "./entry.server.ts";
import { makeLruStore } from "./lru-store.ts";

async function aPage(letters: number): Promise<Entry> {
  const answer = new Response("x".repeat(letters), { headers: { "Content-Type": "text/html" } });
  const entry = await entryOf(answer, { shows: "list", madeAt: 0, until: 1, more: [] });
  if (!entry) throw new Error("no entry");
  return entry;
}

test("what everybody reads stays when somebody asks for a thousand pages once", async () => {
  const shelf = makeLruStore(100_000);
  const home = await aPage(20_000);
  shelf.put("/", home);
  shelf.alsoAt("/?x", "/", home);
  for (let page = 0; page < 100; page++) {
    home.used = true;
    shelf.put(`/shop?page=${page}`, await aPage(20_000));
    expect(shelf.bytes).toBeLessThanOrEqual(100_000);
  }
  expect(shelf.at("/?x")).toBe(home);
  expect(shelf.named("/shop?page=99")).toBeDefined();
  expect(shelf.size).toBe(4);
});

test("a page that went is found by none of its addresses, and gets none any more", async () => {
  const shelf = makeLruStore(100_000);
  const page = await aPage(10);
  shelf.put("/a", page);
  for (let way = 0; way < 20; way++) shelf.alsoAt(`/a?utm=${way}`, "/a", page);
  expect(page.addresses).toHaveLength(8);
  shelf.drop(() => true);
  expect(shelf.at("/a?utm=0")).toBeUndefined();
  shelf.alsoAt("/a?utm=0", "/a", page);
  expect(shelf.at("/a?utm=0")).toBeUndefined();
});

const gc = () => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
};

/** What the process holds now, in bytes, once what nobody needs is gone: packers let go of theirs some turns later. */
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

/** Loads and compiles what keeping pages needs, so that it is not counted. */
async function warmUp() {
  const entry = await aPage(3_000);
  await entry.pack("br", "quick");
  await entry.pack("br", "well");
}

test.each([
  ["long", 4_000],
  ["short", 200],
])("40,000 different %s addresses take no more memory than the shelf says and may", async (_, length) => {
  const most = 8_000_000;
  await warmUp();
  const before = await held();
  const shelf = makeLruStore(most);
  for (let page = 0; page < 5_000; page++) {
    const entry = await aPage(3_000);
    const key = `shop.test/shop?page=${page}`;
    shelf.put(key, entry);
    await entry.pack("br", "quick");
    await entry.pack("br", "well");
    for (let way = 0; way < 8; way++) {
      const asked = `${key}&way=${way}&`;
      // As it comes from a socket: a text of its own.
      shelf.alsoAt(Buffer.from(asked + "x".repeat(length - asked.length)).toString("latin1"), key, entry);
      shelf.makeRoom();
    }
  }
  expect(shelf.bytes).toBeLessThanOrEqual(most);
  expect(shelf.size).toBeGreaterThan(100);
  expect((await held()) - before).toBeLessThan(most + 2_000_000);
});

test("long and strange addresses are not remembered, nor pages under them", async () => {
  const shelf = makeLruStore(1_000_000);
  const page = await aPage(10);
  shelf.put("/a", page);
  for (const strange of [`/a?${"x".repeat(400)}`, "/a?<x>", "/a?x\u00e9", "/a?'or'1"]) {
    shelf.alsoAt(strange, "/a", page);
    expect(shelf.at(strange)).toBeUndefined();
    shelf.put(strange, page);
    expect(shelf.named(strange)).toBeUndefined();
  }
  const size = page.size;
  shelf.alsoAt("/a?utm_source=mail&x=%E0%A4%95", "/a", page);
  expect(page.size).toBeGreaterThan(size);
  expect(shelf.at("/a?utm_source=mail&x=%E0%A4%95")).toBe(page);
});

test("a page with a cookie in it is for nobody else", async () => {
  const answer = new Response("x", { headers: { "Content-Type": "text/html", "Set-Cookie": "a=1" } });
  expect(await entryOf(answer, { shows: "list", madeAt: 0, until: 1, more: [] })).toBeNull();
});
