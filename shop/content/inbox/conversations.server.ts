import { randomUUID } from "node:crypto";
import { and, arrayContains, asc, desc, eq, exists, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countShape, countSql, maxCountedByIndex } from "../../../platform/database/count.server.ts";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { likeText } from "../../../platform/database/like.ts";
import { role, users } from "../../../platform/identity/tables.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type Actor, actorLabel, can, recorded } from "../../access/actor.ts";
import { lockAccount } from "../../access/lock-account.server.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { sendsMail } from "../../emails/sends-mail.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { cleanLines } from "../../text/clean-text.ts";
import { ticketName } from "../contact/contact.ts";
import { type ContactMailContext, replyMail } from "../contact/contact-mail.ts";
import type { TopicId } from "../contact/topics.ts";
import { isWrittenBy, type Writer } from "../messages-of.server.ts";
import { contactMessage, conversation, conversationEntry } from "../tables.server.ts";

// Conversations: what somebody wrote with the contact form or by mail and what the shop answered. Replies go by mail;
// what comes to the shop's mailbox is read by receive-mail.server.ts.

/** The tabs of the list: open ones, those of them that wait for an answer, those that I look after, closed ones, all. */
export const conversationTabs = ["", "waiting", "mine", "closed", "all"] as const;

/** A conversation in the list. `excerpt`: the beginning of the newest message; `assigned`: a name, "" for nobody. */
export type ConversationRow = {
  id: string;
  name: string;
  email: string;
  state: "open" | "closed";
  waiting: boolean;
  assigned: string;
  lastAt: Date;
  excerpt: string;
};

const listRows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    state: z.enum(["open", "closed"]),
    waiting: z.boolean(),
    assigned: z.string(),
    lastAt: z.coerce.date(),
    excerpt: z.string(),
  }),
);

function tabSql(tab: string, staffId: string): SQL {
  if (tab === "all") return sql`true`;
  if (tab === "waiting") return sql`c.state = 'open' and c.waiting`;
  if (tab === "mine") return sql`c.assigned_to = ${staffId} and c.state = 'open'`;
  return tab === "closed" ? sql`c.state = 'closed'` : sql`c.state = 'open'`;
}

/**
 * A page of conversations, the newest first. In: a tab, who looks, words of name, address or message; the page from 1.
 */
export async function listConversations(
  { db }: { db: Db },
  { tab, staffId, q, page, size }: { tab: string; staffId: string; q: string; page: number; size: number },
): Promise<{ rows: ConversationRow[]; more: boolean }> {
  const pattern = `%${likeText(q.toLowerCase())}%`;
  const ticket = /^(?:cs-?)?(\d{4,12})$/i.exec(q)?.[1];
  const found =
    q === ""
      ? sql`true`
      : sql`(lower(c.name) like ${pattern} or c.email like ${pattern} or exists (select from contact_message m
          where m.conversation_id = c.id and (lower(m.message) like ${pattern} or lower(m.subject) like ${pattern}
            ${ticket ? sql`or m.ticket = ${ticket}::bigint` : sql``})))`;
  const { rows } = await db.execute(sql`
    select c.id, c.name, c.email, c.state, c.waiting, c.last_at as "lastAt",
      coalesce((select name from users where id = c.assigned_to), '') as assigned,
      coalesce((select left(m.message, 160) from contact_message m where m.conversation_id = c.id
        order by m.created_at desc, m.ticket desc limit 1), '') as excerpt
    from conversation c where ${tabSql(tab, staffId)} and ${found}
    order by c.last_at desc, c.id limit ${size + 1} offset ${(page - 1) * size}`);
  const read = listRows.parse(rows);
  return { rows: read.slice(0, size), more: read.length > size };
}

const conversationCountsShape = z.object({
  open: countShape,
  mine: countShape,
  waiting: countShape,
  closed: countShape,
  all: countShape,
});

