import { lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { letterhead } from "../brand/brand.server.ts";
import { buttonTo, writeEmail } from "../emails/write-email.ts";
import { grouped, rupees } from "../money.ts";
import { queuePush } from "../push/send-push.server.ts";
import { beganToWait, soldTo } from "../reports/waiting-work.server.ts";
import {
  noticeWords,
  type StaffNoticeKind,
  staffChannels,
  staffNoticeKinds,
  staffNotices,
  type Told,
} from "./kinds.ts";
import { staffNotice } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "log" | "site">;

/**
 * Rows are seen by their time only once every transaction that may still write an earlier one has ended: one that is
 * seen to run, and one that does not count as writing yet, because it waits for its first lock (`lock_timeout`).
 */
const settled = sql`least(now() - interval '20 seconds', (
  select min(xact_start) from pg_stat_activity where datname = current_database() and backend_xid is not null))`;

/** From when what a new shop, or a new kind, has not told yet is news: since the program was set up, an hour at most. */
const news = sql`greatest(now() - interval '1 hour', (select max(applied_at) from schema_migration))`;

/**
 * What happened from (exclusive) to (inclusive): a row for each, named as the notice names it. Everything is read from
 * what the shop stores anyway, so that no order waits for notices.
 */
const happened: Record<Told, (from: SQL, to: SQL) => SQL> = {
  ...beganToWait,
  "new-order": (from, to) => sql`
    select left(id::text, 8) as name, total as amount from orders
    where placed_at > ${from} and placed_at <= ${to} order by placed_at`,
  "sold-out": (from, to) => soldTo(from, to, sql`left_now <= 0 and left_before > 0`),
};

const happenedRows = z.array(z.object({ name: z.string(), amount: z.coerce.number().nullable() }));
const recipientRows = z.array(
  z.object({
    id: z.string(),
    email: z.string().nullable(),
    off: z.array(z.string()),
    on: z.array(z.string()),
  }),
);

/**
 * Tells the team what has happened since the last time, each person what their role lets them see and how they chose: a
 * job, each minute. What happened together is one notice. A kind that fails does not stop the others.
 */
export async function tellStaff(ports: Ports): Promise<void> {
  await inBatch(staffNoticeKinds, {
    what: "telling the team",
    log: ports.log,
    nameOf: (kind) => kind,
    work: (kind) => tellKind(ports, kind),
  });
  await ports.db.delete(staffNotice).where(lt(staffNotice.at, sql`now() - interval '30 days'`));
}

async function tellKind(ports: Ports, kind: StaffNoticeKind): Promise<void> {
  await inTransaction(ports.db, async (tx) => {
    await tx.execute(sql`
      insert into staff_notice_cursor (kind, until) values (${kind}, ${news}) on conflict do nothing`);
    const { rows } = await tx.execute(sql`
      with locked as (select until from staff_notice_cursor where kind = ${kind} for update)
      update staff_notice_cursor set until = greatest(locked.until, ${settled})
      from locked where kind = ${kind} returning locked.until as before, staff_notice_cursor.until`);
    const [moved] = z.array(z.object({ before: z.coerce.date(), until: z.coerce.date() })).parse(rows);
    if (!moved || moved.before >= moved.until) return;
    const from = sql`(${moved.before.toISOString()})::timestamptz`;
    const to = sql`(${moved.until.toISOString()})::timestamptz`;
    for (const told of staffNotices[kind].tells) {
      const found = happenedRows.parse((await tx.execute(happened[told](from, to))).rows);
      if (found.length > 0) await tell(ports, tx, { kind, told }, found);
    }
  });
}

async function tell(
  ports: Ports,
  tx: Db,
  { kind, told }: { kind: StaffNoticeKind; told: Told },
  found: z.infer<typeof happenedRows>,
) {
  const { permission, byDefault } = staffNotices[kind];
  const { words, link } = noticeWords(told);
  const { rows } = await tx.execute(sql`
    select u.id, u.email,
      array(select channel from staff_notice_choice c where c.user_id = u.id and c.kind = ${kind} and not c.enabled) as off,
      array(select channel from staff_notice_choice c where c.user_id = u.id and c.kind = ${kind} and c.enabled) as on
    from users u join role r on r.key = u.role
    where u.role <> 'user' and u.banned_at is null and ${permission} = any(r.permissions)`);
  const title = `${grouped(found.length)} ${words[found.length === 1 ? 0 : 1]}`;
  const named = found
    .slice(0, 5)
    .map(({ name, amount }) => (amount === null ? name : `${name} (${rupees(amount)})`));
  const more = found.length - named.length;
  const text = cutText(named.join(", ") + (more > 0 ? ` and ${more} more` : ""), 500);
  for (const { id, email, off, on } of recipientRows.parse(rows)) {
    const channels = staffChannels.filter((one) =>
      byDefault.includes(one) ? !off.includes(one) : on.includes(one),
    );
    if (channels.includes("bell"))
      await tx.insert(staffNotice).values({ userId: id, kind, title, text, link });
    if (channels.includes("push"))
      await queuePush(ports, tx, id, null, { title, body: text, path: link, tag: `staff-${told}` });
    if (channels.includes("email") && email) await queueMail(ports, tx, { to: email, title, text, link });
  }
}

async function queueMail(
  ports: Ports,
  tx: Db,
  { to, title, text, link }: { to: string; title: string; text: string; link: string },
): Promise<void> {
  const origin = ports.site.publicUrl ?? ports.site.localUrl ?? "";
  const sender = { ...(await letterhead(ports)), origin };
  const facts = { title, names: text, button: buttonTo(origin + link) };
  await ports.mail.queue(tx, { to, ...writeEmail(sender, "staff-notice", facts) });
}
