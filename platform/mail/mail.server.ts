import { randomUUID } from "node:crypto";
import { and, desc, eq, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.server.ts";
import { hot } from "../database/hot-statements.server.ts";
import { valuesOf } from "../database/rows.server.ts";
import type { Log } from "../log.server.ts";
import { mailOutbox, type OutboxRow } from "./tables.server.ts";

/**
 * `replyTo`: where replies go, when not to the shop. `unsubscribe`: an address that ends such emails by one POST
 * (RFC 8058). `thread`: what it answers, the oldest first, so that mail programs show them together and answers find
 * their way (RFC 5322, 3.6.4): ids of earlier messages or of what they are about (a conversation, an order), and
 * Message-IDs of received mails, in angle brackets.
 */
export type MailMessage = {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  unsubscribe?: string;
  thread?: string[];
};

/**
 * A queued message. `id`: when the message names it itself. `secret`: it contains a link or a code that grants access.
 * `kind`: the notification kind, which a customer may turn off; `maySend` checks it when the message is sent.
 */
export type QueuedMessage = MailMessage & { id?: string; secret?: boolean; kind?: string };

/** Delivers one message; throws when it failed and should be retried. */
export type Deliver = (message: MailMessage & { id: string }) => Promise<void>;

/**
 * `waiting`: still to be sent; `failed`: given up after all attempts; both up to 1,000. `oldestMinutes`: the age of the
 * oldest that waits. `lastError`: of the newest that failed an attempt, null for none.
 */
type MailBacklog = {
  waiting: number;
  failed: number;
  oldestMinutes: number;
  lastError: string | null;
};

/** A message that came back. `reason`: what the mail server said, "" for nothing. */
export type ReturnedMail = { id: string; to: string; subject: string; at: Date; reason: string };

export type Mail = {
  /** Queues a message in the caller's transaction. Out: its id. */
  queue(db: Db, message: QueuedMessage): Promise<string>;
  /**
   * Sends up to ten due messages, or drops those whose kind is turned off. A message that could not be sent is logged
   * and due again later, ten times over about an hour. Several processes may run this at once. Out: whether more may be
   * due.
   */
  sendDue(db: Db): Promise<boolean>;
  /** The recipient and kind of a message; null once it is deleted. */
  find(db: Db, id: string): Promise<{ to: string; kind: string | null } | null>;
  /** Which of these ids are messages, and what each is about: the first of its thread. */
  aboutOf(db: Db, ids: string[]): Promise<{ id: string; about: string | null }[]>;
  /**
   * Marks messages as returned: a mail server could not deliver them. In: its reason, at most 300 characters. Out: the
   * ids of those that were not marked before.
   */
  markReturned(db: Db, ids: string[], reason: string): Promise<string[]>;
  /** The messages about something that came back, the newest first. In: the first id of their threads. */
  returnedAbout(db: Db, about: string): Promise<ReturnedMail[]>;
  /** What is not sent. */
  backlog(db: Db): Promise<MailBacklog>;
  /** The newest messages, for the page /dev/mail. */
  list(db: Db, limit: number): Promise<OutboxRow[]>;
  /**
   * The messages to an address that have not been sent, also those that are due again after a failed attempt, go to
   * another one. In: what they are about (the first id of their threads), null for any; a text, such as a link, that is
   * out of date: what contains it is not sent. Nor is what grants access, unless it is about something: it was for the
   * first address. Out: how many are not sent.
   */
  readdress(
    db: Db,
    change: { from: string; to: string; about: string | null; outdated?: string | undefined },
  ): Promise<number>;
  /** How many messages wait that were queued before a time, without those whose text no backup has. */
  queuedBefore(db: Db, since: Date): Promise<number>;
  /** Deletes the messages that wait and were queued before a time. */
  discardQueuedBefore(db: Db, since: Date): Promise<void>;
  /** Deletes all messages to or from an address, for erasure requests. */
  forget(db: Db, address: string): Promise<void>;
  /** Deletes all messages about these (the first ids of their threads), whatever address they went to. */
  forgetAbout(db: Db, about: string[]): Promise<void>;
  /** Deletes messages older than 30 days. Out: how many. */
  sweep(db: Db): Promise<number>;
};

const backlogRows = z.tuple([
  z.object({
    waiting: z.coerce.number(),
    failed: z.coerce.number(),
    oldest: z.coerce.number(),
    error: z.string().nullable(),
  }),
]);

const days = 86_400_000;
const retention = 30 * days;
const batchSize = 10;
const maxAttempts = 11;
/** After this a message that its sender neither sent nor failed is due again: the process died. */
const leaseMs = 120_000;

/** Milliseconds from a failed attempt to the next, with exponential backoff. In: how many were made. */
const retryDelayMs = (attempts: number) => Math.min(5_000 * 2 ** (attempts - 1), 1_200_000);

/**
 * An outbox table that `deliver` empties: by SMTP, or in demo mode not at all, for the page /dev/mail. Bodies are
 * deleted when sent, unless `retainBodies`.
 */
export function outboxMail(ports: {
  clock: Clock;
  log: Log;
  deliver: Deliver;
  /** Whether a message of a kind may be sent to an address now. */
  maySend(db: Db, kind: string, to: string): Promise<boolean>;
  retainBodies: boolean;
}): Mail {
  const inMs = (ms: number) => new Date(ports.clock.now().getTime() + ms);

  /** The oldest due messages, which no other process takes for two minutes. */
  async function takeDue(db: Db): Promise<OutboxRow[]> {
    const due = db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(and(isNull(mailOutbox.sentAt), lte(mailOutbox.dueAt, ports.clock.now())))
      .orderBy(mailOutbox.dueAt, mailOutbox.number)
      .limit(batchSize)
      .for("update", { skipLocked: true });
    const rows = await db
      .update(mailOutbox)
      .set({ attempts: sql`${mailOutbox.attempts} + 1`, dueAt: inMs(leaseMs) })
      // As an array, so that PostgreSQL chooses them once.
      .where(sql`${mailOutbox.id} = any(array(${due}))`)
      .returning();
    return rows.sort((one, other) => one.number - other.number);
  }

  /** Deletes the messages whose kind is turned off. Out: the others, in the same order. */
  async function dropUnwanted(db: Db, rows: OutboxRow[]): Promise<OutboxRow[]> {
    const wanted = await Promise.all(
      rows.map(({ kind, to }) => kind === null || ports.maySend(db, kind, to)),
    );
    const dropped = rows.filter((_, at) => !wanted[at]).map(({ id }) => id);
    if (dropped.length > 0) await db.delete(mailOutbox).where(isOneOf(dropped));
    return rows.filter((_, at) => wanted[at]);
  }

  /** Sends a message and reports it to `sent`, or writes down when it is due again. */
  async function send(db: Db, row: OutboxRow, sent: (id: string) => Promise<void>): Promise<void> {
    const { id, attempts } = row;
    try {
      // A message without text was restored from a backup, which leaves out secrets: the user requests a new one.
      if (row.text !== "") await ports.deliver(messageOf(row));
    } catch (error) {
      ports.log.error({ err: error, mail: id, attempts }, "an email could not be sent");
      await db
        .update(mailOutbox)
        .set({
          lastError: error instanceof Error ? error.message : String(error),
          dueAt: attempts < maxAttempts ? inMs(retryDelayMs(attempts)) : null,
        })
        .where(eq(mailOutbox.id, id));
      return;
    }
    await sent(id);
  }

  return {
    async queue(db, { id = randomUUID(), ...message }) {
      const now = ports.clock.now();
      const row = { id, ...message, createdAt: now, dueAt: now };
      await hot(db).execute(sql`insert into mail_outbox ${valuesOf(mailOutbox, row)}`);
      return id;
    },
    async sendDue(db) {
      const rows = await takeDue(db);
      const sent = batched(async (ids) => {
        await db
          .update(mailOutbox)
          .set({
            sentAt: ports.clock.now(),
            dueAt: null,
            lastError: null,
            ...(ports.retainBodies ? {} : { text: "", html: null, unsubscribe: null }),
          })
          .where(isOneOf(ids));
      });
      const wanted = await dropUnwanted(db, rows);
      await Promise.all(wanted.map((row) => send(db, row, sent)));
      return rows.length === batchSize;
    },
    find: findMail,
    aboutOf,
    markReturned: (db, ids, reason) => markReturned(db, ids, { at: ports.clock.now(), reason }),
    returnedAbout,
    backlog: async (db) => {
      const { rows } = await db.execute(sql`
        with unsent as (select created_at, due_at, last_error from mail_outbox where sent_at is null)
        select (select count(*) from (select from unsent where due_at is not null limit 1000) m) as waiting,
          (select count(*) from (select from unsent where due_at is null limit 1000) m) as failed,
          coalesce((select extract(epoch from now() - min(created_at)) / 60 from unsent where due_at is not null), 0)
            as oldest,
          (select last_error from unsent where last_error is not null order by created_at desc limit 1) as error`);
      const [{ oldest, error, ...counts }] = backlogRows.parse(rows);
      return { ...counts, oldestMinutes: Math.floor(oldest), lastError: error };
    },
    list: (db, limit) =>
      db.select().from(mailOutbox).orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.number)).limit(limit),
    queuedBefore: (db, since) => db.$count(mailOutbox, and(waitsSince(since), ne(mailOutbox.text, ""))),
    discardQueuedBefore,
    readdress: (db, change) => readdress(db, change, ports.clock.now()),
    async forget(db, address) {
      const wanted = address.toLowerCase();
      await db
        .delete(mailOutbox)
        .where(or(eq(sql`lower(${mailOutbox.to})`, wanted), eq(sql`lower(${mailOutbox.replyTo})`, wanted)));
    },
    async forgetAbout(db, about) {
      await db.delete(mailOutbox).where(sql`${mailOutbox.thread}[1] = any(${sql.param(about)}::text[])`);
    },
    async sweep(db) {
      const before = new Date(ports.clock.now().getTime() - retention);
      const { rowCount } = await db.delete(mailOutbox).where(lt(mailOutbox.createdAt, before));
      return rowCount ?? 0;
    },
  };
}