/** How many there are, are open, are mine, wait for an answer, and are closed; counting stops at 10,000. */
export async function conversationCounts(
  { db }: { db: Db },
  staffId: string,
): Promise<z.infer<typeof conversationCountsShape>> {
  const on = (tab: (typeof conversationTabs)[number]) =>
    countSql(sql`select from conversation c where ${tabSql(tab, staffId)}`, maxCountedByIndex);
  const { rows } = await db.execute(sql`
    select ${on("")} as open, ${on("mine")} as mine, ${on("waiting")} as waiting, ${on("closed")} as closed,
      ${on("all")} as "all"`);
  return z.tuple([conversationCountsShape]).parse(rows)[0];
}

/** What is known of a mail. `from`: as it says; `proven`: it answers one of the shop, from the address that had it. */
export type MailFacts = {
  from: string;
  subject: string;
  quoted: string;
  leftOut: string[];
  proven: boolean;
  automatic: boolean;
  orderId: string | null;
};

/**
 * One thing said. `by`: who, for staff; a message has its ticket and topic, who settled it, and what is known of it when
 * it came by mail. "bounce": a mail of the shop came back; "over-limit": a sender's mails were too many to keep.
 */
export type Said =
  | {
      kind: "message";
      id: string;
      at: Date;
      text: string;
      name: string;
      ticket: string;
      topic: TopicId;
      settledBy: string;
      mail: MailFacts | null;
    }
  | { kind: "reply" | "note" | "bounce" | "over-limit"; id: string; at: Date; text: string; by: string };

export type Conversation = {
  id: string;
  name: string;
  email: string;
  state: "open" | "closed";
  /** The id of the member of staff who looks after it; null for nobody. */
  assignedTo: string | null;
  version: number;
  /** Begun by a mail that answers none of the shop: its address is as the mail says. */
  claimed: boolean;
  /** The oldest first. */
  said: Said[];
};

/** Whether the address of a conversation stands for the customer with that address: not while a mail only claims it. */
export function isWithCustomer({ claimed, said }: Conversation): boolean {
  return !claimed || said.some((one) => one.kind === "message" && one.mail?.proven === true);
}

/** A conversation with everything said in it; null for a malformed or unknown id. */
export async function conversationOf({ db }: { db: Db }, id: string): Promise<Conversation | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [[head], messages, entries] = await Promise.all([
    db.select().from(conversation).where(eq(conversation.id, id)),
    db
      .select()
      .from(contactMessage)
      .where(eq(contactMessage.conversationId, id))
      .orderBy(asc(contactMessage.createdAt), asc(contactMessage.ticket)),
    db
      .select()
      .from(conversationEntry)
      .where(eq(conversationEntry.conversationId, id))
      .orderBy(asc(conversationEntry.at)),
  ]);
  if (!head) return null;
  const said: Said[] = [
    ...messages.map(({ id: one, createdAt, message, name, ticket, topic, ...by }) => ({
      kind: "message" as const,
      id: one,
      at: createdAt,
      text: message,
      name,
      ticket: ticketName(ticket),
      topic,
      mail: mailFacts(by),
      settledBy: by.answeredByKind
        ? actorLabel({ kind: by.answeredByKind, id: by.answeredById, name: by.answeredByName ?? "" })
        : "",
    })),
    ...entries.map(({ id: one, kind, at, text, actorKind, actorId, actorName }) => ({
      kind,
      id: one,
      at,
      text,
      by: actorLabel({ kind: actorKind, id: actorId, name: actorName }),
    })),
  ];
  const { lastAt: _last, waiting: _waiting, ...shown } = head;
  return { ...shown, said: said.sort((one, other) => one.at.getTime() - other.at.getTime()) };
}

/** Null for a message of the form. */
function mailFacts(
  row: Pick<
    typeof contactMessage.$inferSelect,
    "subject" | "email" | "quoted" | "leftOut" | "proven" | "automatic" | "orderId"
  >,
): MailFacts | null {
  const { subject, email, quoted, leftOut, proven, automatic, orderId } = row;
  if (subject === null) return null;
  return { from: email, subject, quoted: quoted ?? "", leftOut: leftOut ?? [], proven, automatic, orderId };
}

