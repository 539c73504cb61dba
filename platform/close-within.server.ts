import type { Log } from "./log.server.ts";

/**
 * Waits until something has closed, but not longer than `ms` milliseconds: waiting for a database that does not answer
 * would never end. In: the log, the name of what closes (for the log) and its promise. A timeout and an error are
 * logged as warnings and not thrown, so that the next resource is closed too.
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
