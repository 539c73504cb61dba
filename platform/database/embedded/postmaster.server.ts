import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A running PostgreSQL: its process and its socket folder. */
export type Postmaster = { pid: number; socketFolder: string };

/**
 * The PostgreSQL running on this data, left by a server killed with -9, or undefined. A postmaster.pid whose id
 * belongs to another program is removed; PostgreSQL would refuse to start.
 */
export function findPostmaster(pgdata: string): Postmaster | undefined {
  const file = join(pgdata, "postmaster.pid");
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const pid = Math.abs(Number(lines[0]));
  if (!isAlive(pid)) return undefined;
  if (!commandOf(pid).includes(pgdata)) {
    rmSync(file, { force: true });
    return undefined;
  }
  return { pid, socketFolder: lines[4]?.trim() ?? "" };
}

/** Whether a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Exited but not reaped by its parent, as in containers without an init. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  }
}

/** Stops PostgreSQL (fast shutdown), waits, and kills it after `patience` ms. */
export async function stopPostmaster(pid: number, patience = 20_000): Promise<void> {
  signal(pid, "SIGINT");
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited === patience) signal(pid, "SIGQUIT");
    if (waited > patience + 10_000) throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends a signal; ignores a process that is gone. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
