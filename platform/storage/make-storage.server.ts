import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { type BucketConfig, bucketStorage } from "./bucket.server.ts";
import { folderStorage, type Storage } from "./storage.server.ts";

/**
 * The shop's storage: the bucket when configured, else DATA_DIR/storage. Free space is that of DATA_DIR either way,
 * where the database and backups may be. A bucket never counts as full. Throws StartError when the bucket does not
 * answer or rejects the keys.
 */
export async function makeStorage(options: {
  dataDir: string;
  bucket: BucketConfig | undefined;
}): Promise<Storage> {
  const place = join(options.dataDir, "storage");
  await mkdir(place, { recursive: true, mode: 0o700 });
  // It contains photos of returns; older versions made it world-readable.
  await chmod(place, 0o700);
  const folder = folderStorage(place);
  if (!options.bucket) return folder;
  const bucket = bucketStorage(options.bucket);
  try {
    for await (const _ of bucket.keys()) break;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The files at STORAGE_BUCKET_URL (${options.bucket.url}) cannot be listed: ${why}`);
  }
  return { ...bucket, freeBytes: folder.freeBytes, isFull: () => Promise.resolve(false) };
}
