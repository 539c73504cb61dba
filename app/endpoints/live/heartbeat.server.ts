import { randomInt } from "node:crypto";

/** Specification, section 9: at most 25 s apart. Earlier by chance, so that many processes do not beat together. */
const longestMs = 25_000;
const shortestMs = 20_000;

const listeners = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

/** Calls this with every heartbeat of the process, one for all streams. Out: the function that ends it. */
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
