import { and, eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { users } from "../../platform/identity/tables.server.ts";
import type { Customer } from "../access/actor.ts";
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
  notificationRules,
} from "./kinds.ts";
import { notificationPreference } from "./tables.server.ts";

export type NotificationPreference = {
  kind: NotificationKind;
  channel: NotificationChannel;
  enabled: boolean;
};

/** Whether a customer, or the account with an address, has turned a kind off. */
type Recipient = { userId: string } | { email: string };

/**
 * The check of every sender: whether a kind may be sent to a recipient by a channel now. Called when a message is sent,
 * since it may have been queued for long. In: the kind as it was queued. Always true for null, for kinds that this
 * version does not know or that cannot be turned off, and for addresses without an account.
 */
export async function maySend(
  db: Db,
  kind: string | null,
  channel: NotificationChannel,
  recipient: Recipient,
): Promise<boolean> {
  const known = notificationKinds.find((one) => one === kind);
  if (known === undefined || notificationRules[known][channel] === "always") return true;
  const [off] = await db
    .select({ kind: notificationPreference.kind })
    .from(notificationPreference)
    .innerJoin(users, eq(users.id, notificationPreference.userId))
    .where(
      and(
        "userId" in recipient ? eq(users.id, recipient.userId) : eq(users.email, recipient.email),
        eq(notificationPreference.kind, known),
        eq(notificationPreference.channel, channel),
        eq(notificationPreference.enabled, false),
      ),
    );
  return off === undefined;
}

/** The kinds that can be chosen, with the customer's choice; sent by default. */
export async function preferencesOf({ db }: { db: Db }, userId: string): Promise<NotificationPreference[]> {
  const { kind, channel, enabled } = notificationPreference;
  const chosen = await db
    .select({ kind, channel, enabled })
    .from(notificationPreference)
    .where(eq(notificationPreference.userId, userId));
  return choices.map(
    (choice) =>
      chosen.find((one) => one.kind === choice.kind && one.channel === choice.channel) ?? {
        ...choice,
        enabled: true,
      },
  );
}

/** Stores a customer's choices; kinds that cannot be turned off are ignored. */
export async function savePreferences(
  { db }: { db: Db },
  { id: userId }: Pick<Customer, "id">,
  chosen: readonly NotificationPreference[],
): Promise<void> {
  const rows = chosen.filter(({ kind, channel }) => notificationRules[kind][channel] === "choice");
  if (rows.length === 0) return;
  await inTransaction(db, async (tx) => {
    await tx
      .insert(notificationPreference)
      .values(rows.map((row) => ({ ...row, userId })))
      .onConflictDoUpdate({
        target: [notificationPreference.userId, notificationPreference.kind, notificationPreference.channel],
        set: { enabled: sql`excluded.enabled` },
      });
  });
}

/** Each kind with each channel that can be turned off. */
const choices = notificationKinds.flatMap((kind) =>
  notificationChannels
    .filter((channel) => notificationRules[kind][channel] === "choice")
    .map((channel) => ({ kind, channel })),
);
