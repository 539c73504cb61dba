import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";

/**
 * Runs an action that has to wait for a lock, and changes something in the transaction that holds it once it waits: as
 * when both come at the same moment. In: what takes the lock, the action, and the change. Out: the action's answer.
 */
export async function atTheLock<Answer>(
  db: Db,
  lock: (tx: Db) => Promise<unknown>,
  action: () => Promise<Answer>,
  change: (tx: Db) => Promise<unknown>,
): Promise<Answer> {
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  let isOver = false;
  const changing = inTransaction(db, async (tx) => {
    await lock(tx);
    isLocked();
    for (let waits = false; !waits && !isOver; ) {
      const { rows } = await tx.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`);
      waits = rows.length > 0;
      // The view is read once per transaction.
      await tx.execute(sql`select pg_stat_clear_snapshot()`);
    }
    await change(tx);
  });
  await locked;
  const answer = await action().finally(() => {
    isOver = true;
  });
  await changing;
  return answer;
}
