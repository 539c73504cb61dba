import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.server.ts";
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
 * `kind`: of what can be turned off; `maySend` is asked about it when the message is sent.
 */
export type QueuedMessage = MailMessage & { id?: string; secret?: boolean; kind?: string };

/** Delivers one message; throws when it failed and should be retried. */
export type Deliver = (message: MailMessage & { id: string }) => Promise<void>;

export type Mail = {
  /** Queues a message in the caller's transaction. Out: its id. */
  queue(db: Db, message: QueuedMessage): Promise<string>;
  /** Sends a queued message once, or drops it when its kind is turned off; idempotent. Throws when it could not be sent. */
  send(db: Db, id: string): Promise<void>;
  /** To whom a message went and of which kind it was; null once the message is deleted. */
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
  return {
    async queue(db, { id = randomUUID(), ...message }) {
      await Promise.all([
        db.insert(outbox).values({ id, ...message, createdAt: ports.clock.now() }),
        ports.jobs.send(db, "send-mail", { id }),
      ]);
      return id;
    },
    async send(db, id) {
      const [row] = await db
        .update(outbox)
        .set({ attempts: sql`${outbox.attempts} + 1` })
        .where(and(eq(outbox.id, id), isNull(outbox.sentAt)))
        .returning();
      if (!row) return;
      if (row.kind !== null && !(await ports.maySend(db, row.kind, row.to))) {
        await db.delete(outbox).where(eq(outbox.id, id));
        return;
      }
      try {
        // A message without text had its secret left out of a backup: the user asks for a new one.
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
      await db
        .update(outbox)
        .set({
          sentAt: ports.clock.now(),
          lastError: null,
          ...(ports.retainBodies ? {} : { text: "", html: null, unsubscribe: null }),
        })
        .where(eq(outbox.id, id));
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

/** Delivers nothing: in demo mode /dev/mail shows the outbox. */
export const discardMail: Deliver = async () => undefined;
