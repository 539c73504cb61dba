import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/support/eventually.ts";
import { isAlive } from "./embedded/postmaster.server.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.server.ts";

let dataDir: string;
let running: EmbeddedDatabase | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "campus-style-embedded-"));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  running = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  return running;
}

async function ask(database: EmbeddedDatabase, question: string): Promise<unknown> {
  const client = new Client({ connectionString: database.url() });
  await client.connect();
  try {
    return Object.values((await client.query(question)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dataDir, "postgres/postmaster.pid");

test("starts in an empty folder, keeps its data after a restart, and stops without a process or pid file left", async () => {
  const first = await start();
  await ask(first, "create table note as select 'kept' as word");
  await first.stop();
  expect(isAlive(first.pid())).toBe(false);
  expect(existsSync(pidFile())).toBe(false);

  const second = await start();
  expect(await ask(second, "select word from note")).toBe("kept");
  expect(await ask(second, "show listen_addresses")).toBe("");
  expect(await ask(second, "select lower('ÉTÉ') || 'कमीज'")).toBe("étéकमीज");
});

test("data of another major version is refused with a message, and the log is readable by its owner only", async () => {
  const first = await start();
  expect(statSync(join(dataDir, "postgres.log")).mode & 0o777).toBe(0o600);
  await first.stop();
  running = undefined;
  const version = join(dataDir, "postgres/PG_VERSION");
  const ours = readFileSync(version, "utf8");
  writeFileSync(version, "15\n");
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    /of PostgreSQL 15.*npm run backup[\s\S]*npm run restore/s,
  );
  writeFileSync(version, ours);
  expect(await ask(await start(), "select 1")).toBe(1);
});

test("a second start on the folder is refused with a message, and the first continues", async () => {
  const first = await start();
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/Another Campus Style is running on .*DATA_DIR/);
  expect(await ask(first, "select 1")).toBe(1);
});

test("after kill -9 of the server, the PostgreSQL that still runs is reused", async () => {
  const first = await start();
  await ask(first, "create table note as select 'kept' as word");
  // What kill -9 leaves: PostgreSQL running, and a lock whose process is gone.
  writeFileSync(join(dataDir, "server.lock"), JSON.stringify({ pid: 999_999_999, started: "1" }));
  const second = await start();
  expect(second.pid()).toBe(first.pid());
  expect(await ask(second, "select word from note")).toBe("kept");
});

test("a pid file whose number now belongs to another process does not prevent a start", async () => {
  await (await start()).stop();
  writeFileSync(pidFile(), `${process.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/run\n\n\nready\n`);
  const again = await start();
  expect(again.pid()).not.toBe(process.pid);
  expect(await ask(again, "select 1")).toBe(1);
});

test("PostgreSQL is restarted after a kill, with everything that was committed", async () => {
  const database = await startEmbedded({ dataDir });
  running = database;
  await ask(database, "create table note as select 'committed' as word");
  const before = database.pid();
  process.kill(before, "SIGKILL");
  await eventually(() => expect(database.pid()).not.toBe(before));
  expect(await ask(database, "select word from note")).toBe("committed");
});

test("it also runs in a folder that only its owner may enter; as root, it then stores its data elsewhere", async () => {
  chmodSync(dataDir, 0o700);
  const first = await start();
  await ask(first, "create table note as select 'kept' as word");
  await first.stop();
  const second = await start();
  expect(await ask(second, "select word from note")).toBe("kept");
  await second.stop();
  running = undefined;

  const note = join(dataDir, "postgres-is-elsewhere.txt");
  const asRoot = process.getuid?.() === 0;
  expect([existsSync(note), existsSync(join(dataDir, "postgres"))]).toEqual([asRoot, !asRoot]);
  if (asRoot) rmSync(readFileSync(note, "utf8").split("\n")[0] ?? "", { recursive: true });
});

test("a damaged data folder is refused with PostgreSQL's own message", async () => {
  await (await start()).stop();
  running = undefined;
  const file = join(dataDir, "postgres/global/pg_control");
  expect(readFileSync(file).length).toBeGreaterThan(0);
  rmSync(file);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/does not start in [\s\S]*pg_control/);
});
