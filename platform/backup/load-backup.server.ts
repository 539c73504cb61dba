import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { extract } from "tar-stream";
import { StartError } from "../start-error.ts";
import type { Storage } from "../storage/storage.server.ts";
import {
  endEntry,
  endShape,
  type Manifest,
  manifestEntry,
  manifestShape,
  storageEntry,
  tableEntry,
} from "./manifest.ts";
import { columnsOf, quoteIdentifier } from "./tables.server.ts";

type Entry = AsyncIterable<unknown> & { header: { name: string } };

/**
 * Loads a backup in one transaction into a database whose schema `prepare` has made. In: the file, the database's
 * URL, the storage, and what to do when the manifest is known. The role must own the tables: it disables their
 * triggers during the load, because their effects are in the backup already; foreign keys are checked. Out: the
 * manifest, rows and files. Throws StartError when the file is not a backup or is truncated.
 */
export async function loadBackup(options: {
  file: string;
  url: string;
  storage: Storage;
  prepare: (manifest: Manifest) => Promise<void>;
}): Promise<{ manifest: Manifest; rows: number; files: number }> {
  const { file, url, storage, prepare } = options;
  const client = new Client({ connectionString: url, application_name: "campus-style restore" });
  client.on("error", () => undefined);
  const archive = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), archive);
  // Reported by the loop below, which ends with the same error.
  reading.catch(() => undefined);
  const entries = archive[Symbol.asyncIterator]();
  try {
    const manifest = await readManifest(entries, file);
    await prepare(manifest);
    await client.connect();
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    const triggers = (what: string) =>
      eachTable(client, manifest, (table) => `alter table ${table} ${what} trigger user`);
    await triggers("disable");
    const all = manifest.tables.map(({ schema, name }) => quoteIdentifier(schema, name));
    if (all.length > 0) await client.query(`truncate ${all.join(", ")}`);
    const counted = await loadEntries(entries, { client, storage, manifest, file });
    await triggers("enable");
    for (const { schema, name, last, called } of manifest.sequences) {
      await client.query("select setval($1::regclass, $2::bigint, $3)", [
        quoteIdentifier(schema, name),
        last,
        called,
      ]);
    }
    await client.query("commit");
    await client.query("analyze");
    return { manifest, ...counted };
  } catch (error) {
    archive.destroy();
    const why = await reading.catch((reason: unknown) => reason);
    throw isDamaged(why) ? truncatedError(file) : error;
  } finally {
    archive.destroy();
    await client.end().catch(() => undefined);
  }
}

async function readManifest(entries: AsyncIterator<Entry>, file: string): Promise<Manifest> {
  const first = await entries.next();
  const manifest =
    !first.done && first.value.header.name === manifestEntry
      ? manifestShape.safeParse(await json(first.value))
      : undefined;
  if (!manifest?.success) throw new StartError(`${file} is not a backup of this program.`);
  return manifest.data;
}

type LoadContext = { client: Client; storage: Storage; manifest: Manifest; file: string };

async function loadEntries(entries: AsyncIterator<Entry>, into: LoadContext) {
  let rows = 0;
  let files = 0;
  let next = await entries.next();
  while (!next.done) {
    const entry = next.value;
    const { name } = entry.header;
    const table = tableEntry.exec(name)?.[1];
    const key = storageEntry.exec(name)?.[1];
    if (table !== undefined) {
      const loaded = await loadTable(entries, entry, Number(table), into);
      rows += loaded.rows;
      next = loaded.next;
      continue;
    }
    if (key !== undefined) {
      await into.storage.put(key, Readable.from(entry));
      files++;
    } else if (name === endEntry) {
      const end = endShape.parse(await json(entry));
      if (end.rows !== rows || end.files !== files) throw truncatedError(into.file);
      return { rows, files };
    } else {
      throw new StartError(`${into.file} has a part that nobody knows here: ${name}`);
    }
    next = await entries.next();
  }
  throw truncatedError(into.file);
}

/** All parts of one table go into one COPY. Out: its rows, and the first entry after it. */
async function loadTable(entries: AsyncIterator<Entry>, first: Entry, index: number, into: LoadContext) {
  const table = into.manifest.tables[index];
  if (!table) throw new StartError(`${into.file} holds a table that it does not name.`);
  let next: IteratorResult<Entry> = { done: false, value: first };
  async function* parts() {
    while (!next.done && Number(tableEntry.exec(next.value.header.name)?.[1] ?? -1) === index) {
      yield* next.value;
      next = await entries.next();
    }
  }
  const copy = into.client.query(copyFrom(`copy ${columnsOf(table)} from stdin`));
  await pipeline(Readable.from(parts(), { objectMode: false }), copy);
  return { rows: copy.rowCount, next };
}

async function eachTable(client: Client, { tables }: Manifest, statement: (table: string) => string) {
  for (const { schema, name } of tables) await client.query(statement(quoteIdentifier(schema, name)));
}

/**
 * Errors of gunzip (`Z_...`) and of tar (without a code) for a truncated file or one that is no archive; a file that
 * cannot be read has another code.
 */
function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return !("code" in error) || /^Z_/.test(String(error.code));
}

function truncatedError(file: string): StartError {
  return new StartError(`${file} is cut off: take another backup.`);
}
