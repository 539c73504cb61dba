import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { StartError } from "../../start-error.ts";
import { systemFolder } from "./binaries.server.ts";
import { canEnter, type RunAs, serverUser } from "./run-as.server.ts";

/** Where a PostgreSQL cluster lives. All paths are absolute. */
export type ClusterLocation = {
  who: RunAs;
  /** Contains the data, the log and the lock. */
  home: string;
  pgdata: string;
  /** Only PostgreSQL's user (and root) may enter it; this is the only access control. */
  socketFolder: string;
};

/**
 * Chooses the location for a DATA_DIR: inside it, or under /var/lib/campus-style when this is root and PostgreSQL's
 * user cannot enter DATA_DIR; then a note in DATA_DIR names the folder, and takes precedence from then on.
 */
export function chooseLocation(dataDir: string): ClusterLocation {
  const inside = resolve(dataDir);
  mkdirSync(inside, { recursive: true });
  const home = homeFor(inside);
  const pgdata = join(home, "postgres");
  const who = serverUser(pgdata);
  return { who, home, pgdata, socketFolder: socketFolderFor(home, who) };
}

function homeFor(inside: string): string {
  const note = join(inside, "postgres-is-elsewhere.txt");
  if (existsSync(note)) {
    const home = readFileSync(note, "utf8").split("\n")[0]?.trim();
    if (!home?.startsWith("/")) throw new StartError(`${note} should name a folder in its first line.`);
    mkdirSync(home, { recursive: true });
    return home;
  }
  const pgdata = join(inside, "postgres");
  if (existsSync(pgdata) || canEnter(serverUser(pgdata), inside)) return inside;
  mkdirSync(systemFolder, { recursive: true });
  chmodSync(systemFolder, 0o755);
  // A new name each time: deleting DATA_DIR to start over gives an empty database.
  const home = mkdtempSync(join(systemFolder, `${hash(inside)}-`));
  chmodSync(home, 0o755);
  writeFileSync(
    note,
    `${home}\nThe database of this folder lies there: PostgreSQL cannot run as root, and its user\ncannot enter this folder.\n`,
  );
  return home;
}

/** A socket's path must stay under 104 bytes (107 on Linux), so a deep folder gets a short one in /tmp. */
function socketFolderFor(home: string, who: RunAs): string {
  const near = join(home, "run");
  const folder =
    Buffer.byteLength(join(near, ".s.PGSQL.5432.lock")) < 100 ? near : `/tmp/campus-style-${hash(home)}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mine = who?.uid ?? process.getuid?.();
  const found = lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== mine && found.uid !== process.getuid?.())) {
    throw new StartError(`${folder} belongs to somebody else; PostgreSQL's socket cannot be placed there.`);
  }
  if (who) chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
  return folder;
}

function hash(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 12);
}
