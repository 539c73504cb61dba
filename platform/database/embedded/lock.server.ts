import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** A process, distinguished by its start time from a later one with the same id. */
const owner = z.object({ pid: z.number(), started: z.string() });
type Owner = z.infer<typeof owner>;

/**
 * Takes the lock file at `path` for this process. Out: the function that releases it, or undefined when a living
 * process holds it. The lock of a dead process (kill -9, a reboot) is taken over.
 */
export function takeLock(path: string): (() => void) | undefined {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(mine, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      }
      const other = read(path);
      if (other && isAlive(other)) return undefined;
      clearAway(path, other);
    }
    return undefined;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Moves a stale lock aside, and back if a living process took it in between. */
function clearAway(path: string, dead: Owner | undefined) {
  const aside = `${path}.dead-${process.pid}`;
  try {
    renameSync(path, aside);
    if (JSON.stringify(read(aside)) !== JSON.stringify(dead)) linkSync(aside, path);
  } catch {
    // Another process cleared it first; the next attempt reads what is there now.
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(path: string): Owner | undefined {
  try {
    return owner.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function isAlive(other: Owner): boolean {
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return identify(other.pid).started === other.started;
}

/** The start time of a process on Linux (field 22 of its stat, after the name in brackets); elsewhere "". */
function identify(pid: number): Owner {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return { pid, started: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "" };
  } catch {
    return { pid, started: "" };
  }
}
