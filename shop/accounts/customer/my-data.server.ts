import { eq } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { deleteSecrets } from "../../../platform/identity/one-time-secrets.server.ts";
import { credential, users } from "../../../platform/identity/tables.server.ts";
import type { AccountHolder, Customer } from "../../access/actor.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { isLastAdmin, sessionsOf } from "../sessions.server.ts";
import { notification, profile, staffInvitation } from "../tables.server.ts";
import { addressesOf } from "./addresses.server.ts";
import { readMobile } from "./formats.ts";

/**
 * What the accounts module stores about a user, for their data export, without secrets (password, tokens, keys). Null
 * for an unknown user. Other modules add theirs in app/storefront/profile/my-data.server.ts.
 */
export async function accountData({ db }: { db: Db }, userId: string) {
  const [user] = await db
    .select({
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      verifiedPhone: users.verifiedPhone,
      role: users.role,
      twoStepLogin: users.twoFactorEnabled,
      memberSince: users.createdAt,
      phone: profile.phone,
    })
    .from(users)
    .innerJoin(profile, eq(profile.userId, users.id))
    .where(eq(users.id, userId));
  if (!user) return null;
  const [addresses, notifications, devices, ways] = await Promise.all([
    addressesOf({ db }, userId),
    db
      .select({
        kind: notification.kind,
        message: notification.message,
        title: notification.title,
        text: notification.text,
        createdAt: notification.createdAt,
        readAt: notification.readAt,
      })
      .from(notification)
      .where(eq(notification.userId, userId)),
    sessionsOf({ db }, userId),
    db
      .select({ provider: credential.providerId, since: credential.createdAt })
      .from(credential)
      .where(eq(credential.userId, userId)),
  ]);
  return { profile: user, addresses, notifications, sessions: devices, waysToSignIn: ways };
}

/**
 * Deletes an account with everything that belongs to it and ends all sessions. `first` and `before` run in the same
 * transaction, for example to erase the user from orders that the law requires the shop to keep. `first` may refuse
 * before it has changed anything; the account then stays. `typed`: to confirm, the account's email address, or its
 * mobile number where it has none. Refused: 'not-confirmed' (another address or number), 'last-admin', 'not-found', and
 * refusals of `first`.
 */
export async function deleteAccount<No extends Refused<string> = never>(
  { db }: { db: Db },
  customer: Customer,
  typed: string,
  first: (tx: Db, person: AccountHolder) => Promise<No | undefined> = async () => undefined,
  before: ((tx: Db, person: AccountHolder) => Promise<void>)[] = [],
): Promise<Done | Refused<"not-confirmed" | "last-admin" | "not-found"> | No> {
  const { id: userId } = customer;
  return inTransaction(db, async (tx) => {
    // Lock order: the admins, then the user; role changes and bans lock in the same order.
    const lastAdmin = await isLastAdmin(tx, userId);
    const [user] = await tx
      .select({ email: users.email, verifiedPhone: users.verifiedPhone })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (!user) return refused("not-found");
    if (!isOwn(typed, user)) return refused("not-confirmed");
    if (lastAdmin) return refused("last-admin");
    const person = { ...customer, email: user.email };
    const no = await first(tx, person);
    if (no) return no;
    for (const work of before) await work(tx, person);
    await deleteSecrets(tx, person);
    if (person.email !== null)
      await tx.delete(staffInvitation).where(eq(staffInvitation.email, person.email));
    await tx.delete(users).where(eq(users.id, userId));
    return done();
  });
}

/** Whether the typed text identifies the account: its address, or its number where it has no address. */
function isOwn(
  typed: string,
  { email, verifiedPhone }: { email: string | null; verifiedPhone: string | null },
): boolean {
  if (email !== null) return typed.trim().toLowerCase() === email.toLowerCase();
  return verifiedPhone !== null && (readMobile(typed) ?? typed.replace(/\s/g, "")) === verifiedPhone;
}
