import type { Db } from "../database/database.server.ts";

/** What a job carries: JSON, ids rather than contents. */
export type JobData = Record<string, string | number | boolean | null>;

/** Does one job. It may run more than once, so it checks what is still to do. */
export type JobHandler = (data: JobData) => Promise<void>;

/** Job name -> handler. */
export type JobHandlers = Record<string, JobHandler>;

/** Work for later. */
export type Jobs = {
  /**
   * Queues a job in the caller's transaction (give the plain database when there is none): rolled back with
   * it, seen by a worker only after commit. `startAfter`: not before this time.
   */
  send(db: Db, name: string, data: JobData, options?: { startAfter?: Date }): Promise<void>;
};
