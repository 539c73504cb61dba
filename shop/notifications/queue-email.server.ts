import { randomUUID } from "node:crypto";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type NotificationKind, notificationRules } from "./kinds.ts";

/**
 * Queues an email of a kind in the caller's transaction. In: the kind, the recipient, the origin of links, the id of
 * the order that it is about, by which answers find their way, and the content. `write` gets the unsubscribe link of
 * this email, or null when the kind cannot be turned off; the same link is the email's List-Unsubscribe header.
 */
export async function queueEmail(
  { mail }: Pick<Services, "mail">,
  tx: Db,
  { kind, to, origin, about }: { kind: NotificationKind; to: string; origin: string; about?: string },
  write: (unsubscribe: string | null) => { subject: string; text: string; html: string },
): Promise<void> {
  const id = randomUUID();
  const unsubscribe = notificationRules[kind].email === "choice" ? `${origin}/unsubscribe/${id}` : null;
  await mail.queue(tx, {
    id,
    kind,
    to,
    ...write(unsubscribe),
    ...(unsubscribe && { unsubscribe }),
    ...(about && { thread: [about] }),
  });
}
