import type { Pool } from "pg";
import type { Query } from "../database.server.ts";
import { hotComment } from "../prepared-statements.server.ts";

type Read = { statement: unknown[]; resolve(answer: unknown): void; reject(error: unknown): void };

/** As many as one backend process answers about as fast as several would. */
const most = 8;

/**
 * Runs hot reads (docs/decisions/0020) that begin in the same event loop iteration, of one page and of other requests,
 * on one connection and in one write: waking a backend process, and being woken by it, costs more than such a read.
 * They are short and wait for no lock, so none delays the next by much. Everything else goes to the pool unchanged.
 */
export function sharedReads(pool: Pool): Query {
  const query: Query = pool.query.bind(pool);
  let waiting: Read[] = [];

  async function askTogether(reads: Read[]) {
    try {
      const client = await pool.connect();
      const ask: Query = client.query.bind(client);
      let failed = false;
      const asked = reads.map(({ statement, resolve, reject }) =>
        ask(...statement).then(resolve, (error: unknown) => {
          failed = true;
          reject(error);
        }),
      );
      await Promise.all(asked);
      // The pool's own `query` also closes a connection after a failure.
      client.release(failed);
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  function askAll() {
    const reads = waiting;
    waiting = [];
    for (let at = 0; at < reads.length; at += most) void askTogether(reads.slice(at, at + most));
  }

  return (...statement) => {
    if (!isHotRead(statement[0])) return query(...statement);
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askAll);
      waiting.push({ statement, resolve, reject });
    });
  };
}

const select = /^\s*select\b/;
const lock = /\bfor (update|share|no key update|key share)\b/;

function isHotRead(statement: unknown): boolean {
  if (typeof statement !== "object" || statement === null || !("text" in statement)) return false;
  const { text } = statement;
  if (typeof text !== "string" || !text.startsWith(hotComment)) return false;
  return select.test(text.slice(hotComment.length)) && !lock.test(text);
}
