import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderStorage, type Storage } from "./storage.server.ts";

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "campus-style-storage-"));
  storage = folderStorage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(key: string) {
  const file = await storage.get(key);
  return file && { size: file.size, text: (await buffer(file.body)).toString() };
}

test("what is put is got, by buffer and by stream, and replaced whole", async () => {
  await storage.put("media/ab12/original.webp", Buffer.from("first, and longer"));
  expect(await read("media/ab12/original.webp")).toEqual({ size: 17, text: "first, and longer" });
  await storage.put("media/ab12/original.webp", Readable.from(["sec", "ond"]));
  expect(await read("media/ab12/original.webp")).toEqual({ size: 6, text: "second" });
  expect(await storage.has("media/ab12/original.webp")).toBe(true);
});

test("what is not there is undefined, and deleting it is fine", async () => {
  expect(await storage.get("media/none")).toBeUndefined();
  expect(await storage.has("media/none")).toBe(false);
  await storage.put("media/gone", Buffer.from("x"));
  await storage.delete("media/gone");
  await storage.delete("media/gone");
  expect(await storage.has("media/gone")).toBe(false);
});

test("a disk with little room left is full before nothing fits any more", async () => {
  expect(await storage.isFull()).toBe(false);
  const free = await storage.freeBytes();
  expect(await folderStorage(folder, { floor: free * 2 }).isFull()).toBe(true);
});

test("an upload that breaks off leaves nothing", async () => {
  async function* broken() {
    yield "half";
    throw new Error("connection lost");
  }
  await expect(storage.put("broken/file", Readable.from(broken()))).rejects.toThrow("connection lost");
  expect(await readdir(join(folder, "broken"))).toEqual([]);
});

test.each([
  "",
  ".",
  "..",
  "../outside",
  "a/../../outside",
  "/etc/passwd",
  "a//b",
  "a/",
  ".hidden",
  "a/.b",
  "a\\b",
  "a\0b",
  "A",
  "a b",
  "x".repeat(201),
])("the key %j is refused everywhere", async (key) => {
  await expect(storage.put(key, Buffer.from("x"))).rejects.toThrow("Not a storage key");
  await expect(storage.get(key)).rejects.toThrow("Not a storage key");
  await expect(storage.has(key)).rejects.toThrow("Not a storage key");
  await expect(storage.delete(key)).rejects.toThrow("Not a storage key");
});
