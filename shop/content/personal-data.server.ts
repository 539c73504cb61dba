import { eq } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import { contactMessage, newsletterSubscriber } from "./tables.server.ts";

/**
 * The messages from an address (verified by the caller) to the shop, and whether it is subscribed to the newsletter.
 * Nothing for an account without an address.
 */
export async function contentPersonalData({ db }: { db: Db }, email: string | null) {
  if (email === null) return { messages: [], newsletter: [] };
  const address = email.toLowerCase();
  const [messages, newsletter] = await Promise.all([
    db
      .select({
        topic: contactMessage.topic,
        name: contactMessage.name,
        message: contactMessage.message,
        createdAt: contactMessage.createdAt,
      })
      .from(contactMessage)
      .where(eq(contactMessage.email, address)),
    db
      .select({ status: newsletterSubscriber.status, requestedAt: newsletterSubscriber.requestedAt })
      .from(newsletterSubscriber)
      .where(eq(newsletterSubscriber.email, address)),
  ]);
  return { messages, newsletter };
}

/** Deletes a customer's messages and newsletter subscription. */
export async function eraseContentPersonalData({ db }: { db: Db }, { email }: AccountHolder): Promise<void> {
  if (email === null) return;
  const address = email.toLowerCase();
  await db.delete(contactMessage).where(eq(contactMessage.email, address));
  await db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.email, address));
}
