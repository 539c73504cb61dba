import { and, eq, gt, inArray, isNull, not, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { role, session, sessionHasEnded, users } from "../../platform/identity/tables.server.ts";
import { knownPermissions, type Permission } from "../access/permissions.ts";

/** A session at the start of something longer than a request, such as an event stream. */
export type SessionSnapshot = {
  id: string;
  sessionId: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** Whether the role needs a second factor; null: not set. */
  secondFactor: boolean | null;
};

/**
 * Which of these sessions are still valid: not ended, not expired, the user not banned and with the same role,
 * permissions and need of a second factor. One query for all, by the database's clock.
 */
export async function validSessions(
  { db }: { db: Db },
  begun: SessionSnapshot[],
): Promise<Set<SessionSnapshot>> {
  const ids = begun.map(({ sessionId }) => sessionId);
  if (ids.length === 0) return new Set();
  const found = await db
    .select({
      sessionId: session.id,
      id: users.id,
      role: users.role,
      permissions: role.permissions,
      secondFactor: role.secondFactor,
    })
    .from(session)
    .innerJoin(users, eq(users.id, session.userId))
    .leftJoin(role, eq(role.key, users.role))
    .where(
      and(
        inArray(session.id, ids),
        isNull(users.bannedAt),
        gt(session.expiresAt, sql`now()`),
        not(sessionHasEnded),
      ),
    );
  const now = new Map(found.map((one) => [one.sessionId, one]));
  return new Set(
    begun.filter(({ id, sessionId, role, permissions, secondFactor }) => {
      const found = now.get(sessionId);
      if (found?.id !== id || found.role !== role || found.secondFactor !== secondFactor) return false;
      const may = knownPermissions(found.permissions ?? []);
      return may.size === permissions.size && [...may].every((one) => permissions.has(one));
    }),
  );
}
