import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import { saidTo } from "./inbox/conversations.server.ts";
import { isErasedWith, isWrittenBy, onlyGivesAddressOf, type Writer } from "./messages-of.server.ts";
import { contactMessage, conversation, newsletterSubscriber } from "./tables.server.ts";

/**
 * What an account wrote to the shop (`isWrittenBy`) and what was answered, how many messages only give its address
 * (verified by the caller), and whether that is subscribed to the newsletter.
 */
export async function contentPersonalData({ db }: { db: Db }, writer: Writer) {
  const address = writer.email?.toLowerCase() ?? "";
  const [messages, messagesOfUnprovenSender, answers, newsletter] = await Promise.all([
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
      .where(isWrittenBy(writer)),
    db.$count(contactMessage, onlyGivesAddressOf(writer)),
    saidTo({ db }, writer),
    db
      .select({ status: newsletterSubscriber.status, requestedAt: newsletterSubscriber.requestedAt })
      .from(newsletterSubscriber)
      .where(eq(newsletterSubscriber.email, address)),
  ]);
  return { messages, messagesOfUnprovenSender, answers, newsletter };
}

/**
 * Deletes a customer's messages with what was answered, all others that give their address, which is theirs whoever
 * typed it, and their newsletter subscription.
 */
export async function eraseContentPersonalData(
  { db }: { db: Db },
  { id, email }: AccountHolder,
): Promise<void> {
  const address = email?.toLowerCase() ?? "";
  // With its messages and answers.
  await db.delete(conversation).where(eq(conversation.email, address));
  // What remains is in the conversation with another address.
  const gone = await db
    .delete(contactMessage)
    .where(isErasedWith({ id, email }))
    .returning({ conversationId: contactMessage.conversationId });
  const left = sql`${sql.param(gone.map(({ conversationId }) => conversationId))}::uuid[]`;
  await db.execute(sql`delete from conversation c where c.id = any(${left})
    and not exists (select from contact_message m where m.conversation_id = c.id)`);
  await db.execute(sql`update conversation c set name = (select m.name from contact_message m
    where m.conversation_id = c.id order by m.created_at desc, m.ticket desc limit 1) where c.id = any(${left})`);
  await db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.email, address));
}