/** The id of the conversation with an address; null without one. */
export async function conversationWith({ db }: { db: Db }, email: string): Promise<string | null> {
  const [found] = await db
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(eq(conversation.email, email.toLowerCase()), eq(conversation.claimed, false)));
  return found?.id ?? null;
}

/** Those who may answer messages, by name: a conversation can be given to them. */
export function answeringStaff({ db }: { db: Db }): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(role, eq(role.key, users.role))
    .where(and(arrayContains(role.permissions, ["messages.answer"]), isNull(users.bannedAt)))
    .orderBy(asc(users.name), asc(users.id));
}

type Change = { actor: Actor; id: string; version: string };
type ChangeRefusal = "not-allowed" | "not-found" | "changed-meanwhile";

/**
 * One act on a conversation, at the version at which it was seen: who answers must have read what came meanwhile, and
 * two answers must not cross. Audited without a word of what was written, since the audit log cannot forget.
 */
async function change<More extends string = never>(
  db: Db,
  { actor, id, version }: Change,
  action: "assign" | "close" | "note" | "reopen" | "reply",
  work: (tx: Db, seen: Conversation) => Promise<Refused<More> | { after: Record<string, unknown> }>,
): Promise<Done | Refused<ChangeRefusal | More>> {
  if (!can(actor, "messages.answer")) return refused("not-allowed");
  return inTransaction<Done | Refused<ChangeRefusal | More>>(db, async (tx) => {
    if (!z.uuid().safeParse(id).success) return refused("not-found");
    await tx.execute(sql`select 1 from conversation where id = ${id} for update`);
    const seen = await conversationOf({ db: tx }, id);
    if (!seen) return refused("not-found");
    if (String(seen.version) !== version) return refused("changed-meanwhile");
    const outcome = await work(tx, seen);
    if ("refused" in outcome) return outcome;
    await tx
      .update(conversation)
      .set({ version: sql`${conversation.version} + 1` })
      .where(eq(conversation.id, id));
    await recordAction(tx, {
      actor,
      action: `message.${action}`,
      subject: { kind: "message", id, name: newestMessage(seen)?.ticket ?? "Message" },
      after: outcome.after,
    });
    return done();
  });
}

function newestMessage({ said }: Conversation) {
  return said.filter((one) => one.kind === "message").at(-1);
}

/** Who answers settles all messages so far. */
async function settle(tx: Db, id: string, actor: Actor, now: Date): Promise<void> {
  const who = recorded(actor);
  await tx
    .update(contactMessage)
    .set({
      status: "answered",
      readAt: now,
      answeredByKind: who.kind,
      answeredById: who.id,
      answeredByName: who.name,
    })
    .where(and(eq(contactMessage.conversationId, id), eq(contactMessage.status, "open")));
}

/** The longest text of a reply or note. */
const mostText = 8_000;

/**
 * Answers by mail (`kind` "reply"), in the thread of the mails sent before, with the shop's address to reply to; or
 * adds a note for staff. Refused: 'empty', 'too-long'; for a reply 'placeholders' while one stands in it, 'no-mail'
 * without a mail server; 'changed-meanwhile' since `version`; 'not-allowed', 'not-found'.
 */
export async function sayInConversation(
  { db, mail, clock, site }: Pick<Services, "db" | "mail" | "clock" | "site">,
  context: ContactMailContext,
  { kind, text: typed, ...asked }: Change & { actor: Actor; kind: "reply" | "note"; text: string },
): Promise<Done | Refused<ChangeRefusal | "empty" | "too-long" | "placeholders" | "no-mail">> {
  const text = cleanLines(typed);
  if (text === "") return refused("empty");
  if (text.length > mostText) return refused("too-long");
  if (kind === "reply" && !sendsMail(site)) return refused("no-mail");
  if (kind === "reply" && /\{\{\w*\}\}/.test(text)) return refused("placeholders");
  return change(db, asked, kind, async (tx, seen) => {
    const now = clock.now();
    const entry = { id: randomUUID(), conversationId: seen.id, kind, text, at: now };
    const { kind: actorKind, id: actorId, name: actorName } = recorded(asked.actor);
    await tx.insert(conversationEntry).values({ ...entry, actorKind, actorId, actorName });
    if (kind === "note") return { after: {} };
    const newest = newestMessage(seen);
    await mail.queue(tx, {
      id: entry.id,
      to: seen.email,
      ...(context.inbox && { replyTo: context.inbox }),
      ...replyMail(context, newest?.ticket ?? "", { reply: text, message: newest?.text ?? "" }),
      ...(newest?.mail?.subject && { subject: answerSubject(newest.mail.subject) }),
      thread: await threadOf(tx, seen.id, entry.id),
    });
    await settle(tx, seen.id, asked.actor, now);
    await tx
      .update(conversation)
      .set({ waiting: false, state: "open", lastAt: now })
      .where(eq(conversation.id, seen.id));
    return { after: { ticket: newest?.ticket } };
  });
}