const waitsSince = (since: Date) =>
  and(isNull(mailOutbox.sentAt), isNotNull(mailOutbox.dueAt), lte(mailOutbox.createdAt, since));

async function discardQueuedBefore(db: Db, since: Date): Promise<void> {
  await db.delete(mailOutbox).where(waitsSince(since));
}

function aboutOf(db: Db, ids: string[]): Promise<{ id: string; about: string | null }[]> {
  return db
    .select({ id: mailOutbox.id, about: sql<string | null>`${mailOutbox.thread}[1]` })
    .from(mailOutbox)
    .where(isOneOf(ids));
}

async function readdress(
  db: Db,
  { from, to, about, outdated }: Parameters<Mail["readdress"]>[1],
  now: Date,
): Promise<number> {
  const waits = and(
    isNull(mailOutbox.sentAt),
    isNotNull(mailOutbox.dueAt),
    eq(sql`lower(${mailOutbox.to})`, from.toLowerCase()),
    about === null ? undefined : eq(sql`${mailOutbox.thread}[1]`, about),
  );
  const isOver = or(
    about === null ? eq(mailOutbox.secret, true) : undefined,
    outdated === undefined ? undefined : sql`position(${outdated} in ${mailOutbox.text}) > 0`,
  );
  const over = isOver ? await db.delete(mailOutbox).where(and(waits, isOver)) : null;
  await db.update(mailOutbox).set({ to, attempts: 0, lastError: null, dueAt: now }).where(waits);
  return over?.rowCount ?? 0;
}

