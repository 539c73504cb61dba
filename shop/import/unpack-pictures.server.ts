import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { importPicture } from "./tables.server.ts";
import { listZip, readZip, type SkipReason, zipMessageShape } from "./unpack/read-zip.server.ts";

/** The thread that reads ZIPs; app/services.server.ts knows its module. */
const task = "read-zip";

/** Smaller ZIPs are read on the main thread: starting a worker thread takes longer. */
const bytesForThread = 4 * 1024 * 1024;

export type UnpackRefusal = "zip-broken" | "zip-too-many" | "zip-too-large" | "no-space";

/** A file of the ZIP that was not stored. */
export type PassedOver = { name: string; why: SkipReason };

/**
 * Stores the pictures of a ZIP until an import needs them by name, ignoring folders; a repeated name replaces the
 * earlier picture. A large ZIP is read in a worker thread. In: the ZIP's bytes, which cannot be used afterwards. Out:
 * how many were stored, and which files were not, at most fifty, with the reason: a file whose name or first bytes are
 * not those of a picture is not stored. Refused, with nothing stored: a disk that is nearly full, and refusals of
 * `listZip`.
 */
export async function unpackPictures(
  { db, storage, threads }: Pick<Services, "db" | "storage" | "threads">,
  bytes: Buffer,
): Promise<Done<{ stored: number; passedOver: PassedOver[] }> | Refused<UnpackRefusal>> {
  if (await storage.isFull()) return refused("no-space");
  const list = await listZip(bytes);
  if (!list.ok) return list;
  const forget = async (keys: Iterable<string>) => {
    for (const key of keys) await storage.delete(key);
  };
  const stored = new Map<string, string>();
  const passedOver: PassedOver[] = [];
  try {
    const messages = list.value < bytesForThread ? readZip(bytes) : threads.run(task, bytes, { move: true });
    for await (const message of messages) {
      const read = zipMessageShape.parse(message);
      if ("refused" in read) {
        await forget(stored.values());
        return refused(read.refused);
      }
      if ("skipped" in read) {
        passedOver.push(read.skipped);
        continue;
      }
      const key = `import-pictures/${randomUUID()}`;
      await storage.put(
        key,
        Buffer.from(read.content.buffer, read.content.byteOffset, read.content.byteLength),
      );
      const before = stored.get(read.name);
      stored.set(read.name, key);
      if (before) await storage.delete(before);
    }
  } catch {
    await forget(stored.values());
    return refused((await storage.isFull()) ? "no-space" : "zip-broken");
  }
  const replaced = await saveNames(db, stored).catch(async (error) => {
    await forget(stored.values());
    throw error;
  });
  await forget(replaced);
  return done({ stored: stored.size, passedOver: passedOver.slice(0, 50) });
}

/** Records the name of each file. Out: the earlier files of these names, which are no longer referenced. */
async function saveNames(db: Db, stored: Map<string, string>): Promise<string[]> {
  const files = JSON.stringify([...stored].map(([name, key]) => ({ name, key })));
  return inTransaction(db, async (tx) => {
    // Concurrent uploads of the same names would otherwise orphan each other's files.
    await tx.execute(sql`lock table import_picture in share row exclusive mode`);
    await keepForRuns(tx, files);
    const replaced = await tx
      .select({ key: importPicture.fileKey })
      .from(importPicture)
      .where(sql`name in (select k.name from jsonb_to_recordset(${files}::jsonb) as k (name text))`);
    await tx.execute(sql`
      insert into import_picture (name, file_key)
      select name, key from jsonb_to_recordset(${files}::jsonb) as k (name text, key text)
      on conflict (name) do update set file_key = excluded.file_key, picture_key = null, uploaded_at = now()`);
    return replaced.map(({ key }) => key);
  });
}

/**
 * Files of these names that products of other imports wait for get another name, in their drafts too: an upload in
 * between does not take them away.
 */
async function keepForRuns(tx: Db, files: string): Promise<void> {
  await tx.execute(sql`
    with needed as (
      select distinct k.name from jsonb_to_recordset(${files}::jsonb) as k (name text)
        join import_picture known on known.name = k.name
        join (select lower(p.one->>'name') as name from import_product i
          cross join jsonb_array_elements(i.draft->'pictures') as p (one) where i.state = 'waiting') waits
          on waits.name = k.name),
    renamed as (
      update import_picture i set name = gen_random_uuid() || ' ' || i.name from needed n where i.name = n.name
      returning n.name as before, i.name as after)
    update import_product i set draft = jsonb_set(i.draft, '{pictures}', (
      select jsonb_agg(case when r.after is null then p.one
        else p.one || jsonb_build_object('name', r.after, 'source', coalesce(p.one->>'source', p.one->>'name')) end order by p.at)
      from jsonb_array_elements(i.draft->'pictures') with ordinality as p (one, at)
      left join renamed r on r.before = lower(p.one->>'name')))
    where i.state = 'waiting' and exists (select from jsonb_array_elements(i.draft->'pictures') as p (one)
      join renamed r on r.before = lower(p.one->>'name'))`);
}
