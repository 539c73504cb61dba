import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { users } from "../../platform/identity/tables.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type NotificationKind, notificationKinds, notificationRules } from "./kinds.ts";
import { savePreferences } from "./preferences.server.ts";

/**
 * The kind that the unsubscribe link of an email turns off. In: the email's id, which only its recipient knows. Null:
 * no such email, or older than 30 days, when emails are deleted.
 */
export async function unsubscribeLink(
  { db, mail }: Pick<Services, "db" | "mail">,
  id: string,
): Promise<{ kind: NotificationKind; email: string } | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const found = await mail.find(db, id);
  const kind = notificationKinds.find((one) => one === found?.kind);
  return found && kind && notificationRules[kind].email === "choice" ? { kind, email: found.to } : null;
}

/**
 * Turns off the kind of an unsubscribe link, for anybody who has the link. Out: the kind, null as in `unsubscribeLink`.
 */
export async function unsubscribe(
  ports: Pick<Services, "db" | "mail">,
  id: string,
): ReturnType<typeof unsubscribeLink> {
  const link = await unsubscribeLink(ports, id);
  if (link) await turnEmails(ports, link, false);
  return link;
}

/**
 * Turns emails of a kind off for the account with an address, or on again; nothing for an address without one. `of`:
 * only if the account is this one.
 */
export async function turnEmails(
  { db }: { db: Db },
  { kind, email }: { kind: NotificationKind; email: string },
  enabled: boolean,
  of?: string,
): Promise<void> {
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!account || (of !== undefined && of !== account.id)) return;
  await savePreferences({ db }, account, [{ kind, channel: "email", enabled }]);
}
