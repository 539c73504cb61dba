import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { z } from "zod";
import { repositoryPath } from "../platform/repository.server.ts";
import { StartError } from "../platform/start-error.ts";
import { giveAppRights } from "./app-rights.server.ts";

/** The folder of the migrations. */
const migrationsFolder = repositoryPath("db/migrations");

/** An advisory lock key: one migration at a time per database. */
const lockKey = 7_270_001;

const applied = z.array(z.object({ name: z.string(), checksum: z.string() }));

/**
 * Migrates a database: the .sql files below `folder` in the order of their names (0001-baseline/010-platform.sql), each
 * in its own transaction, at most once. In: the database's URL; `only`: the names to apply (a backup is restored into
 * its own schema version first). Out: the names applied now. On a database in use each statement waits at most 2 s for
 * a lock and is retried, so that nobody queues behind it for long. Throws when an applied file has changed or is gone,
 * or when one fails (it is rolled back).
 */
export async function migrate(options: { url: string; folder?: string; only?: string[] }): Promise<string[]> {
  const folder = options.folder ?? migrationsFolder;
  const client = new Client({ connectionString: options.url, application_name: "campus-style migrate" });
  await client.connect();
  try {
    await client.query("set client_min_messages = warning");
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const before = applied.parse((await client.query("select name, checksum from schema_migration")).rows);
    const files = await readMigrations(folder);
    refuseChanged(before, files);
    const wanted = files.filter(({ name }) => options.only?.includes(name) ?? true);
    const missing = wanted.filter((file) => !before.some((row) => row.name === file.name));
    for (const file of missing) await applyOne(client, file);
    await giveAppRights(client);
    return missing.map((file) => file.name);
  } finally {
    await client.end();
  }
}

type Migration = { name: string; sql: string; checksum: string };

/** The names of the migrations in order: paths below their folder. */
export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".sql")).sort();
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function refuseChanged(before: z.infer<typeof applied>, files: Migration[]) {
  for (const row of before) {
    const file = files.find(({ name }) => name === row.name);
    if (!file)
      throw new StartError(`The migration ${row.name} was applied to this database and its file is gone.`);
    if (file.checksum !== row.checksum) {
      throw new StartError(
        `The migration ${row.name} was changed after it was applied to this database. ` +
          "Put its text back and write a new migration for the change.",
      );
    }
  }
}

/** How long a migration waits for a table lock before it gives way: everybody else queues behind a waiting lock. */
const lockPatience = "2s";
const tries = 30;

async function applyOne(client: Client, file: Migration) {
  for (let attempt = 1; ; attempt++) {
    const done = await tryOne(client, file, attempt === tries);
    if (done) return;
    await pause(1_000);
  }
}

/** Out: false when a lock was not available in time and another attempt is left. */
async function tryOne(client: Client, file: Migration, last: boolean): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = '${lockPatience}'`);
    await client.query(file.sql);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [
      file.name,
      file.checksum,
    ]);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if (!last && error instanceof DatabaseError && error.code === "55P03") return false;
    const words = error instanceof Error ? error.message : String(error);
    throw new StartError(`The migration ${file.name} failed: ${words}`, { cause: error });
  }
}
