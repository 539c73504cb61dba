import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { type BucketConfig, bucketStorage } from "./bucket.server.ts";
import { folderStorage, type Storage } from "./storage.server.ts";

/**
 * Where this shop keeps its files: in the bucket when one is given, else in DATA_DIR/storage. The room that is left is
 * that of DATA_DIR either way: the database and its backups may lie there. A bucket never counts as full.
 * Throws StartError when the bucket does not answer as one that these keys open.
 */
export async function makeStorage(given: {
  dataDir: string;
  bucket: BucketConfig | undefined;
}): Promise<Storage> {
  const place = join(given.dataDir, "storage");
  await mkdir(place, { recursive: true, mode: 0o700 });
  // Photos of returns lie in it too; one from before could be entered by everybody on the machine.
  await chmod(place, 0o700);
  const folder = folderStorage(place);
  if (!given.bucket) return folder;
  const bucket = bucketStorage(given.bucket);
  try {
    for await (const _ of bucket.keys()) break;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The files at STORAGE_BUCKET_URL (${given.bucket.url}) cannot be listed: ${why}`);
  }
  return { ...bucket, freeBytes: folder.freeBytes, isFull: () => Promise.resolve(false) };
}
