import { randomUUID } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Mail } from "../../../platform/mail/mail.server.ts";
import type { AccountHolder } from "../../access/actor.ts";
import { newsletterSubscriber } from "../tables.server.ts";
import type { NewsletterSender } from "./newsletter.ts";
import { sendWelcome } from "./welcome.server.ts";

/** Whether an address is subscribed to the newsletter. */
export async function isSubscribed({ db }: { db: Db }, email: string): Promise<boolean> {
  const [found] = await db
    .select({ status: newsletterSubscriber.status })
    .from(newsletterSubscriber)
    .where(eq(newsletterSubscriber.email, email.toLowerCase()));
  return found?.status === "confirmed";
}

/**
 * Subscribes an account's address, or ends it. The address needs no confirmation, since accounts can only sign in with
 * a verified one. Queues the welcome mail for a new subscriber; idempotent.
 */
export async function chooseNewsletter(
  ports: { db: Db; mail: Mail; clock: Clock },
  sender: NewsletterSender,
  reader: AccountHolder & { email: string },
  wanted: boolean,
): Promise<void> {
  const email = reader.email.toLowerCase();
  const now = ports.clock.now();
  const notYet = ne(newsletterSubscriber.status, "confirmed");
  if (!wanted) {
    await ports.db
      .update(newsletterSubscriber)
      .set({ status: "unsubscribed", unsubscribedAt: now })
      .where(and(eq(newsletterSubscriber.email, email), eq(newsletterSubscriber.status, "confirmed")));
    return;
  }
  await inTransaction(ports.db, async (tx) => {
    const confirmed = { status: "confirmed", confirmedAt: now, unsubscribedAt: null } as const;
    const [reader] = await tx
      .insert(newsletterSubscriber)
      .values({ id: randomUUID(), email, ...confirmed, requestedAt: now, createdAt: now })
      .onConflictDoUpdate({ target: newsletterSubscriber.email, set: confirmed, setWhere: notYet })
      .returning({ id: newsletterSubscriber.id });
    if (reader) await sendWelcome(ports, tx, sender, { id: reader.id, email });
  });
}
