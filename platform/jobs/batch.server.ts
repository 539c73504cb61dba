import type { Log } from "../log.server.ts";

/** How many rows of a batch were handled, and how many failed. */
export type BatchResult = { done: number; failed: number };

/**
 * Handles the rows of a batch one by one. A row that fails is logged and the others follow; each is marked as looked at
 * whatever happens, so that a bad one is not first again. In: the rows; `what`: the name of the batch in the log;
 * `nameOf`: the name of a row there; `work` for one row; `mark`: stores that the row was looked at, before the work,
 * so that a process that dies of a row does not begin with it again. Never rejects because of a row.
 */
export async function inBatch<Row>(
  rows: readonly Row[],
  {
    what,
    log,
    nameOf,
    mark,
    work,
  }: {
    what: string;
    log: Log;
    nameOf: (row: Row) => string;
    mark?: (row: Row) => Promise<unknown>;
    work: (row: Row) => Promise<unknown>;
  },
): Promise<BatchResult> {
  const result = { done: 0, failed: 0 };
  for (const row of rows) {
    try {
      await mark?.(row);
      await work(row);
      result.done++;
    } catch (error) {
      result.failed++;
      log.error({ err: error, row: nameOf(row) }, `${what}: one failed, the others follow`);
    }
  }
  if (result.failed > 0)
    log.warn({ ...result }, `${what}: ${result.failed} of ${rows.length} failed and are tried again`);
  return result;
}
