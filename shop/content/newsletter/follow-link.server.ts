import { and, eq, isNull, ne } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Mail } from "../../../platform/mail/mail.server.ts";
import { newsletterLink, newsletterSubscriber } from "../tables.server.ts";
import type { NewsletterSender } from "./newsletter.ts";
import { hashOf } from "./tokens.server.ts";
import { sendWelcome } from "./welcome.server.ts";

/** The state of an emailed link. 'open': the page shows the button that follows it. */
export type LinkState = "open" | "already" | "expired" | "unknown";
export type Purpose = "confirm" | "leave";

type Found = { state: LinkState; subscriberId: string; email: string };

/** Reads a link without following it: mail scanners open links, but press no buttons. */
export async function linkState(
  { db, clock }: { db: Db; clock: Clock },
  purpose: Purpose,
  token: string,
): Promise<LinkState> {
  return (await find(db, clock, purpose, token))?.state ?? "unknown";
}

/**
 * Confirms an address. Out: 'done', or why not ('already' confirmed, link 'expired' after 48 hours or used before
 * unsubscribing, 'unknown'). Queues the welcome mail, which has the unsubscribe link.
 */
export async function confirmSubscription(
  ports: { db: Db; mail: Mail; clock: Clock },
  sender: NewsletterSender,
  token: string,
): Promise<"done" | Exclude<LinkState, "open">> {
  const now = ports.clock.now();
  return inTransaction(ports.db, async (tx) => {
    const found = await find(tx, ports.clock, "confirm", token);
    if (found?.state !== "open") return found?.state ?? "unknown";
    // Of two concurrent clicks the second waits here and then changes nothing.
    const [changed] = await tx
      .update(newsletterSubscriber)
      .set({ status: "confirmed", confirmedAt: now, unsubscribedAt: null })
      .where(
        and(eq(newsletterSubscriber.id, found.subscriberId), ne(newsletterSubscriber.status, "confirmed")),
      )
      .returning({ id: newsletterSubscriber.id });
    if (!changed) return "already";
    await tx
      .update(newsletterLink)
      .set({ usedAt: now })
      .where(
        and(
          eq(newsletterLink.subscriberId, found.subscriberId),
          eq(newsletterLink.purpose, "confirm"),
          isNull(newsletterLink.usedAt),
        ),
      );
    await sendWelcome(ports, tx, sender, { id: found.subscriberId, email: found.email });
    return "done";
  });
}

/** Ends a subscription. The link never expires and works again after a new subscription. */
export async function leaveNewsletter(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<"done" | Exclude<LinkState, "open">> {
  const found = await find(db, clock, "leave", token);
  if (found?.state !== "open") return found?.state ?? "unknown";
  await db
    .update(newsletterSubscriber)
    .set({ status: "unsubscribed", unsubscribedAt: clock.now() })
    .where(eq(newsletterSubscriber.id, found.subscriberId));
  return "done";
}

async function find(db: Db, clock: Clock, purpose: Purpose, token: string): Promise<Found | null> {
  const [row] = await db
    .select({ link: newsletterLink, subscriber: newsletterSubscriber })
    .from(newsletterLink)
    .innerJoin(newsletterSubscriber, eq(newsletterSubscriber.id, newsletterLink.subscriberId))
    .where(and(eq(newsletterLink.tokenHash, hashOf(token)), eq(newsletterLink.purpose, purpose)));
  if (!row) return null;
  const { link, subscriber } = row;
  return { state: state(), subscriberId: subscriber.id, email: subscriber.email };

  function state(): LinkState {
    if (purpose === "leave") return subscriber.status === "unsubscribed" ? "already" : "open";
    if (subscriber.status === "confirmed") return "already";
    const over = link.usedAt !== null || (link.expiresAt !== null && link.expiresAt <= clock.now());
    return over ? "expired" : "open";
  }
}
