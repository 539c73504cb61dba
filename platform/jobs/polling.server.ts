import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.server.ts";

/** Milliseconds. */
const interval = 1_000;
const maxPause = 5_000;
const pause = 100;

/** Waits while requests need the same resources, for at most five seconds. */
export async function giveWay(busy: () => boolean): Promise<void> {
  for (let waited = 0; busy() && waited < maxPause; waited += pause) await sleep(pause);
}

/**
 * Runs a task again and again until stopped: at once when it reports that more is due, else after a second. In: the
 * task; `what`: its name in the log when it throws; `busy`: whether requests wait for the same resources, to which it
 * gives way. `stop` waits for the run in progress.
 */
export function startPolling(
  task: () => Promise<boolean>,
  { log, what, busy = () => false }: { log: Log; what: string; busy?: () => boolean },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rounds = (async () => {
    while (!signal.aborted) {
      await giveWay(busy);
      const more = await task().catch((error: unknown) => {
        log.warn({ err: error }, `${what} failed`);
        return false;
      });
      if (!more) await sleep(interval, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await rounds;
    },
  };
}
