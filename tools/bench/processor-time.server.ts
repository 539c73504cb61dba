import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, whatever the machine (USER_HZ, proc(5)). */
const ticksPerSecond = 100;

type Times = { parent: number; own: number; ended: number };

/**
 * Seconds of processor time, user and system, of processes and all that they started, those that ended included. In:
 * ids of processes. Differences of two readings count; one reading does not.
 */
export function processorTime(pids: readonly number[]): number {
  const all = new Map<number, Times>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const times = timesOf(Number(name));
    if (times) all.set(Number(name), times);
  }
  const wanted = new Set(pids);
  for (let before = -1; before !== wanted.size; ) {
    before = wanted.size;
    for (const [pid, { parent }] of all) if (wanted.has(parent)) wanted.add(pid);
  }
  let ticks = 0;
  for (const pid of wanted) {
    const times = all.get(pid);
    if (times) ticks += times.own + times.ended;
  }
  return ticks / ticksPerSecond;
}

/** A process that ends meanwhile has none. */
function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name stands in brackets and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    return null;
  }
}
