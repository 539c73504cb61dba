import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { headerRefusal, type PictureRefusal } from "../catalogue/pictures/save-picture.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";

const most = { files: 5_000, bytesEach: 8 * 1024 * 1024, bytesInAll: 1024 * 1024 * 1024 };
const pictureName = /\.(jpe?g|png|webp|avif)$/;

export type UnpackRefusal = "zip-broken" | "zip-too-many" | "zip-too-large" | "no-space";

/** A file of the ZIP that was not kept. */
export type PassedOver = { name: string; why: PictureRefusal | "no-picture-name" | "encrypted" };

/**
 * Keeps the pictures of a ZIP until an import asks for them by name, whatever folder they lie in; the same name again
 * replaces the earlier one. In: the ZIP's bytes. Out: how many were kept, and which files were not, at most fifty, with
 * the reason: what is no picture by its name or its first bytes is not stored. Refused, with nothing kept: no ZIP or a
 * damaged one, a disk that is nearly full, more than 5,000 files, more than 1 GB unpacked (by its own list, which yauzl
 * holds it to).
 */
export async function unpackPictures(
  { db, storage }: Pick<Services, "db" | "storage">,
  bytes: Buffer,
): Promise<Done<{ kept: number; passedOver: PassedOver[] }> | Refused<UnpackRefusal>> {
  if (await storage.isFull()) return refused("no-space");
  const refusal = await tooMuch(bytes);
  if (refusal) return refused(refusal);
  const forget = async (keys: Iterable<string>) => {
    for (const key of keys) await storage.delete(key);
  };
  const kept = new Map<string, string>();
  const passedOver: PassedOver[] = [];
  try {
    const zip = await opened(bytes);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      const name = pictureNameOf(entry.fileName);
      const read = isPictureName(name) ? await contentOf(zip, entry) : refused("no-picture-name" as const);
      if (!read.ok) {
        passedOver.push({ name: entry.fileName.slice(0, 200), why: read.refused });
        continue;
      }
      const key = `import-pictures/${randomUUID()}`;
      await storage.put(key, read.value);
      const before = kept.get(name);
      kept.set(name, key);
      if (before) await storage.delete(before);
    }
  } catch {
    await forget(kept.values());
    return refused((await storage.isFull()) ? "no-space" : "zip-broken");
  }
  const replaced = await keepNames(db, kept).catch(async (error) => {
    await forget(kept.values());
    throw error;
  });
  await forget(replaced);
  return done({ kept: kept.size, passedOver: passedOver.slice(0, 50) });
}

/** What a file of a ZIP is called in an import, whatever folder it lies in. */
export function pictureNameOf(path: string): string {
  return (path.split("/").at(-1) ?? "").toLowerCase();
}

function isPictureName(name: string): boolean {
  return pictureName.test(name) && name.length <= 200;
}

async function contentOf(
  zip: ZipFile,
  entry: Entry,
): Promise<Done<Buffer> | Refused<PictureRefusal | "encrypted">> {
  if (entry.isEncrypted()) return refused("encrypted");
  if (entry.uncompressedSize > most.bytesEach) return refused("picture-too-big");
  const content = await buffer(await zip.openReadStreamPromise(entry));
  const refusal = await headerRefusal(content);
  return refusal ? refused(refusal) : done(content);
}

/** Writes down which file has which name. Out: the files that had these names and are not asked for any more. */
async function keepNames(db: Db, kept: Map<string, string>): Promise<string[]> {
  const files = JSON.stringify([...kept].map(([name, key]) => ({ name, key })));
  return inTransaction(db, async (tx) => {
    // Two who upload the same names at once would each leave the other's files behind.
    await tx.execute(sql`lock table import_picture in share row exclusive mode`);
    const { rows } = await tx.execute(sql`
      select file_key from import_picture
      where name in (select name from jsonb_to_recordset(${files}::jsonb) as k (name text))`);
    await tx.execute(sql`
      insert into import_picture (name, file_key)
      select name, key from jsonb_to_recordset(${files}::jsonb) as k (name text, key text)
      on conflict (name) do update set file_key = excluded.file_key, picture_key = null, uploaded_at = now()`);
    return z
      .array(z.object({ file_key: z.string() }))
      .parse(rows)
      .map(({ file_key }) => file_key);
  });
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
