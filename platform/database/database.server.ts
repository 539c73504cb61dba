import { is } from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgTransaction, type PgTransactionConfig } from "drizzle-orm/pg-core";
import { Pool, type PoolClient } from "pg";
import type { Log } from "../log.server.ts";
import { sendTogether } from "./database/pipeline.server.ts";
import { sharedReads } from "./database/shared-reads.server.ts";
import { namedStatements } from "./prepared-statements.server.ts";

/** The database, or a transaction on it: a function that takes `Db` works in both. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** A pool's query function, as drizzle calls it. */
export type Query = (...statement: unknown[]) => Promise<unknown>;

/** Connections: all, idle ones, and how many requests wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

export type Connection = { db: Db; query: Query; pool(): PoolState; close(): Promise<void> };

/** Limits per statement, in milliseconds: a request must never wait for a lock forever. */
const limits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};

/**
 * The database ends a statement after 15 s; without an answer by then the machine is unreachable. Without this limit
 * such a connection would block its request, and its slot in the pool, until the kernel gives up after 15 minutes.
 */
const silentMs = 20_000;

/**
 * More connections are not faster: with twenty per process, 400 concurrent carts over hot products took a third
 * longer, because more transactions wait for each other's rows (docs/reliability.md, "carts"). Run more processes
 * instead.
 */
const maxConnections = 10;

/**
 * Opens a pool. In: a `postgresql://` URL (a unix socket as `?host=/folder`), the log, the maximum of connections (10
 * in any case), whether all statements are prepared (`namedStatements`). Connects lazily, so a database that is down is noticed at the first query.
 */
export function connect(options: {
  url: string;
  log: Log;
  max?: number | undefined;
  prepareAll?: boolean;
}): Connection {
  const pool = new Pool({
    connectionString: options.url,
    application_name: "campus-style",
    max: Math.min(options.max ?? maxConnections, maxConnections),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
    query_timeout: silentMs,
    ...limits,
  });
  // Without a listener an idle connection that dies ends the process.
  let closing = false;
  pool.on("error", (error) => {
    // pool.end() does not wait for connections to close, so a database that stops next may cut them.
    if (!closing) options.log.warn({ err: error }, "a database connection was lost");
  });
  // The same for a connection that dies while in use: its query rejects as well, and that reports it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", sendTogether);
  pool.on("connect", namedStatements({ every: options.prepareAll }));
  pool.on("connect", endWhenSilent);
  const query = sharedReads(pool);
  pool.query = query as typeof pool.query;
  return {
    db: drizzle(pool),
    query,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close() {
      closing = true;
      return pool.end();
    },
  };
}

/**
 * Runs `work` in one transaction; an exception rolls it back. Deadlocks and serialization failures are retried from
 * the start, so `work` must have no effects outside the database. Inside another transaction it joins that one, and
 * the outer caller retries.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  if (is(db, PgTransaction)) return work(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work, config);
    } catch (error) {
      if (attempt === 6 || !isTransient(error)) throw error;
      await pause(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}

/** The SQLSTATE of an error or of one of its causes ("23505" for a unique violation), or undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    // Not by its class: a test's services and the built application have a driver each.
    if ("severity" in at && "code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}

/** Whether an error means that a text cannot be stored: a zero byte in text or JSON. A bad request, not a failure. */
export function isUnstorable(error: unknown): boolean {
  return /^(22021|22P05)$/.test(sqlState(error) ?? "");
}

/**
 * Whether an error means that the database is overloaded or unreachable (no connection in time, a lock or statement
 * timeout, a restart, a former primary): retrying later is right. Only a connection that broke during COMMIT leaves
 * open whether the change was committed; the idempotency key of an order covers that.
 */
export function isBusy(error: unknown): boolean {
  const state = sqlState(error) ?? "";
  if (/^(25006|40001|40P01|55P03|57014|53\d{3}|57P0\d|08\d{3})$/.test(state)) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (
      /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT.*s\.PGSQL)/.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}

/**
 * Drizzle returns a transaction's connection to the pool whatever its outcome; one that gave no answer must not be
 * reused.
 */
function endWhenSilent(client: PoolClient): void {
  const query: (...all: unknown[]) => unknown = client.query.bind(client);
  const watched = (...all: unknown[]) => {
    const asked = query(...all);
    if (asked instanceof Promise)
      asked.catch((error: unknown) => {
        if (isSilence(error)) void client.end().catch(() => undefined);
      });
    return asked;
  };
  client.query = watched as typeof client.query;
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