/** Mail programs keep an answer with the mail only if the subject stays. */
function answerSubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

/**
 * What a mail in a conversation answers: the conversation itself, by which an answer is found although the mail server
 * gave the mail another Message-ID, then the newest twenty mails from and to the customer, the oldest first.
 */
async function threadOf(tx: Db, id: string, but: string): Promise<string[]> {
  const { rows } = await tx.execute(sql`
    select sent.id from (
      select coalesce(mail_id::text, message_id) as id, created_at as at from contact_message
        where conversation_id = ${id} and (mail_id is not null or message_id is not null) and not automatic
      union all
      select id::text, at from conversation_entry where conversation_id = ${id} and kind = 'reply' and id <> ${but}
      order by at desc limit 20) sent order by sent.at`);
  const mails = z.array(z.object({ id: z.string() })).parse(rows);
  return [id, ...mails.map((one) => one.id)];
}

/** Gives a conversation to a member of staff who may answer, or to nobody (""). Refused: 'no-such-staff', as above. */
export async function assignConversation(
  { db }: Pick<Services, "db">,
  { to, ...asked }: Change & { actor: Actor; to: string },
): Promise<Done | Refused<ChangeRefusal | "no-such-staff">> {
  return change(db, asked, "assign", async (tx, seen) => {
    const found = (await answeringStaff({ db: tx })).find(({ id }) => id === to);
    if (to !== "" && !(found && (await lockAccount(tx, found.id)))) return refused("no-such-staff");
    await tx
      .update(conversation)
      .set({ assignedTo: found?.id ?? null })
      .where(eq(conversation.id, seen.id));
    return { after: { to: found?.name ?? "nobody" } };
  });
}

/** Closes a conversation, which settles its messages, or opens it again. A new message opens it by itself. */
export async function setConversationState(
  { db, clock }: Pick<Services, "db" | "clock">,
  { state, ...asked }: Change & { actor: Actor; state: Conversation["state"] },
): Promise<Done | Refused<ChangeRefusal>> {
  return change(db, asked, state === "closed" ? "close" : "reopen", async (tx, seen) => {
    if (state === "closed") await settle(tx, seen.id, asked.actor, clock.now());
    await tx
      .update(conversation)
      .set({ state, ...(state === "closed" && { waiting: false }) })
      .where(eq(conversation.id, seen.id));
    return { after: { state } };
  });
}

/**
 * What the shop said to a customer, for the download of personal data: the answers that were mailed to their address,
 * and what staff noted where they wrote themselves.
 */
export async function saidTo({ db }: { db: Db }, writer: Writer) {
  const wrote = exists(
    db
      .select({ id: contactMessage.id })
      .from(contactMessage)
      .where(and(eq(contactMessage.conversationId, conversation.id), isWrittenBy(writer))),
  );
  return db
    .select({ kind: conversationEntry.kind, text: conversationEntry.text, at: conversationEntry.at })
    .from(conversationEntry)
    .innerJoin(conversation, eq(conversation.id, conversationEntry.conversationId))
    .where(
      and(
        eq(conversation.email, writer.email?.toLowerCase() ?? ""),
        or(eq(conversationEntry.kind, "reply"), wrote),
      ),
    )
    .orderBy(desc(conversationEntry.at));
}
