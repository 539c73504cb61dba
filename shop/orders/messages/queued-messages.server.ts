import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { orderPhoneMessage } from "./tables.server.ts";

const queuedBefore = (since: Date) =>
  and(eq(orderPhoneMessage.state, "queued"), lte(orderPhoneMessage.createdAt, since));

/** How many messages to phones wait that were queued before a time. */
export function queuedMessages(db: Db, since: Date): Promise<number> {
  return db.$count(orderPhoneMessage, queuedBefore(since));
}

/** Drops the messages that were queued before a time; their orders show that they were not sent. */
export async function discardQueuedMessages(db: Db, since: Date): Promise<void> {
  await db
    .update(orderPhoneMessage)
    .set({ state: "dropped", code: "discarded", settledAt: sql`now()` })
    .where(queuedBefore(since));
}
