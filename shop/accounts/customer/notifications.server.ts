import { randomUUID } from "node:crypto";
import { and, count, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { hot } from "../../../platform/database/hot-statements.server.ts";
import { type RowOf, valuesOf } from "../../../platform/database/rows.server.ts";
import type { Customer } from "../../access/actor.ts";
import type { NotificationMessage } from "../account-messages.ts";
import { notification } from "../tables.server.ts";

/** A notification for one user. `kind`: the area that it is about; `link` is a path of this shop. */
export type NewNotification = { kind: string; message: NotificationMessage; link?: string };

const { userId: _userId, ...shown } = getTableColumns(notification);
export type Notification = RowOf<typeof shown>;

const maxShown = 100;

/** Adds a notification to a user's profile; in a transaction it commits or rolls back with it. */
export async function notify({ db }: { db: Db }, userId: string, added: NewNotification): Promise<void> {
  await hot(db).execute(
    sql`insert into notification ${valuesOf(notification, { id: randomUUID(), userId, ...added })}`,
  );
}

/** The newest 100 notifications of a user. */
export function notificationsOf({ db }: { db: Db }, userId: string): Promise<Notification[]> {
  return db
    .select(shown)
    .from(notification)
    .where(eq(notification.userId, userId))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(maxShown);
}

/** The number of a user's unread notifications. */
export async function unreadCount({ db }: { db: Db }, userId: string): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(notification)
    .where(and(eq(notification.userId, userId), isNull(notification.readAt)));
  return row?.unread ?? 0;
}

/** Marks one notification of a user as read, or all without an id. Other users' stay unchanged. */
export async function markRead({ db }: { db: Db }, { id: userId }: Customer, id?: string): Promise<void> {
  await db
    .update(notification)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(notification.userId, userId),
        isNull(notification.readAt),
        id === undefined ? undefined : eq(notification.id, id),
      ),
    );
}
