import { eq } from "drizzle-orm";
import type { Db } from "./database.server.ts";
import { doneOnce } from "./tables.server.ts";

/**
 * Marks something that is done once in the life of a database ("first start"). Out: whether it was not marked before;
 * of two concurrent transactions the second waits for the first.
 */
export async function markDone(db: Db, what: string): Promise<boolean> {
  const marked = await db.insert(doneOnce).values({ what }).onConflictDoNothing().returning();
  return marked.length > 0;
}

/** Whether it is marked. */
export async function isMarked(db: Db, what: string): Promise<boolean> {
  return (await db.select().from(doneOnce).where(eq(doneOnce.what, what))).length > 0;
}

/** Removes the mark. */
export async function unmark(db: Db, what: string): Promise<void> {
  await db.delete(doneOnce).where(eq(doneOnce.what, what));
}
