import { and, eq, gt, inArray, isNull, not, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { sessionHasEnded, sessions, users } from "../../platform/identity/tables.server.ts";

/** A session as it was when something that outlives a request, such as an open event stream, began in it. */
export type BegunSession = { id: string; sessionId: string; role: "user" | "admin" };

/**
 * Which of these sessions still are what they were: not ended, not over, their person (`id`) not banned and in the
 * same role. One query for all. Out: those of the list that stand. Time is the database's.
 */
export async function standingSessions(
  { db }: { db: Db },
  begun: BegunSession[],
): Promise<Set<BegunSession>> {
  const ids = begun.map(({ sessionId }) => sessionId);
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ sessionId: sessions.id, id: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        inArray(sessions.id, ids),
        isNull(users.bannedAt),
        gt(sessions.expiresAt, sql`now()`),
        not(sessionHasEnded),
      ),
    );
  const now = new Map(found.map((one) => [one.sessionId, one]));
  return new Set(
    begun.filter(
      ({ id, sessionId, role }) => now.get(sessionId)?.id === id && now.get(sessionId)?.role === role,
    ),
  );
}
