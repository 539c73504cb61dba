import { eq } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import { saidTo } from "./inbox/conversations.server.ts";
import { contactMessage, conversation, newsletterSubscriber } from "./tables.server.ts";

/**
 * The messages from an address (verified by the caller) to the shop, and whether it is subscribed to the newsletter.
 * Nothing for an account without an address.
 */
export async function contentPersonalData({ db }: { db: Db }, email: string | null) {
  if (email === null) return { messages: [], answers: [], newsletter: [] };
  const address = email.toLowerCase();
  const [messages, answers, newsletter] = await Promise.all([
    db
      .select({
        topic: contactMessage.topic,
        name: contactMessage.name,
        subject: contactMessage.subject,
        message: contactMessage.message,
        quoted: contactMessage.quoted,
        leftOut: contactMessage.leftOut,
        createdAt: contactMessage.createdAt,
      })
      .from(contactMessage)
      .where(eq(contactMessage.email, address)),
    saidTo({ db }, address),
    db
      .select({ status: newsletterSubscriber.status, requestedAt: newsletterSubscriber.requestedAt })
      .from(newsletterSubscriber)
      .where(eq(newsletterSubscriber.email, address)),
  ]);
  return { messages, answers, newsletter };
}

/** Deletes a customer's messages with what was answered, and their newsletter subscription. */
export async function eraseContentPersonalData({ db }: { db: Db }, { email }: AccountHolder): Promise<void> {
  if (email === null) return;
  const address = email.toLowerCase();
  // With its messages and answers.
  await db.delete(conversation).where(eq(conversation.email, address));
  // Mails from this address in the conversation with another one.
  await db.delete(contactMessage).where(eq(contactMessage.email, address));
  await db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.email, address));
}
