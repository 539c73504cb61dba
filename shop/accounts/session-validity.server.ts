import { and, eq, gt, inArray, isNull, not, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { rolesTable, sessionHasEnded, sessions, users } from "../../platform/identity/tables.server.ts";
import { knownPermissions, type Permission } from "../access/permissions.ts";

/** A session at the start of something longer than a request, such as an event stream. */
export type SessionSnapshot = {
  id: string;
  sessionId: string;
  role: string;
  permissions: ReadonlySet<Permission>;
};

/**
 * Which of these sessions are still valid: not ended, not expired, the user not banned and with the same role and
 * permissions. One query for all, by the database's clock.
 */
export async function validSessions(
  { db }: { db: Db },
  begun: SessionSnapshot[],
): Promise<Set<SessionSnapshot>> {
  const ids = begun.map(({ sessionId }) => sessionId);
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ sessionId: sessions.id, id: users.id, role: users.role, permissions: rolesTable.permissions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(rolesTable, eq(rolesTable.key, users.role))
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
    begun.filter(({ id, sessionId, role, permissions }) => {
      const found = now.get(sessionId);
      if (found?.id !== id || found.role !== role) return false;
      const may = knownPermissions(found.permissions ?? []);
      return may.size === permissions.size && [...may].every((one) => permissions.has(one));
    }),
  );
}
