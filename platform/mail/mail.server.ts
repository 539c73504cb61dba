import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import { type Db, inTransaction } from "../database/database.server.ts";
import { valuesOf } from "../database/rows.server.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import { type OutboxRow, outbox } from "./tables.server.ts";

/**
 * `replyTo`: where replies go, when not to the shop. `unsubscribe`: an address that ends such emails by one POST
 * (RFC 8058).
 */
export type MailMessage = {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  unsubscribe?: string;
};

/**
 * A queued message. `id`: when the message names it itself. `secret`: it contains a link or a code that grants access.
 * `kind`: the notification kind, which a customer may turn off; `maySend` checks it when the message is sent.
 */
export type QueuedMessage = MailMessage & { id?: string; secret?: boolean; kind?: string };

/** Delivers one message; throws when it failed and should be retried. */
export type Deliver = (message: MailMessage & { id: string }) => Promise<void>;

export type Mail = {
  /** Queues a message in the caller's transaction. Out: its id. */
  queue(db: Db, message: QueuedMessage): Promise<string>;
  /**
   * Sends a queued message once, or drops it when its kind is turned off; idempotent. Throws when it could not be sent.
   */
  send(db: Db, id: string): Promise<void>;
  /** The recipient and kind of a message; null once it is deleted. */
  find(db: Db, id: string): Promise<{ to: string; kind: string | null } | null>;
  /** The newest messages, for the page /dev/mail. */
  list(db: Db, limit: number): Promise<OutboxRow[]>;
  /** Deletes all messages to or from an address, for erasure requests. */
  forget(db: Db, address: string): Promise<void>;
  /** Deletes messages older than 30 days. Out: how many. */
  sweep(db: Db): Promise<number>;
};

const days = 86_400_000;
const retention = 30 * days;

/**
 * An outbox table that `deliver` empties: by SMTP, or in demo mode not at all, for the page /dev/mail. Bodies are
 * deleted when sent, unless `retainBodies`.
 */
export function outboxMail(ports: {
  jobs: Jobs;
  clock: Clock;
  deliver: Deliver;
  /** Whether a message of a kind may be sent to an address now. */
  maySend(db: Db, kind: string, to: string): Promise<boolean>;
  retainBodies: boolean;
}): Mail {
  const begun = together(async (db, ids) => {
    const rows = await db
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1` })
      .where(and(isOneOf(ids), isNull(outbox.sentAt)))
      .returning();
    return new Map(rows.map((row) => [row.id, row]));
  });
  const ended = together(async (db, ids) => {
    await db
      .update(outbox)
      .set({
        sentAt: ports.clock.now(),
        lastError: null,
        ...(ports.retainBodies ? {} : { text: "", html: null, unsubscribe: null }),
      })
      .where(isOneOf(ids));
    return new Map<string, void>();
  });
  return {
    async queue(db, { id = randomUUID(), ...message }) {
      const row = { id, ...message, createdAt: ports.clock.now() };
      // In one transaction: a job that runs before its message exists would do nothing.
      await inTransaction(db, (tx) =>
        Promise.all([
          tx.execute(sql`/* hot */ insert into mail_outbox ${valuesOf(outbox, row)}`),
          ports.jobs.send(tx, "send-mail", { id }),
        ]),
      );
      return id;
    },
    async send(db, id) {
      const row = await begun(db, id);
      if (!row) return;
      if (row.kind !== null && !(await ports.maySend(db, row.kind, row.to))) {
        await db.delete(outbox).where(eq(outbox.id, id));
        return;
      }
      try {
        // A message without text was restored from a backup, which leaves out secrets: the user requests a new one.
        if (row.text !== "")
          await ports.deliver({
            id,
            to: row.to,
            subject: row.subject,
            text: row.text,
            ...(row.replyTo ? { replyTo: row.replyTo } : {}),
            ...(row.html ? { html: row.html } : {}),
            ...(row.unsubscribe ? { unsubscribe: row.unsubscribe } : {}),
          });
      } catch (error) {
        await db
          .update(outbox)
          .set({ lastError: error instanceof Error ? error.message : String(error) })
          .where(eq(outbox.id, id));
        throw error;
      }
      await ended(db, id);
    },
    async find(db, id) {
      const [row] = await db
        .select({ to: outbox.to, kind: outbox.kind })
        .from(outbox)
        .where(eq(outbox.id, id));
      return row ?? null;
    },
    list: (db, limit) =>
      db.select().from(outbox).orderBy(desc(outbox.createdAt), desc(outbox.id)).limit(limit),
    async forget(db, address) {
      const wanted = address.toLowerCase();
      await db
        .delete(outbox)
        .where(or(eq(sql`lower(${outbox.to})`, wanted), eq(sql`lower(${outbox.replyTo})`, wanted)));
    },
    async sweep(db) {
      const before = new Date(ports.clock.now().getTime() - retention);
      const { rowCount } = await db.delete(outbox).where(lt(outbox.createdAt, before));
      return rowCount ?? 0;
    },
  };
}

/** One parameter, so that the statement is the same for any number. */
const isOneOf = (ids: string[]) => sql`${outbox.id} = any(${sql.param(ids)}::uuid[])`;

/** Batches the look-ups of single messages in one event loop iteration into one statement. */
function together<Result>(ask: (db: Db, ids: string[]) => Promise<Map<string, Result>>) {
  const waiting = new Map<Db, { ids: string[]; answer: Promise<Map<string, Result>> }>();
  return async (db: Db, id: string): Promise<Result | undefined> => {
    const ids = waiting.get(db)?.ids ?? [];
    ids.push(id);
    const answer =
      waiting.get(db)?.answer ??
      Promise.resolve().then(() => {
        waiting.delete(db);
        return ask(db, ids);
      });
    waiting.set(db, { ids, answer });
    return (await answer).get(id);
  };
}

/** Delivers nothing: in demo mode /dev/mail shows the outbox. */
export const discardMail: Deliver = async () => undefined;
