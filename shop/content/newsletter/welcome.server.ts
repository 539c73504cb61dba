import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Mail } from "../../../platform/mail/mail.server.ts";
import { newsletterLink } from "../tables.server.ts";
import { type NewsletterSender, welcomeMail } from "./newsletter.ts";
import { newToken } from "./tokens.server.ts";

/** Queues the welcome mail of a new subscriber with the unsubscribe link, in the caller's transaction. */
export async function sendWelcome(
  { mail, clock }: { mail: Mail; clock: Clock },
  tx: Db,
  sender: NewsletterSender,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { token, hash } = newToken();
  await tx
    .insert(newsletterLink)
    .values({ tokenHash: hash, subscriberId: id, purpose: "leave", createdAt: clock.now() });
  const unsubscribe = sender.linkWith("leave", token);
  await mail.queue(tx, { to: email, secret: true, unsubscribe, ...welcomeMail(sender, token) });
}
