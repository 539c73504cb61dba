import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgTransactionConfig } from "drizzle-orm/pg-core";
import { Pool, type PoolClient } from "pg";
import type { Log } from "../log.server.ts";

/** The database, or a transaction on it: a function that takes `Db` works in both. */
export type Db = PgDatabase<NodePgQueryResultHKT> & {
  /** The connection of a transaction, else the pool. */
  $client: Pool | PoolClient;
};

/** Connections: all, idle ones, and how many requests wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

export type Connection = { db: Db; pool(): PoolState; close(): Promise<void> };

export type TransactionConfig = Pick<PgTransactionConfig, "isolationLevel" | "accessMode"> & {
  /**
   * PostgreSQL plans each prepared statement of the transaction once for all parameters (`plan_cache_mode`). By itself
   * it compares that plan with the average cost of the first five, each planned for its own parameters, and never counts
   * those again: in a connection from the first day of a shop, whose tables were empty then, statements were planned
   * anew for every order as soon as the tables had been analyzed, in a seventh of its time. Only for transactions whose
   * statements look rows up by their keys.
   */
  genericPlans?: boolean;
};

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
 * longer, because more transactions wait for each other's rows (tools/reports/reliability.md, "carts"). Run more processes
 * instead.
 */
const maxConnections = 10;

/**
 * Opens a pool. In: a `postgresql://` URL (a unix socket as `?host=/folder`), the log and the maximum of connections
 * (10 in any case). Connects lazily, so a database that is down is noticed at the first query.
 */
export function connect(options: { url: string; log: Log; max?: number | undefined }): Connection {
  const pool = new Pool({
    connectionString: options.url,
    application_name: "campus-style",
    max: Math.min(options.max ?? maxConnections, maxConnections),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Statements that a transaction issues at once are sent without waiting for each other's answers.
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
  return {
    db: drizzle(pool),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close() {
      closing = true;
      return pool.end();
    },
  };
}

/**
 * Runs `work` in one transaction; an exception rolls it back, and so does a refusal (`{ ok: false }`), which is
 * returned. Deadlocks and serialization failures are retried from the start, so `work` must have no effects outside the
 * database. Inside another transaction it joins that one, and the outer caller retries.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  config?: TransactionConfig,
): Promise<Result> {
  const pool = db.$client;
  if (!isPool(pool)) return work(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await onOneConnection(pool, work, config);
    } catch (error) {
      if (attempt === 6 || !isTransient(error)) throw error;
      await pause(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}

async function onOneConnection<Result>(
  pool: Pool,
  work: (tx: Db) => Promise<Result>,
  { isolationLevel, accessMode, genericPlans }: TransactionConfig = {},
): Promise<Result> {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
  const plans = genericPlans ? "; set local plan_cache_mode = force_generic_plan" : "";
  const begin = `begin${level} ${accessMode ?? ""}${plans}`;
  const client = await asked("connect", () => pool.connect());
  let broken = false;
  try {
    await asked(begin, () => client.query(begin));
    const result = await work(drizzle(client));
    const end = isRefusal(result) ? "rollback" : "commit";
    await asked(end, () => client.query(end));
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Throws what Drizzle throws. */
async function asked<Answer>(statement: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw new DrizzleQueryError(statement, [], error instanceof Error ? error : undefined);
  }
}

/** The SQLSTATE of an error or of one of its causes ("23505" for a unique violation), or undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const state = ownSqlState(at);
    if (state !== undefined) return state;
  }
  return undefined;
}

/** Whether an error means that a text cannot be stored: a zero byte in text or JSON. A bad request, not a failure. */
export function isUnstorable(error: unknown): boolean {
  return /^(22021|22P05)$/.test(sqlState(error) ?? "");
}

/** Whether an error means that what a row refers to is not there: it was deleted in the meantime. */
export function refersToNothing(error: unknown): boolean {
  return sqlState(error) === "23503";
}

/** Codes of Node for a database, or another server, that cannot be reached. */
const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);

/**
 * Whether an error means that the database is overloaded or unreachable (no connection in time, a lock or statement
 * timeout, a restart, a former primary): retrying later is right. Only a connection that broke during COMMIT leaves
 * open whether the change was committed; the idempotency key of an order covers that.
 */
export function isBusy(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const state = ownSqlState(at);
    if (state !== undefined) return /^(25006|40001|40P01|55P03|57014|53\d{3}|57P0\d|08\d{3})$/.test(state);
    if ("code" in at && unreachable.has(String(at.code))) return true;
    if (isUnanswered(at)) return true;
  }
  return false;
}

// Not by their classes: a test's services and the built application have a copy of the driver and of Drizzle each.

function isRefusal(result: unknown): boolean {
  return typeof result === "object" && result !== null && "ok" in result && result.ok === false;
}

function isPool(client: Pool | PoolClient): client is Pool {
  return "totalCount" in client;
}

/** The SQLSTATE, if an error is an answer of PostgreSQL (pg's DatabaseError). */
function ownSqlState(error: Error): string | undefined {
  return "severity" in error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * Whether a statement (of Drizzle's DrizzleQueryError) got no answer. PostgreSQL answers with an SQLSTATE; the driver's
 * own errors (no connection in time, a connection that broke, no answer in time) are plain errors without a code. A
 * TypeError or RangeError, for a value that cannot be sent, is a mistake of ours.
 */
function isUnanswered(error: Error): boolean {
  const { cause } = error;
  if (!("query" in error && "params" in error && cause instanceof Error)) return false;
  return ownSqlState(cause) === undefined && cause.name === "Error";
}

function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
