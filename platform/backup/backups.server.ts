import { chmod, mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.server.ts";
import type { Storage } from "../storage/storage.server.ts";
import { unfinished, writeBackup } from "./write-backup.server.ts";

/** A backup in the folder. */
export type StoredBackup = { file: string; at: Date; bytes: number };

/** Automatic backups in a folder of the data directory: written by a job, old ones rotated out. */
export type Backups = {
  /**
   * Writes a backup and deletes expired ones. Out: the new one; 'running' when another server is writing one,
   * 'no-space' when less than twice the size of the last one plus 500 MB is free.
   */
  write(): Promise<StoredBackup | "running" | "no-space">;
  /** The newest first. */
  list(): Promise<StoredBackup[]>;
};

const named = /^campus-style-(\d{4})-(\d{2})-(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/;
const lockKey = 7_270_009;
const headroom = 500_000_000;

/** The file name of a backup by its time; it sorts by time. */
export function backupName(at: Date): string {
  return `campus-style-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z.tar.gz`;
}

/** In: where the database and the files are, and the folder for backups. */
export function makeBackups(options: {
  url: string;
  storage: Storage;
  folder: string;
  clock: Clock;
  log: Log;
  remade: (key: string) => boolean;
}): Backups {
  const { url, storage, folder, clock, log, remade } = options;
  async function list(): Promise<StoredBackup[]> {
    const names = await readdir(folder).catch(() => []);
    const found = names.flatMap((name) => {
      const [, year, month, day, hour, minute, second] = named.exec(name) ?? [];
      return year ? [{ name, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }] : [];
    });
    const sized = await Promise.all(
      found.map(async ({ name, at }) => ({
        file: join(folder, name),
        at,
        bytes: (await stat(join(folder, name))).size,
      })),
    );
    return sized.sort((one, other) => other.at.getTime() - one.at.getTime());
  }
  return {
    list,
    async write() {
      const client = new Client({ connectionString: url, application_name: "campus-style backup lock" });
      client.on("error", () => undefined);
      await client.connect();
      try {
        const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [lockKey]);
        if (rows[0]?.mine !== true) return "running";
        await removeLeftovers(folder);
        const [last] = await list();
        const { bavail, bsize } = await statfs(join(folder, "..")).catch(() => ({ bavail: 0, bsize: 0 }));
        if (bavail * bsize < headroom + 2 * (last?.bytes ?? 0)) {
          log.error("no backup was written: the disk is nearly full");
          return "no-space";
        }
        const at = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        const file = join(folder, backupName(at));
        const { bytes } = await writeBackup({ url, storage, file, remade });
        for (const old of expiredBackups(await list())) await rm(old.file, { force: true });
        return { file, at, bytes };
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}

const hour = 3_600_000;

/** Deletes what is left of backups that were broken off, as by a power cut; one that runs is written to all the time. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(unfinished))) {
    const file = join(folder, name);
    if ((await stat(file)).mtimeMs < Date.now() - hour) await rm(file, { force: true });
  }
}

const rotation = [
  { each: hour, keep: 24 },
  { each: 24 * hour, keep: 14 },
  { each: 7 * 24 * hour, keep: 8 },
];

/** The backups to delete: the last of each of 24 hours, 14 days and 8 weeks are retained, and always the newest. */
export function expiredBackups(all: StoredBackup[]): StoredBackup[] {
  const stored = new Set<StoredBackup>();
  const newestFirst = all.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  for (const { each, keep } of rotation) {
    const spans = new Map<number, StoredBackup>();
    for (const backup of newestFirst) {
      const span = Math.floor(backup.at.getTime() / each);
      if (!spans.has(span)) spans.set(span, backup);
    }
    for (const backup of [...spans.values()].slice(0, keep)) stored.add(backup);
  }
  return newestFirst.filter((backup) => !stored.has(backup));
}
