import { eq, lt, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { MailboxMail, MailboxPosition } from "../../../platform/mail/mailbox.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import type { System } from "../../access/actor.ts";
import { mailboxPosition, receivedMail } from "../tables.server.ts";
import { readMail } from "./read-mail.server.ts";
import { type OrderPorts, receiveMail } from "./receive-mail.server.ts";

type Ports = Pick<Services, "db" | "mail" | "mailbox" | "clock" | "log">;

/**
 * Reads what has come to the shop's mailbox since the last time: a job, each minute. Several processes may do it at
 * once: each mail is taken once. A mail that cannot be read is logged by its UID and passed over. What keeps the
 * mailbox from being read is stored for Health. Does nothing without a mailbox.
 */
export async function readMailbox(ports: Ports, actor: System, orders: OrderPorts): Promise<void> {
  const { db, mailbox, clock, log } = ports;
  const { name } = mailbox;
  if (name === null) return;
  const [row] = await db.select().from(mailboxPosition).where(eq(mailboxPosition.mailbox, name));
  const after =
    row && row.validity !== null && row.uid !== null ? { validity: row.validity, uid: row.uid } : null;
  try {
    const reached = await mailbox.read(after, (mail, at) =>
      takeMail({ ...ports, ...orders }, actor, { name, mail, at }),
    );
    await keep(db, name, reached);
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

type Taken = { name: string; mail: MailboxMail; at: MailboxPosition };

/** One mail with its position in a transaction. It is tried twice, since a statement can fail by chance. */
async function takeMail(ports: Ports & OrderPorts, actor: System, { name, mail, at }: Taken): Promise<void> {
  try {
    const read = await readMail(mail);
    const take = () =>
      inTransaction(ports.db, async (tx) => {
        if (read) await receiveMail(ports, tx, actor, read);
        await keep(tx, name, at);
      });
    await take().catch(take);
  } catch (error) {
    ports.log.error({ err: error, uid: mail.uid }, "a mail could not be read, the others follow");
    await keep(ports.db, name, at);
  }
}

/** Stores how far a mailbox is read; never back, since another process may have read further. */
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
