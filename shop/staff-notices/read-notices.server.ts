import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { can, type Staff } from "../access/actor.ts";
import {
  type StaffChannel,
  type StaffNoticeKind,
  staffChannels,
  staffNoticeKinds,
  staffNotices,
} from "./kinds.ts";
import { staffNotice, staffNoticeChoice } from "./tables.server.ts";

/** How many notices a member of the team has not read, up to a hundred. */
export async function unreadNotices({ db }: { db: Db }, userId: string): Promise<number> {
  const some = db
    .select({ id: staffNotice.id })
    .from(staffNotice)
    .where(and(eq(staffNotice.userId, userId), isNull(staffNotice.readAt)))
    .limit(100);
  return (await some).length;
}

/** The newest hundred notices of a member of the team. */
export async function noticesOf({ db }: { db: Db }, userId: string) {
  const { id, kind, title, text, link, at, readAt } = staffNotice;
  return db
    .select({ id, kind, title, text, link, at, readAt })
    .from(staffNotice)
    .where(eq(staffNotice.userId, userId))
    .orderBy(desc(id))
    .limit(100);
}

/** Marks notices of the actor as read. In: the oldest and the newest of them, by their ids. */
export async function markNoticesRead(
  { db }: { db: Db },
  actor: Staff,
  { from, upTo }: { from: number; upTo: number },
): Promise<void> {
  await db
    .update(staffNotice)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(staffNotice.userId, actor.id),
        isNull(staffNotice.readAt),
        sql`${staffNotice.id} between ${from} and ${upTo}`,
      ),
    );
}

/** A kind that the actor may be told about, and how they are told. */
export type NoticeChoice = {
  kind: StaffNoticeKind;
  label: string;
  channels: Record<StaffChannel, boolean>;
};

/** What the actor may be told about, and what they chose. */
export async function noticeChoices({ db }: { db: Db }, actor: Staff): Promise<NoticeChoice[]> {
  const { kind, channel, enabled } = staffNoticeChoice;
  const chosen = await db
    .select({ kind, channel, enabled })
    .from(staffNoticeChoice)
    .where(eq(staffNoticeChoice.userId, actor.id));
  return staffNoticeKinds
    .filter((one) => can(actor, staffNotices[one].permission))
    .map((one) => {
      const is = (channel: StaffChannel) =>
        chosen.find((row) => row.kind === one && row.channel === channel)?.enabled ??
        staffNotices[one].byDefault.includes(channel);
      const channels = { bell: is("bell"), email: is("email"), push: is("push") };
      return { kind: one, label: staffNotices[one].label, channels };
    });
}

/** Stores the actor's choices: `isOn` tells which boxes are ticked. Kinds that they may not see are left alone. */
export async function saveNoticeChoices(
  { db }: { db: Db },
  actor: Staff,
  isOn: (kind: StaffNoticeKind, channel: StaffChannel) => boolean,
): Promise<void> {
  const rows = staffNoticeKinds
    .filter((kind) => can(actor, staffNotices[kind].permission))
    .flatMap((kind) =>
      staffChannels.map((channel) => ({ userId: actor.id, kind, channel, enabled: isOn(kind, channel) })),
    );
  if (rows.length === 0) return;
  await inTransaction(db, (tx) =>
    tx
      .insert(staffNoticeChoice)
      .values(rows)
      .onConflictDoUpdate({
        target: [staffNoticeChoice.userId, staffNoticeChoice.kind, staffNoticeChoice.channel],
        set: { enabled: sql`excluded.enabled` },
      }),
  );
}
