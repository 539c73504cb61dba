import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Mail } from "../../../platform/mail/mail.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { emailAddress } from "../../text/email-address.ts";
import { newsletterLink, newsletterSubscriber } from "../tables.server.ts";
import { confirmationMail, confirmHours, type NewsletterSender, pauseMinutes } from "./newsletter.ts";
import { newToken } from "./tokens.server.ts";

const minute = 60_000;

/**
 * Takes an address for the newsletter and queues the confirmation email (double opt-in). In: the address as typed. Out:
 * the same answer whether the address is new, waiting, confirmed or unsubscribed, so that subscribers cannot be
 * enumerated. At most one email per address in ten minutes, enforced in the statement; confirmed addresses get none.
 * Refused: 'email-invalid'.
 */
export async function subscribe(
  { db, mail, clock }: { db: Db; mail: Mail; clock: Clock },
  sender: NewsletterSender,
  typed: string,
): Promise<Done | Refused<"email-invalid">> {
  const parsed = emailAddress.safeParse(typed);
  if (!parsed.success) return refused("email-invalid");
  const email = parsed.data;
  const now = clock.now();
  const pausedSince = new Date(now.getTime() - pauseMinutes * minute).toISOString();
  await inTransaction(db, async (tx) => {
    const [subscriber] = await tx
      .insert(newsletterSubscriber)
      .values({ id: randomUUID(), email, status: "pending", requestedAt: now, createdAt: now })
      .onConflictDoUpdate({
        target: newsletterSubscriber.email,
        set: { requestedAt: now },
        setWhere: sql`${newsletterSubscriber.status} <> 'confirmed' and ${newsletterSubscriber.requestedAt} <= ${pausedSince}`,
      })
      .returning({ id: newsletterSubscriber.id });
    if (!subscriber) return;
    const { token, hash } = newToken();
    await tx.insert(newsletterLink).values({
      tokenHash: hash,
      subscriberId: subscriber.id,
      purpose: "confirm",
      expiresAt: new Date(now.getTime() + confirmHours * 60 * minute),
      createdAt: now,
    });
    await mail.queue(tx, { to: email, secret: true, ...confirmationMail(sender, token) });
  });
  return done();
}

/**
 * Subscribes people who have agreed elsewhere, such as in an earlier shop, in the caller's transaction. In: addresses in
 * lower case. An address that is known here stays as it is, above all one that has left.
 */
export async function addSubscribers(tx: Db, emails: readonly string[], now: Date): Promise<void> {
  if (emails.length === 0) return;
  const at = { requestedAt: now, confirmedAt: now, createdAt: now };
  await tx
    .insert(newsletterSubscriber)
    .values(emails.map((email) => ({ id: randomUUID(), email, status: "confirmed" as const, ...at })))
    .onConflictDoNothing();
}
