import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { recorded, type System } from "../../access/actor.ts";
import { contactMessage, conversation, conversationEntry, receivedMail } from "../tables.server.ts";
import type { ReadMail } from "./read-mail.server.ts";

/** The orders among ids, each with the address that its mails go to. */
export type OrdersAmong = (ports: { db: Db }, ids: string[]) => Promise<{ id: string; email: string }[]>;

type Ports = Pick<Services, "mail" | "mailbox" | "clock"> & { ordersAmong: OrdersAmong };

/**
 * What became of a mail. "own": the shop sent it itself. "automatic": a program wrote it, and it answers nothing of the
 * shop; "unknown-bounce": it brings back no mail that is known.
 */
type Received = "message" | "bounce" | "automatic" | "unknown-bounce" | "own" | "again";

/**
 * Puts a mail of the shop's mailbox into its conversation, once, in the caller's transaction. It finds its way by the
 * Message-IDs that it answers, never by its subject; nothing that it claims gives access to anything. An answer to a
 * mail of a conversation comes into it, whoever sent it; one to a mail about an order comes into the conversation with
 * the order's customer when it is from their address. Any other mail begins a conversation of its own. Nothing is ever
 * answered by the program, so that no loop begins.
 */
export async function receiveMail(ports: Ports, tx: Db, actor: System, mail: ReadMail): Promise<Received> {
  const [isNew] = await tx
    .insert(receivedMail)
    .values({ key: mail.key, at: ports.clock.now() })
    .onConflictDoNothing()
    .returning({ key: receivedMail.key });
  if (!isNew) return "again";
  const ownId = uuidIn(mail.messageId ?? "");
  if (mail.from.email === ports.mailbox.sender || (ownId && (await ports.mail.find(tx, ownId)))) return "own";
  if (mail.kind === "bounce") return noteBounce(ports, tx, actor, mail);
  const answered = await answeredBy(ports, tx, mail.answers);
  if (mail.kind === "automatic") {
    if (!answered.conversation) return "automatic";
    await insertMail(ports, tx, mail, { conversationId: answered.conversation.id });
    return "automatic";
  }
  await insertMail(ports, tx, mail, await placeOf(ports, tx, mail, answered));
  return "message";
}

type Place = { conversationId: string | null; proven?: boolean; orderId?: string | null };

/** Where a mail of a person belongs. Without a conversation: in that with its address, which the trigger makes. */
async function placeOf(ports: Ports, tx: Db, mail: ReadMail, answered: Answered): Promise<Place> {
  const { email, name } = mail.from;
  if (answered.conversation) {
    const { id, email: theirs } = answered.conversation;
    return { conversationId: id, proven: theirs === email };
  }
  const orderId = answered.order?.id ?? null;
  if (answered.order?.email.toLowerCase() === email) return { conversationId: null, proven: true, orderId };
  const known = await threadOfOwn(tx, mail);
  if (known) return { conversationId: known, orderId };
  const [begun] = await tx
    .insert(conversation)
    .values({ email, name, lastAt: ports.clock.now(), claimed: true })
    .returning({ id: conversation.id });
  return { conversationId: begun?.id ?? null, orderId };
}

/** The conversation of an earlier mail from the same address that a mail answers: somebody who writes twice. */
async function threadOfOwn(tx: Db, { answers, from }: ReadMail): Promise<string | null> {
  const [found] = await tx
    .select({ id: contactMessage.conversationId })
    .from(contactMessage)
    .where(
      and(
        sql`${contactMessage.messageId} = any(${sql.param(answers)}::text[])`,
        eq(contactMessage.email, from.email),
      ),
    )
    .limit(1);
  return found?.id ?? null;
}

async function insertMail({ clock }: Ports, tx: Db, mail: ReadMail, place: Place): Promise<void> {
  const isAutomatic = mail.kind === "automatic";
  await tx.insert(contactMessage).values({
    id: randomUUID(),
    name: mail.from.name,
    email: mail.from.email,
    topic: place.orderId ? "orders" : "other",
    message: mail.text,
    createdAt: clock.now(),
    subject: mail.subject,
    quoted: mail.quoted || null,
    leftOut: mail.leftOut,
    messageId: mail.messageId,
    automatic: isAutomatic,
    ...(isAutomatic && { status: "answered" as const }),
    ...place,
  });
}

type Answered = {
  conversation: { id: string; email: string } | null;
  order: { id: string; email: string } | null;
};

const sentRows = z.array(z.object({ id: z.string(), conversationId: z.string(), email: z.string() }));

/** What the nearest known mail of the shop among Message-IDs was about. */
async function answeredBy(ports: Ports, tx: Db, answers: string[]): Promise<Answered> {
  const ids = answers.flatMap((one) => uuidIn(one) ?? []);
  const none = { conversation: null, order: null };
  if (ids.length === 0) return none;
  const sent = await ports.mail.aboutOf(tx, ids);
  const aboutOf = (id: string) => z.uuid().safeParse(sent.find((one) => one.id === id)?.about).data;
  const candidates = ids.flatMap((id) => [id, aboutOf(id) ?? id]);
  const list = sql`${sql.param(candidates)}::uuid[]`;
  const { rows } = await tx.execute(sql`
    select s.id, c.id as "conversationId", c.email from (
      select id, id as conversation_id from conversation where id = any(${list})
      union all select mail_id, conversation_id from contact_message where mail_id = any(${list})
      union all select id, conversation_id from conversation_entry where id = any(${list}) and kind = 'reply') s
    join conversation c on c.id = s.conversation_id`);
  const conversations = sentRows.parse(rows);
  const orders = await ports.ordersAmong({ db: tx }, candidates);
  for (const id of candidates) {
    const found = conversations.find((one) => one.id === id);
    if (found) return { conversation: { id: found.conversationId, email: found.email }, order: null };
    const order = orders.find((one) => one.id === id);
    if (order) return { conversation: null, order };
  }
  return none;
}

/** Says in the conversation that a mail came back. Nobody has to answer that, so it waits for nobody. */
async function noteBounce(ports: Ports, tx: Db, actor: System, mail: ReadMail): Promise<Received> {
  const { conversation: answered, order } = await answeredBy(ports, tx, mail.returned.ids);
  const [found] = answered
    ? [answered]
    : await tx
        .select({ id: conversation.id, email: conversation.email })
        .from(conversation)
        .where(
          and(eq(conversation.email, order?.email.toLowerCase() ?? ""), eq(conversation.claimed, false)),
        );
  if (!found) return "unknown-bounce";
  const { reason } = mail.returned;
  const { kind: actorKind, id: actorId, name: actorName } = recorded(actor);
  await tx.insert(conversationEntry).values({
    id: randomUUID(),
    conversationId: found.id,
    kind: "bounce",
    text: `The mail to ${found.email} could not be delivered${reason && `: ${reason}`}`,
    at: ports.clock.now(),
    actorKind,
    actorId,
    actorName,
  });
  return "bounce";
}

/** The id of a mail of the shop in a Message-ID, whatever its domain is: that of the sender may have changed. */
function uuidIn(messageId: string): string | undefined {
  return /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]?.toLowerCase();
}
