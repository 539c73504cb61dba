import { eq } from "drizzle-orm";
import type { Db } from "./database.server.ts";
import { oneTimeTask } from "./tables.server.ts";

/**
 * Marks something that is done once in the life of a database ("first start"). Out: whether it was not marked before;
 * of two concurrent transactions the second waits for the first.
 */
export async function markDone(db: Db, name: string): Promise<boolean> {
  const marked = await db.insert(oneTimeTask).values({ name }).onConflictDoNothing().returning();
  return marked.length > 0;
}

/** Whether it is marked. */
export async function isMarked(db: Db, name: string): Promise<boolean> {
  return (await db.select().from(oneTimeTask).where(eq(oneTimeTask.name, name))).length > 0;
}

/** Removes the mark. */
export async function unmark(db: Db, name: string): Promise<void> {
  await db.delete(oneTimeTask).where(eq(oneTimeTask.name, name));
}
