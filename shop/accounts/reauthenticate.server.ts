import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { verifyPassword } from "../../platform/identity/password.server.ts";
import { accounts, sessions } from "../../platform/identity/tables.server.ts";
import { consumeAttempt, resetAttempts } from "../../platform/limits/limits.server.ts";
import { limits } from "./limits.ts";

/** Somebody who is signed in, with their session. `password`: what they typed to confirm, if anything. */
export type Reauthenticating = { id: string; sessionId: string; password?: string | undefined };

export type ReauthRefusal = "sign-in-again" | "wrong-password" | "too-many-tries";

const freshMinutes = 15;

/**
 * Why somebody must first show again who they are, or null: a session left open on a shared computer must not be enough
 * to create admins or to add a way to sign in. Enough is a session of the last 15 minutes, or the password.
 */
export async function reauthRefusal(db: Db, actor: Reauthenticating): Promise<ReauthRefusal | null> {
  const fresh = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, actor.sessionId),
        eq(sessions.userId, actor.id),
        gt(sessions.createdAt, sql`now() - make_interval(mins => ${freshMinutes})`),
      ),
    );
  if (fresh.length > 0) return null;
  if (!actor.password) return "sign-in-again";
  const limit = { what: "confirm:account", who: actor.id, ...limits.login.account };
  if (!(await consumeAttempt({ db }, [limit]))) return "too-many-tries";
  const [stored] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, actor.id), eq(accounts.providerId, "credential")));
  if (!stored?.hash || !(await verifyPassword({ hash: stored.hash, password: actor.password })))
    return "wrong-password";
  await resetAttempts({ db }, limit);
  return null;
}
