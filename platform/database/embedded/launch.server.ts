import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import type { ClusterLocation } from "./location.server.ts";

export const roleName = "campus";

/** No environment of our own: neither PG* variables nor the caller's locale affect PostgreSQL. */
const environment = { PATH: "/usr/bin:/bin", TZ: "UTC", LC_ALL: "C" };

/** Creates a cluster in `place.pgdata` unless there is one. After an interruption it starts over next time. */
export function makeCluster(place: ClusterLocation, native: string) {
  if (fs.existsSync(join(place.pgdata, "PG_VERSION"))) return refuseOtherMajor(place, native);
  const fresh = `${place.pgdata}.new`;
  // PostgreSQL's builtin locale provider: the same on every machine, whatever its C library. pg_trgm asks the C
  // library which characters are letters, so it gets a UTF-8 locale where one is known.
  const tried = ["C.UTF-8", "en_US.UTF-8"].map((letters) => {
    if (fs.existsSync(join(fresh, "PG_VERSION"))) return "";
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.mkdirSync(fresh, { mode: 0o700 });
    if (place.who) fs.chownSync(fresh, place.who.uid, place.who.gid);
    return initialise(place, native, fresh, letters);
  });
  if (!tried.includes(""))
    throw new StartError(`PostgreSQL could not make its data folder:\n${tried.join("\n")}`);
  fs.renameSync(fresh, place.pgdata);
}

/** Refuses data of another major version of PostgreSQL, and says how to migrate them. */
function refuseOtherMajor(place: ClusterLocation, native: string) {
  const found = fs.readFileSync(join(place.pgdata, "PG_VERSION"), "utf8").trim();
  const { stdout } = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    ...place.who,
    encoding: "utf8",
  });
  const [, ours] = /\) (\d+)/.exec(stdout ?? "") ?? [];
  if (ours === undefined || found === ours) return;
  throw new StartError(
    [
      `The data in ${place.pgdata} are of PostgreSQL ${found}, and this version of the shop comes with ${ours}.`,
      "Write a backup with the version of the shop that you had (npm run backup FILE), restore it into an empty folder",
      "with this one (DATA_DIR=new npm run restore FILE), and start it there. See docs/operations.md.",
    ].join("\n"),
  );
}

/** Runs initdb. Out: "" on success, else its output. */
function initialise(place: ClusterLocation, native: string, folder: string, letters: string): string {
  const made = spawnSync(
    join(native, "bin", "initdb"),
    [
      "-D",
      folder,
      "-U",
      roleName,
      "--auth-local=trust",
      "--auth-host=reject",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      `--lc-ctype=${letters}`,
    ],
    { ...place.who, cwd: place.home, env: environment, encoding: "utf8" },
  );
  return made.status === 0 ? "" : `${made.error?.message ?? ""}${made.stderr ?? ""}`;
}

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C in the terminal reaches only our server, which stops
 * PostgreSQL after its last request. It listens on a unix socket only.
 */
export function launch(
  place: ClusterLocation,
  native: string,
  settings: Record<string, string>,
): ChildProcess {
  for (const name of fs.readdirSync(place.socketFolder)) {
    // Nothing runs on this data (the caller checked), so an existing socket is stale.
    if (name.startsWith(".s.PGSQL.")) fs.rmSync(join(place.socketFolder, name), { force: true });
  }
  const options = Object.entries({
    listen_addresses: "",
    unix_socket_directories: place.socketFolder,
    unix_socket_permissions: "0700",
    max_connections: "100",
    shared_buffers: "128MB",
    jit: "off",
    // With I/O workers (PostgreSQL 18) reading a page from the kernel's cache goes through another process: cards of
    // products not in the card cache took 1.5 times as long (docs/decisions/0038).
    io_method: "sync",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] %a ",
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openLog(place);
  try {
    return spawn(join(native, "bin", "postgres"), ["-D", place.pgdata, ...options], {
      ...place.who,
      cwd: place.home,
      env: environment,
      detached: true,
      stdio: ["ignore", log, log],
    });
  } finally {
    fs.closeSync(log);
  }
}

const logOf = (place: ClusterLocation) => join(place.home, "postgres.log");

function openLog(place: ClusterLocation): number {
  const path = logOf(place);
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 5_000_000) fs.renameSync(path, `${path}.1`);
  const log = fs.openSync(path, "a", 0o600);
  // An older log was world-readable; PostgreSQL writes addresses into it when a statement fails.
  fs.fchmodSync(log, 0o600);
  return log;
}

/** The last lines of PostgreSQL's log, for a message about why it does not start. */
export function lastLogLines(place: ClusterLocation): string {
  try {
    return fs.readFileSync(logOf(place), "utf8").trimEnd().split("\n").slice(-8).join("\n");
  } catch {
    return "";
  }
}
