import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";

/** A program that runs beside the test. */
export type RunningProgram = { pid: number; running(): boolean; ended: Promise<void> };

/** PostgreSQL does not run as root, so root runs it, and all around it, as Debian's user for it. */
export const serverUser =
  process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : ({} as Record<string, never>);

function idOf(flag: "-u" | "-g"): number {
  return Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
}

/**
 * Starts a program that writes its log to a file. It does not end with the terminal's Ctrl-C: its starter ends it.
 */
export function start(
  program: string,
  args: string[],
  { log, env = {} }: { log: string; env?: Record<string, string> },
): RunningProgram {
  const words = openSync(log, "a");
  const child = spawn(program, args, {
    ...serverUser,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin:/usr/sbin", LC_ALL: "C.UTF-8", ...env },
    detached: true,
    stdio: ["ignore", words, words],
  });
  closeSync(words);
  let running = true;
  const ended = new Promise<void>((done) => {
    child.once("error", () => done());
    child.once("exit", () => done());
  }).then(() => {
    running = false;
  });
  return { pid: child.pid ?? 0, running: () => running, ended };
}

/** The process and those that it has started, for kill -9 of all: a machine that dies leaves none of them. */
export function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...children.split(" ").filter(Boolean).map(Number)];
}

/** Sends a signal to the processes that still run. */
export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids.filter((one) => one > 1)) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended already.
    }
  }
}
