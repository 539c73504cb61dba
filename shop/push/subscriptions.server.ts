import { and, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { isCurvePoint } from "../../platform/network/public-address.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { pushSubscription } from "./tables.server.ts";

/** The most devices per account; a new one replaces the oldest. */
const maxPerAccount = 10;

/** The keys that a browser sends with its endpoint: a point on P-256 and sixteen random bytes (RFC 8291). */
const subscription = z.object({
  endpoint: z.string().max(1_000),
  p256dh: z
    .string()
    .regex(/^B[\w-]{86}=?$/)
    .refine(isCurvePoint),
  auth: z.string().regex(/^[\w-]{22}(==)?$/),
});

type Ports = Pick<Services, "db" | "push">;

/**
 * Saves a customer's push subscription for the current device. In: the customer, their session, and the browser's
 * subscription. A device of another account is moved to this one; beyond ten devices the oldest is deleted. Refused:
 * 'not-a-device' for an invalid subscription, or a host that the shop does not send to.
 */
export async function subscribeDevice(
  { db, push }: Ports,
  { id: userId, sessionId }: Customer & { sessionId: string },
  device: unknown,
): Promise<Done | Refused<"not-a-device">> {
  const read = subscription.safeParse(device);
  if (!read.success || !push.accepts(read.data.endpoint)) return refused("not-a-device");
  await inTransaction(db, async (tx) => {
    const row = { ...read.data, userId, sessionId };
    await tx
      .insert(pushSubscription)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscription.endpoint, set: { ...row, createdAt: sql`now()` } });
    await tx.execute(sql`
      delete from push_subscription where user_id = ${userId} and id not in (
        select id from push_subscription where user_id = ${userId} order by created_at desc, id limit ${maxPerAccount})`);
  });
  return done();
}

/** Deletes the subscription of a session, or without one all subscriptions of the customer. */
export async function unsubscribeDevices(
  { db }: { db: Db },
  { id: userId }: Customer,
  sessionId?: string,
): Promise<void> {
  const mine = eq(pushSubscription.userId, userId);
  await db
    .delete(pushSubscription)
    .where(sessionId === undefined ? mine : and(mine, eq(pushSubscription.sessionId, sessionId)));
}

/** The push endpoint of a session's device, or null. */
export async function deviceOf(
  { db }: { db: Db },
  { id: userId }: Customer,
  sessionId: string,
): Promise<string | null> {
  const [found] = await db
    .select({ endpoint: pushSubscription.endpoint })
    .from(pushSubscription)
    .where(and(eq(pushSubscription.userId, userId), eq(pushSubscription.sessionId, sessionId)));
  return found?.endpoint ?? null;
}

/** The number of a customer's subscribed devices. */
export async function deviceCount({ db }: { db: Db }, { id: userId }: Customer): Promise<number> {
  const [row] = await db
    .select({ devices: count() })
    .from(pushSubscription)
    .where(eq(pushSubscription.userId, userId));
  return row?.devices ?? 0;
}

/** The devices of a customer, for their data export; without the keys, which would allow others to send. */
export function devicesOf({ db }: { db: Db }, userId: string) {
  const { endpoint, createdAt } = pushSubscription;
  return db.select({ endpoint, createdAt }).from(pushSubscription).where(eq(pushSubscription.userId, userId));
}
