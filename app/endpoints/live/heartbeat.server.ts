import { randomInt } from "node:crypto";

/** Specification, section 9: at most 25 s apart. Random jitter keeps processes from sending at the same time. */
const longestMs = 25_000;
const shortestMs = 20_000;

const listeners = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

/** Calls back on every heartbeat of the process; one timer for all streams. Out: unsubscribe. */
export function onHeartbeat(beat: () => void): () => void {
  listeners.add(beat);
  timer ??= next();
  return () => {
    listeners.delete(beat);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

function next(): NodeJS.Timeout {
  return setTimeout(
    () => {
      timer = next();
      for (const beat of [...listeners]) beat();
    },
    randomInt(shortestMs, longestMs),
  );
}
