import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { consumeAttempt } from "../../../platform/limits/limits.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { recorded, type System } from "../../access/actor.ts";
import { plural } from "../../money.ts";
import { contactMessage, conversation, conversationEntry, receivedMail } from "../tables.server.ts";
import type { ReadMail } from "./read-mail.server.ts";

/** What the inbox needs of orders, which are above it. */
export type OrderPorts = {
  /** The orders among ids, each with the address that its mails go to. */
  ordersAmong(ports: { db: Db }, ids: string[]): Promise<{ id: string; email: string }[]>;
  /** Says in an order's timeline that an email about it came back. In: the status code (RFC 3463), "" without one. */
  noteUndelivered(tx: Db, orderId: string, actor: System, status: string): Promise<void>;
};

type Ports = Pick<Services, "mail" | "mailbox" | "clock"> & OrderPorts;

/** Mails of one sender that are kept within an hour; more are counted in their conversation and stay in the mailbox. */
export const keptOfSender = { most: 20, minutes: 60 };

/**
 * What became of a mail. "own": the shop sent it itself. "automatic": a program wrote it, and it answers nothing of the
 * shop; "unknown-bounce": it brings back no mail that is known; "over-limit": its sender has sent too many.
 */
type Received = "message" | "bounce" | "automatic" | "unknown-bounce" | "over-limit" | "own" | "again";

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
  if (mail.kind === "automatic" && !answered.conversation) return "automatic";
  const limit = { what: "inbound-mail", who: mail.from.email, ...keptOfSender };
  if (!(await consumeAttempt({ db: tx }, [limit]))) {
    await countOverLimit(ports, tx, actor, mail);
    return "over-limit";
  }
  if (mail.kind === "automatic" && answered.conversation) {
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

/**
 * Says in the conversation with the newest mail of a sender how many more came and are not kept: one line, which counts
 * on until an hour passes without one. Their limit's row is locked, so that none is counted twice.
 */
async function countOverLimit({ clock }: Ports, tx: Db, actor: System, mail: ReadMail): Promise<void> {
  const [newest] = await tx
    .select({ id: contactMessage.conversationId })
    .from(contactMessage)
    .where(and(eq(contactMessage.email, mail.from.email), isNotNull(contactMessage.subject)))
    .orderBy(desc(contactMessage.createdAt))
    .limit(1);
  if (!newest?.id) return;
  const at = clock.now();
  const since = new Date(at.getTime() - keptOfSender.minutes * 60_000);
  const { id, conversationId, kind, mails } = conversationEntry;
  const isCounting = and(
    eq(conversationId, newest.id),
    eq(kind, "over-limit"),
    gt(conversationEntry.at, since),
  );
  const [counting] = await tx.select({ id, mails }).from(conversationEntry).where(isCounting).limit(1);
  const count = (counting?.mails ?? 0) + 1;
  const said = { mails: count, text: overLimitText(count), at };
  if (counting) {
    await tx.update(conversationEntry).set(said).where(eq(id, counting.id));
    return;
  }
  const { kind: actorKind, id: actorId, name: actorName } = recorded(actor);
  const by = { actorKind, actorId, actorName };
  const entry = { id: randomUUID(), conversationId: newest.id, kind: "over-limit" as const };
  await tx.insert(conversationEntry).values({ ...entry, ...said, ...by });
}

function overLimitText(count: number): string {
  const { most, minutes } = keptOfSender;
  const more = `${plural(count, "more mail")} from this sender ${count === 1 ? "is" : "are"} not kept here`;
  return `${more}: the limit is ${most} in ${minutes} minutes. All of them are in the shop's mailbox.`;
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

/**
 * Says that a mail came back, once: in the timeline of the order that it was about, and in the conversation. Nobody has
 * to answer that, so it waits for nobody, and nobody is written to.
 */
async function noteBounce(ports: Ports, tx: Db, actor: System, mail: ReadMail): Promise<Received> {
  const { ids, reason, status } = mail.returned;
  const sent = await ports.mail.aboutOf(
    tx,
    ids.flatMap((one) => uuidIn(one) ?? []),
  );
  const marked = await ports.mail.markReturned(
    tx,
    sent.map(({ id }) => id),
    reason,
  );
  if (sent.length > 0 && marked.length === 0) return "again";
  const { conversation: answered, order } = await answeredBy(ports, tx, ids);
  if (order) await ports.noteUndelivered(tx, order.id, actor, status);
  const [found] = answered
    ? [answered]
    : await tx
        .select({ id: conversation.id, email: conversation.email })
        .from(conversation)
        .where(
          and(eq(conversation.email, order?.email.toLowerCase() ?? ""), eq(conversation.claimed, false)),
        );
  if (!found) return order ? "bounce" : "unknown-bounce";
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
