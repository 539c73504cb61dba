import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { StartError } from "../../start-error.ts";

/** The user PostgreSQL runs as; undefined is the user of this process. */
export type RunAs = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of existing data, else to user `postgres`, who is
 * created when missing. In: the data folder, whether or not it exists yet.
 */
export function serverUser(pgdata: string): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  const data = statSync(pgdata, { throwIfNoEntry: false });
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  return idOf("postgres") ?? makeUser("postgres");
}

/**
 * Whether this user can enter a folder, including all folders above it. Asks the kernel instead of reading mode bits.
 */
export function canEnter(who: RunAs, folder: string): boolean {
  const tried = spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], {
    ...who,
    cwd: "/",
    stdio: "ignore",
  });
  return tried.status === 0;
}

function idOf(name: string): RunAs {
  const ask = (flag: string) => spawnSync("id", [flag, name], { encoding: "utf8", cwd: "/" });
  const [uid, gid] = [ask("-u"), ask("-g")];
  return uid.status === 0 && gid.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined;
}

function makeUser(name: string): RunAs {
  const made = spawnSync(
    "useradd",
    [
      "--system",
      "--user-group",
      "--no-create-home",
      "--home-dir",
      "/nonexistent",
      "--shell",
      "/bin/false",
      name,
    ],
    { encoding: "utf8", cwd: "/" },
  );
  const id = idOf(name);
  if (id) return id;
  throw new StartError(
    `PostgreSQL cannot run as root, and making a user '${name}' for it failed` +
      ` (${(made.stderr ?? "").trim() || "useradd is missing"}). Start as an ordinary user, or set DATABASE_URL.`,
  );
}
