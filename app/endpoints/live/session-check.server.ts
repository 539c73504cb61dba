import { setTimeout as later } from "node:timers/promises";
import type { Services } from "../../../platform/services.server.ts";
import { type SessionSnapshot, validSessions } from "../../../shop/accounts/session-validity.server.ts";

/** Batching: checks that arrive within this many ms share one query of at most this many sessions. */
const batchMs = 50;
const maxBatch = 1_000;

type Db = Services["db"];
type Batch = { sessions: SessionSnapshot[]; answer: Promise<Set<SessionSnapshot>> };
const collecting = new WeakMap<Db, Batch>();

/**
 * Whether a stream's session is still valid. Checks of all streams are batched, because they all come with the
 * heartbeat or after a database outage. Rejects when the database does.
 */
export async function isSessionValid(db: Db, session: SessionSnapshot): Promise<boolean> {
  let batch = collecting.get(db);
  if (!batch || batch.sessions.length >= maxBatch) batch = newBatch(db);
  batch.sessions.push(session);
  return (await batch.answer).has(session);
}

function newBatch(db: Db): Batch {
  const sessions: SessionSnapshot[] = [];
  const answer = later(batchMs).then(() => {
    if (collecting.get(db) === batch) collecting.delete(db);
    return validSessions({ db }, sessions);
  });
  const batch: Batch = { sessions, answer };
  collecting.set(db, batch);
  return batch;
}
