import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { chooseLocation } from "../../../platform/database/embedded/location.server.ts";
import { signal } from "../../../platform/database/embedded/postmaster.server.ts";
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

/**
 * A standby of a running PostgreSQL by streaming replication, which logs every statement. In: the primary, and the
 * DATA_DIR of both.
 */
export function testStandby(primary: EmbeddedDatabase, primaryDir: string, dataDir: string): TestStandby {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const from = chooseLocation(primaryDir);
  const { pgdata, socketFolder } = chooseLocation(dataDir);
  let running: EmbeddedDatabase | undefined;

  /**
   * The packages bring no pg_basebackup, so the base copy is made by the low-level API (PostgreSQL's manual, "Making a
   * Base Backup Using the Low Level API"). Files may change and go meanwhile: the log has what is missing.
   */
  async function copy() {
    const [labelfile] = await onOneConnection(primary.url("postgres"), async (ask) => {
      await ask("select pg_backup_start('standby', fast => true)");
      spawnSync("cp", ["-a", from.pgdata, pgdata]);
      const rows = await ask("select labelfile from pg_backup_stop(wait_for_archive => false)");
      return label.parse(rows).map((row) => row.labelfile);
    });
    rmSync(join(pgdata, "postmaster.pid"), { force: true });
    const written = [
      ["backup_label", labelfile ?? ""],
      ["standby.signal", ""],
    ] as const;
    for (const [name, text] of written) {
      writeFileSync(join(pgdata, name), text, { mode: 0o600 });
      if (from.who) spawnSync("chown", [`${from.who.uid}:${from.who.gid}`, join(pgdata, name)]);
    }
    const settings = join(pgdata, "postgresql.auto.conf");
    appendFileSync(settings, `primary_conninfo = 'host=${from.socketFolder} user=campus'\n`);
  }

  return {
    url: (name) => `postgresql://campus@/${name}?host=${encodeURIComponent(socketFolder)}`,
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
      const children = stdout.split("\n").map(Number);
      for (const one of [pid, ...children]) if (one > 0) signal(one, name);
    },
  };
}
