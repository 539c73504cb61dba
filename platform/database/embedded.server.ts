import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { StartError } from "../start-error.ts";
import { findBinaries } from "./embedded/binaries.server.ts";
import { lastLogLines, launch, makeCluster, roleName } from "./embedded/launch.server.ts";
import { type ClusterLocation, chooseLocation } from "./embedded/location.server.ts";
import { takeLock } from "./embedded/lock.server.ts";
import {
  findPostmaster,
  isAlive,
  type Postmaster,
  signal,
  stopPostmaster,
} from "./embedded/postmaster.server.ts";

/** The PostgreSQL of the npm package, running for this process. */
export type EmbeddedDatabase = {
  /** The URL of a database in it; by default the shop's own, as its owner. */
  url(name?: string, role?: string): string;
  /** The current process id; it changes when PostgreSQL is restarted. */
  pid(): number;
  /** Stops PostgreSQL cleanly and releases the folder. */
  stop(): Promise<void>;
};

const shopDatabase = "campus_style";

/** Crash recovery after a power failure may take a while; a healthy start takes half a second. */
const patience = 120_000;

/**
 * Starts PostgreSQL with its data in `dataDir`, created when missing; adopts one left running by a killed server, and
 * restarts one that dies. Throws StartError when another server uses the folder or PostgreSQL does not start.
 * `settings`: further PostgreSQL settings, by name. `onDeath`: called when it died.
 */
export async function startEmbedded(options: {
  dataDir: string;
  settings?: Record<string, string>;
  onDeath?: (error?: unknown) => void;
}): Promise<EmbeddedDatabase> {
  const place = chooseLocation(options.dataDir);
  const unlock = takeLock(`${place.home}/server.lock`);
  if (!unlock) {
    throw new StartError(
      `Another Campus Style is running on ${options.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    const native = await findBinaries(place.who);
    makeCluster(place, native);
    const start = () => startOrAdopt(place, native, options.settings ?? {});
    let postmaster = await start();
    await makeDatabase(postmaster, shopDatabase);
    // The last resort, when this process exits without calling stop().
    const atExit = () => signal(postmaster.pid, "SIGINT");
    process.once("exit", atExit);
    const endWatch = watch(async () => {
      if (isAlive(postmaster.pid)) return;
      options.onDeath?.();
      postmaster = await start();
    }, options.onDeath);
    return {
      url: (name = shopDatabase, role) => address(postmaster, name, role),
      pid: () => postmaster.pid,
      async stop() {
        await endWatch();
        await stopPostmaster(postmaster.pid);
        process.off("exit", atExit);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The URL of the shop's database in `dataDir` when PostgreSQL runs there now, for a program beside the server. */
export function runningAddress(dataDir: string): string | undefined {
  const running = findPostmaster(chooseLocation(dataDir).pgdata);
  return running && address(running, shopDatabase);
}

/**
 * The PostgreSQL that the primary of this worker runs in `dataDir`. Throws StartError when none runs; `stop` leaves it
 * running.
 */
export function joinEmbedded(dataDir: string): EmbeddedDatabase {
  const { pgdata } = chooseLocation(dataDir);
  const running = findPostmaster(pgdata);
  if (!running) throw new StartError(`PostgreSQL does not run in ${pgdata}.`);
  return {
    url: (name = shopDatabase, role) => address(running, name, role),
    pid: () => (findPostmaster(pgdata) ?? running).pid,
    stop: async () => undefined,
  };
}

/** Runs `look` every quarter of a second; the returned function stops that after the current run. */
function watch(look: () => Promise<void>, onError?: (error: unknown) => void): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => onError?.(error))
      .finally(() => {
        looking = undefined;
      });
  }, 250);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

async function startOrAdopt(
  place: ClusterLocation,
  native: string,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const end = performance.now() + patience;
  let launched: { pid: number | undefined; ended: boolean; times: number } = {
    pid: undefined,
    ended: true,
    times: 0,
  };
  while (performance.now() < end) {
    const running = findPostmaster(place.pgdata);
    if (running && (await answers(running))) return running;
    if (!running && launched.ended) {
      // Up to three attempts: the last children of a killed PostgreSQL may need a moment to exit.
      if (launched.times === 3) break;
      if (launched.times > 0) await pause(1_000);
      const child = launch(place, native, settings);
      launched = { pid: child.pid, ended: false, times: launched.times + 1 };
      const mine = launched;
      child.once("exit", () => {
        mine.ended = true;
      });
      child.once("error", () => {
        mine.ended = true;
      });
      child.unref();
    }
    await pause(25);
  }
  if (launched.pid !== undefined && isAlive(launched.pid)) await stopPostmaster(launched.pid);
  throw new StartError(
    `PostgreSQL does not start in ${place.pgdata}. Its last words:\n${lastLogLines(place)}`,
  );
}

async function answers(postmaster: Postmaster): Promise<boolean> {
  const client = new Client({
    connectionString: address(postmaster, "postgres"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function makeDatabase(postmaster: Postmaster, name: string) {
  const client = new Client({ connectionString: address(postmaster, "postgres") });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

function address(postmaster: Postmaster, name: string, role = roleName): string {
  return `postgresql://${role}@/${name}?host=${encodeURIComponent(postmaster.socketFolder)}`;
}
