import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import type { Services } from "../../../platform/services.server.ts";
import { type Storage, storeCopy } from "../../../platform/storage/storage.server.ts";
import { type MediaFormat, mediaFormats, mediaWidths } from "../picture-address.ts";
import { picture } from "../tables.server.ts";
import { encodePicture } from "./encode.server.ts";
import { originalKey, servedKey } from "./picture-keys.ts";

type Ports = Pick<Services, "db" | "storage">;

/** Encodings in progress, so that concurrent requests for one picture cause one encoding. */
const making = new WeakMap<Storage, Map<string, Promise<Buffer>>>();

/**
 * A picture in one width and format, encoded at the first request and then stored. In: the picture's key, a served
 * width, the format. Out: the file, never wider than the picture; null for an unknown picture or width.
 */
export async function servedPicture(
  ports: Ports,
  key: string,
  width: number,
  format: MediaFormat,
): Promise<Buffer | null> {
  if (!/^[0-9a-f]{32}$/.test(key) || !mediaWidths.some((served) => served === width)) return null;
  const stored = await read(ports.storage, servedKey(key, width, format));
  if (stored) return stored;
  const [found] = await ports.db.select({ width: picture.width }).from(picture).where(eq(picture.key, key));
  if (!found) return null;
  const narrowest = mediaWidths.find((served) => served >= found.width) ?? width;
  if (narrowest < width) return servedPicture(ports, key, narrowest, format);
  return makeOnce(ports.storage, key, width, format);
}

/**
 * Encodes pictures before they are requested, as AVIF and WebP. In: the keys, the widths, and the signal with which it
 * ends after the one at work. One after the other, so that a shop that has just started can answer visitors.
 */
export async function warmPictures(
  ports: Ports,
  keys: readonly string[],
  pixels: readonly number[],
  stopping: AbortSignal,
): Promise<void> {
  for (const key of new Set(keys)) {
    for (const width of pixels) {
      if (stopping.aborted) return;
      for (const format of mediaFormats.filter((each) => each !== "jpg")) {
        await servedPicture(ports, key, width, format);
      }
    }
  }
}

function makeOnce(storage: Storage, key: string, width: number, format: MediaFormat): Promise<Buffer> {
  const here = making.get(storage) ?? new Map<string, Promise<Buffer>>();
  making.set(storage, here);
  const name = servedKey(key, width, format);
  const before = here.get(name);
  if (before) return before;
  const made = make(storage, key, width, format).finally(() => here.delete(name));
  here.set(name, made);
  return made;
}

async function make(storage: Storage, key: string, width: number, format: MediaFormat): Promise<Buffer> {
  const whole = await read(storage, originalKey(key));
  if (!whole) throw new Error(`The picture ${key} is in the database and not in storage`);
  const file = await encodePicture(whole, width, format);
  await storeCopy(storage, servedKey(key, width, format), file);
  return file;
}

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const stored = await storage.get(key);
  return stored ? buffer(stored.body) : null;
}
