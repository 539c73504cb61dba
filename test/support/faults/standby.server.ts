import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type EmbeddedDatabase, startEmbedded } from "../../../platform/database/embedded.server.ts";
import { onOneConnection } from "../cluster/databases.server.ts";

export type TestStandby = {
  /** The address of a database in it, whether it runs or not. */
  url(name: string): string;
  /** Starts it; it is made at the first start. It is started again when it dies. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a signal to all of its processes. */
  signal(name: NodeJS.Signals): void;
};

const label = z.tuple([z.object({ labelfile: z.string() })]);
const folders = z.tuple([z.object({ data: z.string(), socket: z.string() })]);

/**
 * A standby of a running PostgreSQL by streaming replication, which logs every statement. In: the primary, and the
 * standby's DATA_DIR, with a short path, so that its socket lies in it.
 */
export function testStandby(primary: EmbeddedDatabase, dataDir: string): TestStandby {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const pgdata = join(dataDir, "postgres");
  let running: EmbeddedDatabase | undefined;

  /**
   * The packages bring no pg_basebackup, so the base copy is made by the low-level API (PostgreSQL's manual, "Making a
   * Base Backup Using the Low Level API"). Files may change and go meanwhile: the log has what is missing.
   */
  async function copy() {
    const { labelfile, from } = await onOneConnection(primary.url("postgres"), async (ask) => {
      const [where] = folders.parse(
        await ask(`select current_setting('data_directory') as data,
          current_setting('unix_socket_directories') as socket`),
      );
      await ask("select pg_backup_start('standby', fast => true)");
      spawnSync("cp", ["-a", where.data, pgdata]);
      const rows = await ask("select labelfile from pg_backup_stop(wait_for_archive => false)");
      return { ...label.parse(rows)[0], from: where };
    });
    const { uid, gid } = statSync(pgdata);
    rmSync(join(pgdata, "postmaster.pid"), { force: true });
    const written = [
      ["backup_label", labelfile],
      ["standby.signal", ""],
    ] as const;
    for (const [name, text] of written) {
      writeFileSync(join(pgdata, name), text, { mode: 0o600 });
      chownSync(join(pgdata, name), uid, gid);
    }
    const settings = join(pgdata, "postgresql.auto.conf");
    appendFileSync(settings, `primary_conninfo = 'host=${from.socket} user=campus'\n`);
  }

  return {
    url: (name) => `postgresql://campus@/${name}?host=${encodeURIComponent(join(dataDir, "run"))}`,
    async start() {
      if (!existsSync(pgdata)) await copy();
      running = await startEmbedded({ dataDir, settings: { log_statement: "all" } });
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
    signal(name) {
      const pid = running?.pid() ?? 0;
      const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
      // Those that have ended meanwhile are no failure.
      spawnSync("kill", [`-${name.slice(3)}`, String(pid), ...stdout.split(/\s+/).filter(Boolean)]);
    },
  };
}

/** What each PostgreSQL logs while `work` is done. In: their DATA_DIRs by a name. */
export async function loggedDuring<Name extends string>(
  work: () => Promise<unknown>,
  dataDirs: Record<Name, string>,
): Promise<Record<Name, string>>;
export async function loggedDuring(work: () => Promise<unknown>, dataDirs: Record<string, string>) {
  const read = (dataDir: string) => readFileSync(join(dataDir, "postgres.log"), "utf8");
  const before = Object.entries(dataDirs).map(([name, dataDir]) => ({
    ...{ name, dataDir },
    length: read(dataDir).length,
  }));
  await work();
  return Object.fromEntries(before.map(({ name, dataDir, length }) => [name, read(dataDir).slice(length)]));
}
