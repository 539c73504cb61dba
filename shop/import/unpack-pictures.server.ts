import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { fromBufferPromise, type ZipFile } from "yauzl";
import type { Services } from "../../platform/services.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";

const most = { files: 5_000, bytesEach: 8 * 1024 * 1024, bytesInAll: 1024 * 1024 * 1024 };
const pictureName = /\.(jpe?g|png|webp|avif)$/;

export type UnpackRefusal = "zip-broken" | "zip-too-many" | "zip-too-large" | "no-space";

/**
 * Keeps the pictures of a ZIP until an import asks for them by name, whatever folder they lie in; the same name again
 * replaces the earlier one. Whether a file really is a picture is judged when it is used. In: the ZIP's bytes. Out: how
 * many were kept; other files and those over 8 MB are passed over and named. Refused, with nothing kept: no ZIP or a
 * damaged one, a disk that is nearly full, more than 5,000 files, more than 1 GB unpacked (by its own list, which yauzl holds it to).
 */
export async function unpackPictures(
  { db, storage }: Pick<Services, "db" | "storage">,
  bytes: Buffer,
): Promise<Done<{ kept: number; passedOver: string[] }> | Refused<UnpackRefusal>> {
  if (await storage.isFull()) return refused("no-space");
  const refusal = await tooMuch(bytes);
  if (refusal) return refused(refusal);
  const kept: { name: string; key: string }[] = [];
  const passedOver: string[] = [];
  try {
    const zip = await opened(bytes);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      const name = (entry.fileName.split("/").at(-1) ?? "").toLowerCase();
      if (
        !pictureName.test(name) ||
        name.length > 200 ||
        entry.uncompressedSize > most.bytesEach ||
        entry.isEncrypted()
      ) {
        passedOver.push(entry.fileName.slice(0, 200));
        continue;
      }
      const content = await buffer(await zip.openReadStreamPromise(entry));
      const key = `import-pictures/${randomUUID()}`;
      await storage.put(key, content);
      kept.push({ name, key });
    }
  } catch {
    for (const { key } of kept) await storage.delete(key);
    return refused("zip-broken");
  }
  await db.execute(sql`
    insert into import_picture (name, file_key)
    select distinct on (name) name, key from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (name text, key text)
    on conflict (name) do update set file_key = excluded.file_key, picture_key = null, uploaded_at = now()`);
  return done({ kept: kept.length, passedOver: passedOver.slice(0, 50) });
}

/** The list of a ZIP is read first: a bomb is refused before anything of it is unfolded. */
async function tooMuch(bytes: Buffer): Promise<UnpackRefusal | null> {
  try {
    const zip = await opened(bytes);
    if (zip.entryCount > most.files) return "zip-too-many";
    let inAll = 0;
    for await (const entry of zip.eachEntry()) {
      inAll += entry.uncompressedSize;
      if (inAll > most.bytesInAll) return "zip-too-large";
    }
    return null;
  } catch {
    return "zip-broken";
  }
}

function opened(bytes: Buffer): Promise<ZipFile> {
  return fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
}
