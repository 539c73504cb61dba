import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { verifyPassword } from "../../platform/identity/password.server.ts";
import { credential, session } from "../../platform/identity/tables.server.ts";
import { consumeAttempt, resetAttempts } from "../../platform/limits/limits.server.ts";
import { limits } from "./limits.ts";

/** A signed-in user with their session. `password`: typed for confirmation, if at all. */
export type Reauthenticating = { id: string; sessionId: string; password?: string | undefined };

export type ReauthRefusal = "sign-in-again" | "wrong-password" | "too-many-tries";

const freshMinutes = 15;

/**
 * Why a user must authenticate again first, or null: a session left open on a shared computer must not be enough to
 * create admins or to add a sign-in method. A session of the last 15 minutes, or the password, is enough.
 */
export async function reauthRefusal(db: Db, actor: Reauthenticating): Promise<ReauthRefusal | null> {
  const fresh = await db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.id, actor.sessionId),
        eq(session.userId, actor.id),
        gt(session.createdAt, sql`now() - make_interval(mins => ${freshMinutes})`),
      ),
    );
  if (fresh.length > 0) return null;
  if (!actor.password) return "sign-in-again";
  const limit = { what: "confirm:account", who: actor.id, ...limits.login.account };
  if (!(await consumeAttempt({ db }, [limit]))) return "too-many-tries";
  const [stored] = await db
    .select({ hash: credential.password })
    .from(credential)
    .where(and(eq(credential.userId, actor.id), eq(credential.providerId, "credential")));
  if (!stored?.hash || !(await verifyPassword({ hash: stored.hash, password: actor.password })))
    return "wrong-password";
  await resetAttempts({ db }, limit);
  return null;
}
