import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { session } from "../../platform/identity/tables.server.ts";
import type { PushMessage } from "../../platform/push/push.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { currentBrand } from "../brand/brand.server.ts";
import { iconPaths } from "../brand/brand.ts";
import type { NotificationKind } from "../notifications/kinds.ts";
import { maySend } from "../notifications/preferences.server.ts";
import { pushMessage, pushSubscription } from "./tables.server.ts";

const longestTitle = 100;
const longestBody = 200;

/**
 * Queues a message for each subscribed device of a person, in the caller's transaction. In: the kind, if customers may
 * turn it off.
 */
export async function queuePush(
  { jobs }: Pick<Services, "jobs">,
  tx: Db,
  userId: string,
  kind: NotificationKind | null,
  { title, body, path, tag }: PushMessage,
): Promise<void> {
  const devices = await tx
    .select({ subscriptionId: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.userId, userId))
    .prepare("push_subscriptions_of_customer")
    .execute();
  if (devices.length === 0) return;
  const words = { title: cutText(title, longestTitle), body: cutText(body, longestBody), path, tag, kind };
  const queued = await tx
    .insert(pushMessage)
    .values(devices.map((device) => ({ ...device, ...words })))
    .returning({ id: pushMessage.id });
  for (const { id } of queued) await jobs.send(tx, "send-push", { id });
}

/**
 * Sends a queued message to its device, or drops it when its kind is turned off; idempotent, so a retry does not send
 * it again. A revoked subscription is deleted, and so is one whose session has expired. Throws when it could not be
 * sent.
 */
export async function sendPush({ db, push }: Pick<Services, "db" | "push">, id: string): Promise<void> {
  const { endpoint, p256dh, auth } = pushSubscription;
  const { title, body, path, tag } = pushMessage;
  const [found] = await db
    .select({
      device: pushSubscription.id,
      userId: pushSubscription.userId,
      kind: pushMessage.kind,
      target: { endpoint, p256dh, auth },
      message: { title, body, path, tag },
      signedIn: sql<boolean>`${session.expiresAt} > now()`,
    })
    .from(pushMessage)
    .innerJoin(pushSubscription, eq(pushSubscription.id, pushMessage.subscriptionId))
    .innerJoin(session, eq(session.id, pushSubscription.sessionId))
    .where(eq(pushMessage.id, id));
  if (!found) return;
  if (!(await maySend(db, found.kind, "push", found))) {
    await db.delete(pushMessage).where(eq(pushMessage.id, id));
    return;
  }
  const { icon, badge } = await pushIcons(db);
  const message = { ...found.message, ...(icon && { icon, badge }) };
  const outcome = found.signedIn ? await push.send(found.target, message) : "gone";
  if (outcome === "gone") await db.delete(pushSubscription).where(eq(pushSubscription.id, found.device));
  else await db.delete(pushMessage).where(eq(pushMessage.id, id));
}

/** The shop's own icons; null: the worker has the shipped ones. */
async function pushIcons(db: Db): Promise<{ icon: string | null; badge: string }> {
  const icons = iconPaths(await currentBrand({ db }));
  return { icon: icons.drawing ? null : icons[192], badge: icons.badge };
}

/** Deletes messages that were not delivered within a week. */
export async function deleteOldPush({ db }: { db: Db }): Promise<void> {
  await db.delete(pushMessage).where(lt(pushMessage.createdAt, sql`now() - interval '7 days'`));
}
