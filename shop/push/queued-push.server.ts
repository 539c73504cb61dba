import { lte } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { pushMessage } from "./tables.server.ts";

/** How many push messages wait that were queued before a time. */
export function queuedPush(db: Db, since: Date): Promise<number> {
  return db.$count(pushMessage, lte(pushMessage.createdAt, since));
}

/** Deletes the push messages that were queued before a time. */
export async function discardQueuedPush(db: Db, since: Date): Promise<void> {
  await db.delete(pushMessage).where(lte(pushMessage.createdAt, since));
}
