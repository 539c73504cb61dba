import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Caller, Cookies } from "../../../platform/identity/caller.server.ts";
import type { Identity } from "../../../platform/identity/identity.server.ts";
import { credential } from "../../../platform/identity/tables.server.ts";
import { consumeAttempt } from "../../../platform/limits/limits.server.ts";
import type { AccountHolder } from "../../access/actor.ts";
import { type Done, type Refused, refused } from "../../refused.ts";
import { limits } from "../limits.ts";
import { isGoodPassword } from "./good-password.server.ts";
import { notify } from "./notifications.server.ts";

type Ports = { db: Db; identity: Identity };

/**
 * Whether a signed-in user may try their password or code again. Limits guessing with a stolen session. Counted per
 * account, like logins.
 */
export function allowPasswordAttempt({ db }: { db: Db }, userId: string): Promise<boolean> {
  return consumeAttempt({ db }, [{ what: "own-password", who: userId, ...limits.login.account }]);
}

/** Whether an account has a password: accounts created with Google have none until they set one. */
export async function hasPassword({ db }: { db: Db }, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: credential.id })
    .from(credential)
    .where(and(eq(credential.userId, userId), isNotNull(credential.password)))
    .limit(1);
  return found.length > 0;
}

/**
 * Changes the user's password, ends all other sessions, and notifies the user by email and in the profile. Refused:
 * 'passwords-differ', 'weak-password', 'too-often', 'wrong-password' (the current one), 'no-password', 'busy'.
 */
export async function changePassword(
  ports: Ports,
  caller: Caller,
  person: AccountHolder,
  typed: { current: string; password: string; again: string },
): Promise<
  | Done<Cookies>
  | Refused<"passwords-differ" | "weak-password" | "too-often" | "wrong-password" | "no-password" | "busy">
> {
  if (typed.password !== typed.again) return refused("passwords-differ");
  if (!(await isGoodPassword(typed.password, { name: person.name, email: person.email ?? "" })))
    return refused("weak-password");
  if (!(await allowPasswordAttempt(ports, person.id))) return refused("too-often");
  const answer = await ports.identity.changePassword(caller, {
    currentPassword: typed.current,
    newPassword: typed.password,
  });
  if (answer.ok) {
    await notify(ports, person.id, {
      kind: "security",
      message: { code: "password-changed" },
      link: "/profile?tab=security",
    });
  }
  return answer;
}
