import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A stored file, read on demand. `size` in bytes. */
type StoredFile = { size: number; modified: Date; body: Readable };

/**
 * Files by key. A key is one or more names joined by "/": lower-case letters, digits, "-", "_" and ".", none starting
 * with ".", at most 200 characters. An invalid key throws.
 */
export type Storage = {
  /** Stores the whole file or nothing; overwrites. */
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
  has(key: string): Promise<boolean>;
  /** Deleting a missing file succeeds. */
  delete(key: string): Promise<void>;
  /** All keys, in any order; files being written may be missing. */
  keys(): AsyncIterable<string>;
  /** How many bytes can still be stored. */
  freeBytes(): Promise<number>;
  /** Whether so little space is left that it is reserved for the database. */
  isFull(): Promise<boolean>;
};

const name = /^[a-z0-9_-][a-z0-9._-]*$/;

/** Whether a text is a valid key. */
export function isStorageKey(key: string): boolean {
  return key.length <= 200 && key.split("/").every((part) => name.test(part));
}

/** Returns the key; throws when it is invalid. */
export function storageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 200))}`);
  return key;
}

/** A database without disk space takes no orders, so uploads stop long before that. */
const floorBytes = 500_000_000;

/** The default: a folder, created when missing. `floor`: how many bytes must stay free. */
export function folderStorage(folder: string, { floor = floorBytes } = {}): Storage {
  const place = (key: string) => join(folder, storageKey(key));
  async function freeBytes() {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }
  return {
    async put(key, content) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written beside its place and renamed, so that readers never see half a file.
      const beside = join(dirname(path), `.${randomUUID()}`);
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        await pipeline(source, createWriteStream(beside, { flush: true, mode: 0o600 }));
        await rename(beside, path);
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    },
    async get(key) {
      const file = await open(place(key)).catch(absent);
      if (!file) return undefined;
      const { size, mtime } = await file.stat();
      return { size, modified: mtime, body: createReadStream("", { fd: file }) };
    },
    async has(key) {
      const found = await stat(place(key)).catch(absent);
      return found?.isFile() ?? false;
    },
    async delete(key) {
      await rm(place(key), { force: true });
    },
    async *keys() {
      await mkdir(folder, { recursive: true });
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const key = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
        if (entry.isFile() && isStorageKey(key)) yield key;
      }
    },
    freeBytes,
    isFull: async () => (await freeBytes()) < floor,
  };
}

function absent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
    return undefined;
  }
  throw error;
}

/**
 * Stores a file that can be made again from others, unless the disk is nearly full. A failure is not passed on: who
 * asked for the file gets it all the same, and the next one makes it again. Uploads, which need to be stored, fail.
 */
export async function storeCopy(storage: Storage, key: string, content: Uint8Array): Promise<void> {
  try {
    if (!(await storage.isFull())) await storage.put(key, content);
  } catch {
    // As said above.
  }
}
