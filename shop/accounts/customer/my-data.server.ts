import { eq } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { deleteSecrets } from "../../../platform/identity/one-time-secrets.server.ts";
import { accounts, users } from "../../../platform/identity/tables.server.ts";
import type { AccountHolder, Customer } from "../../access/actor.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { isLastAdmin, sessionsOf } from "../sessions.server.ts";
import { notifications, profiles } from "../tables.server.ts";
import { addressesOf } from "./addresses.server.ts";

/**
 * What the accounts keep about a person, for their download: everything but secrets (password, tokens, keys).
 * Null when there is no such person. The other nouns add theirs, see app/storefront/profile/my-data.server.ts.
 */
export async function accountData({ db }: { db: Db }, userId: string) {
  const [user] = await db
    .select({
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      role: users.role,
      twoStepLogin: users.twoFactorEnabled,
      memberSince: users.createdAt,
      phone: profiles.phone,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!user) return null;
  const [addresses, notification, devices, ways] = await Promise.all([
    addressesOf({ db }, userId),
    db
      .select({
        kind: notifications.kind,
        title: notifications.title,
        text: notifications.text,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .where(eq(notifications.userId, userId)),
    sessionsOf({ db }, userId),
    db
      .select({ provider: accounts.providerId, since: accounts.createdAt })
      .from(accounts)
      .where(eq(accounts.userId, userId)),
  ]);
  return { profile: user, addresses, notifications: notification, sessions: devices, waysToSignIn: ways };
}

/**
 * Deletes an account and everything that belongs to the person; all sessions end. `first` and `before`
 * do in the same transaction what others must do, such as taking the person out of orders that the law makes the shop
 * keep. `first` may refuse while it has changed nothing; the account then stays.
 * Refused: 'not-confirmed' (the typed address is not theirs), 'last-admin', 'not-found', or as `first` says.
 */
export async function deleteAccount<Reason extends string = never>(
  { db }: { db: Db },
  customer: Customer,
  typedEmail: string,
  first: (tx: Db, person: AccountHolder) => Promise<Refused<Reason> | undefined> = async () => undefined,
  before: ((tx: Db, person: AccountHolder) => Promise<void>)[] = [],
): Promise<Done | Refused<"not-confirmed" | "last-admin" | "not-found" | Reason>> {
  const { id: userId } = customer;
  return inTransaction(db, async (tx) => {
    // First the admins, then the person: changes of role and bans lock in this order too.
    const lastAdmin = await isLastAdmin(tx, userId);
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (!user) return refused("not-found");
    if (typedEmail.trim().toLowerCase() !== user.email.toLowerCase()) return refused("not-confirmed");
    if (lastAdmin) return refused("last-admin");
    const person = { ...customer, email: user.email };
    const no = await first(tx, person);
    if (no) return no;
    for (const work of before) await work(tx, person);
    await deleteSecrets(tx, person);
    await tx.delete(users).where(eq(users.id, userId));
    return done();
  });
}
