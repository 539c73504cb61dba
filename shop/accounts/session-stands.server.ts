import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { sessions, users } from "../../platform/identity/tables.server.ts";

/**
 * Whether a session still is what it was: not ended, not over, its person not banned and in the same role. For what
 * outlives a request, such as an open event stream. Time is the database's.
 */
export async function sessionStands(
  { db }: { db: Db },
  was: { id: string; sessionId: string; role: "user" | "admin" },
): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, was.sessionId),
        eq(users.id, was.id),
        eq(users.role, was.role),
        isNull(users.bannedAt),
        gt(sessions.expiresAt, sql`now()`),
      ),
    );
  return found.length > 0;
}
