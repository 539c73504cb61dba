import { Client } from "pg";
import { loadBackup } from "../platform/backup/load-backup.server.ts";
import { connect, type Db } from "../platform/database/database.server.ts";
import { startJobs } from "../platform/jobs/jobs.server.ts";
import type { Log } from "../platform/log.server.ts";
import { StartError } from "../platform/start-error.ts";
import type { Storage } from "../platform/storage/storage.server.ts";
import { migrate, migrationNames } from "./migrate.server.ts";

/**
 * Restores a backup into an empty database and an empty storage: the schema of that time, all rows and files, the
 * queued jobs, and then the migrations since. Also moves a shop from the embedded PostgreSQL to another one. In: the
 * file, the database's URL, the storage, the names of all jobs, and what is done to the loaded database before its jobs
 * are queued, such as putting the shop on hold. Out: how much was loaded and when the backup was made (ISO). Throws
 * StartError when the database is not empty, the file is damaged, or it comes from a newer version.
 */
export async function restore(options: {
  file: string;
  url: string;
  storage: Storage;
  jobNames: string[];
  whenLoaded: (db: Db, made: string) => Promise<void>;
  log: Log;
}): Promise<{ made: string; rows: number; files: number; jobs: number }> {
  const { file, url, jobNames, whenLoaded, log } = options;
  await refuseUnlessEmpty(url, options.storage);
  const { storage, removeStored } = rememberingKeys(options.storage);
  await onDatabase(url, `create table ${marker} ()`);
  try {
    const restored = await restoreInto({ file, url, storage, jobNames, whenLoaded, log });
    await onDatabase(url, `drop table ${marker}`);
    return restored;
  } catch (error) {
    await empty(url);
    await removeStored();
    throw error;
  }
}

/** Stands in the database while a restore runs: what a restore that was killed left behind may be dropped. */
const marker = "unfinished_restore";

async function restoreInto(options: {
  file: string;
  url: string;
  storage: Storage;
  jobNames: string[];
  whenLoaded: (db: Db, made: string) => Promise<void>;
  log: Log;
}): Promise<{ made: string; rows: number; files: number; jobs: number }> {
  const { file, url, storage, jobNames, whenLoaded, log } = options;
  const loaded = await loadBackup({
    file,
    url,
    storage,
    async prepare({ migrations }) {
      const known = await migrationNames();
      const newer = migrations.filter((name) => !known.includes(name));
      if (newer.length > 0) {
        throw new StartError(`${file} was made by a newer version of this program (${newer.join(", ")}).`);
      }
      await migrate({ url, only: migrations });
    },
  });
  await migrate({ url });
  const jobs = await startJobs({ url, log, names: jobNames });
  const { db, close } = connect({ url, log });
  let queued = 0;
  try {
    await whenLoaded(db, loaded.manifest.made);
    for (const { name, data, startAfter } of loaded.manifest.jobs) {
      if (!jobNames.includes(name)) continue;
      await jobs.send(db, name, data ?? {}, { startAfter: new Date(startAfter) });
      queued++;
    }
  } finally {
    await jobs.close();
    await close();
  }
  return { made: loaded.manifest.made, rows: loaded.rows, files: loaded.files, jobs: queued };
}

/** Runs one statement on a connection of its own. Out: its rows. */
async function onDatabase(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, application_name: "campus-style restore" });
  await client.connect();
  try {
    await client.query("set client_min_messages = warning");
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Drops the schemas that a restore makes, and makes `public` as a new database has it. */
async function empty(url: string) {
  await onDatabase(
    url,
    `drop schema if exists public, local_gateway, jobs cascade; create schema public;
     grant usage on schema public to public`,
  );
}

/** The storage, and a function that deletes what was put into it through here. */
function rememberingKeys(storage: Storage): { storage: Storage; removeStored(): Promise<void> } {
  const keys: string[] = [];
  return {
    storage: {
      ...storage,
      put(key, content) {
        keys.push(key);
        return storage.put(key, content);
      },
    },
    async removeStored() {
      for (const key of keys) await storage.delete(key);
    },
  };
}

/** Throws StartError unless the database and the storage are empty, but for what a killed restore left behind. */
async function refuseUnlessEmpty(url: string, storage: Storage) {
  const tables = await onDatabase(url, "select tablename from pg_tables where schemaname = 'public'");
  if (tables.some(({ tablename }) => tablename === marker)) return empty(url);
  if (tables.length > 0)
    throw new StartError("The database is not empty: a backup is restored into a new one.");
  for await (const _ of storage.keys()) {
    throw new StartError("There are stored files already: a backup is restored into an empty folder.");
  }
}
