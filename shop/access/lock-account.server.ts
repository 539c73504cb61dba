import { eq } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { users } from "../../platform/identity/tables.server.ts";

/**
 * Whether there is an account, which is not deleted before the transaction ends then: for what staff store for somebody
 * else. Who deletes their own account is answered as a guest (server/failed-actions.ts).
 */
export async function lockAccount(tx: Db, id: string): Promise<boolean> {
  const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("key share");
  return found !== undefined;
}