async function findMail(db: Db, id: string): Promise<{ to: string; kind: string | null } | null> {
  const [row] = await db
    .select({ to: mailOutbox.to, kind: mailOutbox.kind })
    .from(mailOutbox)
    .where(eq(mailOutbox.id, id));
  return row ?? null;
}

async function markReturned(
  db: Db,
  ids: string[],
  { at, reason }: { at: Date; reason: string },
): Promise<string[]> {
  const marked = await db
    .update(mailOutbox)
    .set({ returnedAt: at, returnedReason: reason })
    .where(and(isOneOf(ids), isNull(mailOutbox.returnedAt)))
    .returning({ id: mailOutbox.id });
  return marked.map(({ id }) => id);
}

async function returnedAbout(db: Db, about: string): Promise<ReturnedMail[]> {
  const rows = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(sql`${mailOutbox.thread}[1]`, about), isNotNull(mailOutbox.returnedAt)))
    .orderBy(desc(mailOutbox.returnedAt), desc(mailOutbox.number));
  return rows.map(({ id, to, subject, createdAt, returnedAt, returnedReason }) => ({
    id,
    to,
    subject,
    at: returnedAt ?? createdAt,
    reason: returnedReason ?? "",
  }));
}

function messageOf({
  id,
  to,
  subject,
  text,
  replyTo,
  html,
  unsubscribe,
  thread,
}: OutboxRow): Parameters<Deliver>[0] {
  return {
    id,
    to,
    subject,
    text,
    ...(replyTo && { replyTo }),
    ...(html && { html }),
    ...(unsubscribe && { unsubscribe }),
    ...(thread && { thread }),
  };
}

/** One parameter, so that the statement is the same for any number. */
const isOneOf = (ids: string[]) => sql`${mailOutbox.id} = any(${sql.param(ids)}::uuid[])`;

/** Calls `write` once for all ids of one event loop iteration. */
function batched(write: (ids: string[]) => Promise<void>): (id: string) => Promise<void> {
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  return (id) => {
    waiting.push(id);
    writing ??= Promise.resolve().then(() => {
      const ids = waiting;
      waiting = [];
      writing = undefined;
      return write(ids);
    });
    return writing;
  };
}

/** Delivers nothing: in demo mode /dev/mail shows the outbox. */
export const discardMail: Deliver = async () => undefined;
