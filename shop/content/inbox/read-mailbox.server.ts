import { eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { type MailboxMail, type MailboxPosition, mostMails } from "../../../platform/mail/mailbox.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import type { System } from "../../access/actor.ts";
import { mailboxPosition, receivedMail } from "../tables.server.ts";
import { readMail } from "./read-mail.server.ts";
import { type OrderPorts, receiveMail } from "./receive-mail.server.ts";

type Ports = Pick<Services, "db" | "mail" | "mailbox" | "clock" | "log">;

/**
 * Reads what has come to the shop's mailbox since the last time: a job, each minute. Several processes may do it at
 * once: each mail is taken once. A mail that cannot be taken, as when the database fails for it, is logged by its UID and
 * tried again later; the others follow meanwhile. What keeps the mailbox from being read is stored for Health. Does
 * nothing without a mailbox.
 */
export async function readMailbox(ports: Ports, actor: System, orders: OrderPorts): Promise<void> {
  const { db, mailbox, clock, log } = ports;
  const { name } = mailbox;
  if (name === null) return;
  const [row] = await db.select().from(mailboxPosition).where(eq(mailboxPosition.mailbox, name));
  const after =
    row && row.validity !== null && row.uid !== null ? { validity: row.validity, uid: row.uid } : null;
  const all = { ...ports, ...orders };
  try {
    const reached = await mailbox.read(after, (mail, at) => takeMail(all, actor, { name, mail, at }));
    await keep(db, name, reached);
    if (after?.validity === reached.validity)
      await readMissed(all, actor, { name, validity: reached.validity, missed: missedOf(row?.missed) });
    const answered = { readAt: clock.now(), failure: null };
    await db.update(mailboxPosition).set(answered).where(eq(mailboxPosition.mailbox, name));
  } catch (error) {
    log.warn({ err: error }, "the mailbox could not be read");
    const failure = cutText(error instanceof Error ? error.message : String(error), 300);
    await db
      .insert(mailboxPosition)
      .values({ mailbox: name, failure })
      .onConflictDoUpdate({ target: mailboxPosition.mailbox, set: { failure } });
  }
}

/** One mail in a transaction, with its position if it is read for the first time. */
async function takeOnce(
  ports: Ports & OrderPorts,
  actor: System,
  mail: MailboxMail,
  alongside: (tx: Db) => Promise<void>,
): Promise<void> {
  const read = await readMail(mail);
  await inTransaction(ports.db, async (tx) => {
    if (read) await receiveMail(ports, tx, actor, read);
    await alongside(tx);
  });
}

type Taken = { name: string; mail: MailboxMail; at: MailboxPosition };

/** One mail. It is tried twice, since a statement can fail by chance, and then again later. */
async function takeMail(ports: Ports & OrderPorts, actor: System, { name, mail, at }: Taken): Promise<void> {
  const take = () => takeOnce(ports, actor, mail, (tx) => keep(tx, name, at));
  try {
    await take().catch(take);
  } catch (error) {
    await inTransaction(ports.db, async (tx) => {
      await keep(tx, name, at);
      await putOff(ports, tx, name, { err: error, uid: mail.uid });
    });
  }
}

/** A mail that could not be taken: how often it was tried, and when it is tried again (ISO). */
const missedMails = z.array(z.object({ uid: z.number(), tries: z.number(), next: z.iso.datetime() }));
type Missed = z.infer<typeof missedMails>[number];

const missedOf = (stored: unknown): Missed[] => missedMails.safeParse(stored).data ?? [];

/** After how many minutes a mail is tried again; after the last time it is given up, two weeks later. */
const waits = [1, 5, 30, 120, 720, ...Array.from({ length: 13 }, () => 1_440)];
/** More mails than these are not remembered, so that a mailbox of broken ones stays small here. */
const mostMissed = 200;

/** Tries those again that are due; one that is no longer in the mailbox is forgotten. */
async function readMissed(
  ports: Ports & OrderPorts,
  actor: System,
  { name, validity, missed }: { name: string; validity: number; missed: Missed[] },
): Promise<void> {
  const now = ports.clock.now().toISOString();
  const due = missed.filter(({ next }) => next <= now).map(({ uid }) => uid);
  if (due.length === 0) return;
  const found = new Set<number>();
  await ports.mailbox.readAgain({ validity, uids: due }, async (mail) => {
    found.add(mail.uid);
    try {
      await takeOnce(ports, actor, mail, (tx) => changeMissed(tx, name, without(mail.uid)));
    } catch (error) {
      await putOff(ports, ports.db, name, { err: error, uid: mail.uid });
    }
  });
  const gone = due.slice(0, mostMails).filter((uid) => !found.has(uid));
  if (gone.length > 0)
    await changeMissed(ports.db, name, (all) => all.filter(({ uid }) => !gone.includes(uid)));
}

const without = (gone: number) => (all: Missed[]) => all.filter(({ uid }) => uid !== gone);

/** Puts a mail off that could not be taken, or gives it up. */
async function putOff(
  { clock, log }: Pick<Ports, "clock" | "log">,
  db: Db,
  name: string,
  { err, uid }: { err: unknown; uid: number },
): Promise<void> {
  await changeMissed(db, name, (all) => {
    const tries = (all.find((one) => one.uid === uid)?.tries ?? 0) + 1;
    const minutes = waits[tries - 1];
    const others = without(uid)(all);
    if (minutes === undefined || others.length >= mostMissed) {
      log.error({ err, uid }, "a mail could not be read and is given up");
      return others;
    }
    log.warn({ err, uid }, "a mail could not be read and is tried again later");
    const next = new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    return [...others, { uid, tries, next }];
  });
}

/** Changes the list of a mailbox, which nobody else changes meanwhile. */
async function changeMissed(db: Db, name: string, change: (all: Missed[]) => Missed[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const where = eq(mailboxPosition.mailbox, name);
    const [row] = await tx
      .select({ missed: mailboxPosition.missed })
      .from(mailboxPosition)
      .where(where)
      .for("update");
    if (!row) return;
    await tx
      .update(mailboxPosition)
      .set({ missed: change(missedOf(row.missed)) })
      .where(where);
  });
}

/**
 * Stores how far a mailbox is read; never back, since another process may have read further. With another UIDVALIDITY
 * the UIDs of missed mails mean nothing, and the last days are read again.
 */
async function keep(db: Db, name: string, { validity, uid }: MailboxPosition): Promise<void> {
  await db
    .insert(mailboxPosition)
    .values({ mailbox: name, validity, uid })
    .onConflictDoUpdate({
      target: mailboxPosition.mailbox,
      set: {
        validity,
        uid: sql`case when ${mailboxPosition.validity} = excluded.validity
          then greatest(${mailboxPosition.uid}, excluded.uid) else excluded.uid end`,
        missed: sql`case when ${mailboxPosition.validity} = excluded.validity
          then ${mailboxPosition.missed} end`,
      },
    });
}

/** Whether the mailbox can be read, for Health; null without one or before the first run. */
export async function mailboxState({
  db,
  mailbox: { name },
}: Pick<Services, "db" | "mailbox">): Promise<{ failure: string | null } | null> {
  if (name === null) return null;
  const [row] = await db
    .select({ failure: mailboxPosition.failure })
    .from(mailboxPosition)
    .where(eq(mailboxPosition.mailbox, name));
  return row ?? null;
}

/** A mailbox whose UIDs begin anew is read again for seven days only. */
const keptDays = 60;

/** Forgets which mails were read long ago. */
export async function deleteOldReceived({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
  await db.delete(receivedMail).where(lt(receivedMail.at, before));
}
