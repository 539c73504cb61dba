import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Pack, pack } from "tar-stream";
import { z } from "zod";
import type { Storage } from "../storage/storage.server.ts";
import {
  type BackupEnd,
  type BackupJob,
  endEntry,
  type Manifest,
  manifestEntry,
  tablePart,
} from "./manifest.ts";
import { copySource, sequences, tablesInOrder } from "./tables.server.ts";

const partSize = 4_000_000;

/** How the name of a file ends that is still being written. */
export const unfinished = ".unfinished";

/**
 * Writes the whole shop into one file (tar, gzip): each table as COPY text, the queued jobs, and the stored files.
 * One snapshot, without blocking anybody. In: the database's URL, the storage, the path. Out: rows, files, and the
 * file's size. On failure the file is removed. Readable by the owner only, because it contains addresses.
 */
export async function writeBackup(options: {
  url: string;
  storage: Storage;
  file: string;
  /** Whether a stored file is derived and can be left out. */
  remade?: (key: string) => boolean;
}): Promise<BackupEnd & { bytes: number }> {
  const { url, storage, file, remade = () => false } = options;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const beside = file + unfinished;
  const client = new Client({ connectionString: url, application_name: "campus-style backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("begin isolation level repeatable read read only");
    const archive = pack();
    const written = pipeline(
      archive,
      createGzip({ level: 4 }),
      createWriteStream(beside, { mode: 0o600, flush: true }),
    );
    const filling = fill(archive, client, storage, remade).catch((error: unknown) => {
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    const [end] = await Promise.all([filling, written]);
    await rename(beside, file);
    return { ...end, bytes: await sizeOf(file) };
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function fill(
  archive: Pack,
  client: Client,
  storage: Storage,
  remade: (key: string) => boolean,
): Promise<BackupEnd> {
  const manifest = await manifestOf(client);
  await entry(archive, manifestEntry, JSON.stringify(manifest));
  let rows = 0;
  for (const [index, table] of manifest.tables.entries()) {
    const copy = client.query(copyTo(`copy ${copySource(table)} to stdout`));
    let part = 0;
    let gathered: Buffer[] = [];
    let size = 0;
    const flush = async () => {
      await entry(archive, tablePart(index, part++), Buffer.concat(gathered));
      [gathered, size] = [[], 0];
    };
    for await (const chunk of copy) {
      gathered.push(chunk);
      size += chunk.length;
      rows += linesIn(chunk);
      if (size >= partSize) await flush();
    }
    if (size > 0) await flush();
  }
  await client.query("rollback");
  // Read after the snapshot: files are stored before the rows that name them, so none is missing.
  let files = 0;
  for await (const key of storage.keys()) {
    const found = remade(key) ? undefined : await storage.get(key);
    if (!found) continue;
    const target = archive.entry({ name: `storage/${key}`, size: found.size, mtime: found.modified });
    await Promise.all([pipeline(found.body, target), finished(target)]);
    files++;
  }
  await entry(archive, endEntry, JSON.stringify({ rows, files }));
  archive.finalize();
  return { rows, files };
}

/**
 * Each row is one line of COPY's text format, which escapes line breaks in values. The count of pg-copy-streams comes
 * with a message after the data, often too late for a reader that stops at the data's end.
 */
function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf("\n"); at >= 0; at = chunk.indexOf("\n", at + 1)) lines++;
  return lines;
}

function entry(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mtime: new Date(0) }, content, (error) => (error ? reject(error) : resolve()));
  });
}

async function manifestOf(client: Client): Promise<Manifest> {
  const now = await client.query("select now()::text as made");
  const names = await client.query("select name from schema_migration order by name");
  return {
    format: 1,
    made: new Date(z.object({ made: z.string() }).parse(now.rows[0]).made).toISOString(),
    migrations: z
      .array(z.object({ name: z.string() }))
      .parse(names.rows)
      .map(({ name }) => name),
    tables: await tablesInOrder(client),
    sequences: await sequences(client),
    jobs: await waitingJobs(client),
  };
}

const jobRows = z.array(
  z.object({ name: z.string(), data: z.unknown(), at: z.coerce.date().transform((at) => at.toISOString()) }),
);

async function waitingJobs(client: Client): Promise<BackupJob[]> {
  const made = await client.query("select to_regclass('jobs.job') is not null as made");
  if (!z.object({ made: z.boolean() }).parse(made.rows[0]).made) return [];
  const { rows } = await client.query(`
    select name, data, start_after as at from jobs.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on, id`);
  return jobRows.parse(rows).map(({ name, data, at }) => ({ name, data: jobData(data), startAfter: at }));
}

const plain = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
function jobData(data: unknown): BackupJob["data"] {
  const read = plain.safeParse(data);
  return read.success ? read.data : null;
}

async function sizeOf(file: string): Promise<number> {
  const handle = await open(file);
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
