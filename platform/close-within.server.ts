import type { Log } from "./log.server.ts";

/**
 * Waits until something has closed, but not longer than `ms` milliseconds: whoever waits for a database that does not
 * answer would never stop. In: the log, what closes (for the log) and its promise. Lateness is a warning in the log, and
 * so is an error; neither is thrown, so that what comes next is closed too.
 */
export async function closeWithin(
  ms: number,
  log: Log,
  what: string,
  closing: Promise<unknown>,
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    log.warn(`${what} did not close within ${ms / 1_000} s and is left open`);
    resolve();
  }, ms);
  const closed = closing.catch((error: unknown) => log.warn({ err: error }, `${what} could not be closed`));
  await Promise.race([closed, late]);
  clearTimeout(timer);
}
