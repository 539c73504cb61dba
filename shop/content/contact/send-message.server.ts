import { randomUUID } from "node:crypto";
import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Mail } from "../../../platform/mail/mail.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { contactMessage } from "../tables.server.ts";
import { type ContactMessage, ticketName } from "./contact.ts";
import { acknowledgement, type ContactMailContext, mailToShop } from "./contact-mail.ts";

const hour = 3_600_000;
const maxInAnHour = 5;

/**
 * Stores a message and queues two emails in the same transaction: to the shop, if it has an address, with the sender as
 * reply-to, and an acknowledgement with the ticket number. In: a form parsed by `contactForm`, and who is signed in.
 * Refused: 'too-many-messages' after five from one address in an hour.
 */
export async function sendMessage(
  { db, mail, clock }: { db: Db; mail: Mail; clock: Clock },
  mailContext: ContactMailContext,
  form: ContactMessage,
  writerId: string | null,
): Promise<Done<{ ticket: string }> | Refused<"too-many-messages">> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    // Messages from one address are serialised, so that the limit also holds for concurrent ones.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${form.email}, 0))`);
    const [recent] = await tx
      .select({ messages: count() })
      .from(contactMessage)
      .where(
        and(
          eq(contactMessage.email, form.email),
          // Anybody can write any sender into a mail: those do not close the form.
          isNull(contactMessage.subject),
          gt(contactMessage.createdAt, new Date(now.getTime() - hour)),
        ),
      );
    if (recent && recent.messages >= maxInAnHour) return refused("too-many-messages");
    const mailId = randomUUID();
    const [stored] = await tx
      .insert(contactMessage)
      .values({ id: randomUUID(), ...form, userId: writerId, createdAt: now, mailId })
      .returning({ ticket: contactMessage.ticket, conversationId: contactMessage.conversationId });
    if (!stored) throw new Error("the database gave no ticket for a message");
    const ticket = ticketName(stored.ticket);
    if (mailContext.inbox)
      await mail.queue(tx, {
        to: mailContext.inbox,
        replyTo: form.email,
        ...mailToShop(mailContext, ticket, form),
      });
    await mail.queue(tx, {
      id: mailId,
      to: form.email,
      ...acknowledgement(mailContext, ticket, form),
      ...(stored.conversationId && { thread: [stored.conversationId] }),
    });
    return done({ ticket });
  });
}
