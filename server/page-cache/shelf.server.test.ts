import { expect, test } from "vitest";
import { type Entry, entryOf } from "./entry.server.ts";
import { makeShelf } from "./shelf.ts";

async function aPage(letters: number): Promise<Entry> {
  const answer = new Response("x".repeat(letters), { headers: { "Content-Type": "text/html" } });
  const entry = await entryOf(answer, { shows: "list", madeAt: 0, until: 1, more: [] });
  if (!entry) throw new Error("no entry");
  return entry;
}

test("what everybody reads stays when somebody asks for a thousand pages once", async () => {
  const shelf = makeShelf(100_000);
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
  const shelf = makeShelf(100_000);
  const page = await aPage(10);
  shelf.put("/a", page);
  for (let way = 0; way < 20; way++) shelf.alsoAt(`/a?utm=${way}`, "/a", page);
  expect(page.addresses).toHaveLength(8);
  shelf.drop(() => true);
  expect(shelf.at("/a?utm=0")).toBeUndefined();
  shelf.alsoAt("/a?utm=0", "/a", page);
  expect(shelf.at("/a?utm=0")).toBeUndefined();
});

test("a page with a cookie in it is for nobody else", async () => {
  const answer = new Response("x", { headers: { "Content-Type": "text/html", "Set-Cookie": "a=1" } });
  expect(await entryOf(answer, { shows: "list", madeAt: 0, until: 1, more: [] })).toBeNull();
});
