import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bucketServer } from "../../test/support/files/bucket-server.ts";
import { makeStorage } from "./make-storage.server.ts";
import { folderStorage, type Storage } from "./storage.server.ts";

let folder: string;
let server: Awaited<ReturnType<typeof bucketServer>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "campus-style-storage-"));
  server = await bucketServer("shop");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.close();
});

test("stored files are accessible to their owner only, also in a folder that existed before", async () => {
  const place = join(folder, "open");
  await mkdir(join(place, "storage"), { recursive: true, mode: 0o755 });
  const storage = await makeStorage({ dataDir: place, bucket: undefined });
  await storage.put("media/ab12/original.webp", Buffer.from("a photo"));
  const mode = async (path: string) => (await stat(join(place, "storage", path))).mode & 0o777;
  expect(await mode("")).toBe(0o700);
  expect(await mode("media/ab12")).toBe(0o700);
  expect(await mode("media/ab12/original.webp")).toBe(0o600);
});

const bucket = () => ({ url: server.url, region: undefined, keyId: "shop", secret: "secret" });

describe.each([
  ["a folder", () => makeStorage({ dataDir: folder, bucket: undefined })],
  ["a bucket", () => makeStorage({ dataDir: folder, bucket: bucket() })],
])("in %s", (_name, open) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });

  async function read(key: string) {
    const file = await storage.get(key);
    return file && { size: file.size, text: (await buffer(file.body)).toString() };
  }

  test("a stored file is read back, as buffer and stream, and replaced as a whole", async () => {
    await storage.put("media/ab12/original.webp", Buffer.from("first, and longer"));
    expect(await read("media/ab12/original.webp")).toEqual({ size: 17, text: "first, and longer" });
    await storage.put("media/ab12/original.webp", Readable.from(["sec", "ond"]));
    expect(await read("media/ab12/original.webp")).toEqual({ size: 6, text: "second" });
    expect(await storage.has("media/ab12/original.webp")).toBe(true);
  });

  test("a missing file is undefined, and deleting it succeeds", async () => {
    expect(await storage.get("media/none")).toBeUndefined();
    expect(await storage.has("media/none")).toBe(false);
    await storage.put("media/gone", Buffer.from("x"));
    await storage.delete("media/gone");
    await storage.delete("media/gone");
    expect(await storage.has("media/gone")).toBe(false);
  });

  test("an interrupted upload leaves no file, and every stored key is listed", async () => {
    async function* broken() {
      yield "half";
      throw new Error("connection lost");
    }
    await expect(storage.put("broken/file", Readable.from(broken()))).rejects.toThrow("connection lost");
    for (const key of ["list/a", "list/b", "list/c"]) await storage.put(key, Buffer.from(key));
    const keys: string[] = [];
    for await (const key of storage.keys()) keys.push(key);
    expect(keys.sort()).toEqual(["list/a", "list/b", "list/c", "media/ab12/original.webp"]);
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
});

test("a disk counts as full below a reserve of free space; a bucket never does", async () => {
  const storage = folderStorage(folder);
  expect(await storage.isFull()).toBe(false);
  const free = await storage.freeBytes();
  expect(await folderStorage(folder, { floor: free * 2 }).isFull()).toBe(true);
  expect(await (await makeStorage({ dataDir: folder, bucket: bucket() })).isFull()).toBe(false);
});

test("a failed request to the bucket is retried, and a bucket that denies the keys is refused at start", async () => {
  const storage = await makeStorage({ dataDir: folder, bucket: bucket() });
  server.state.failures = 2;
  await storage.put("again/file", Buffer.from("kept"));
  expect(await storage.has("again/file")).toBe(true);
  server.state.failures = 9;
  await expect(storage.get("again/file")).rejects.toThrow("The bucket answers 503 to GET /again/file");
  server.state.failures = 0;
  await expect(makeStorage({ dataDir: folder, bucket: { ...bucket(), keyId: "stranger" } })).rejects.toThrow(
    /STORAGE_BUCKET_URL .* cannot be listed: The bucket answers 403/,
  );
});
