import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { orders } from "../orders/tables.server.ts";
import { refund } from "../payments/tables.server.ts";
import { type Refused, refused } from "../refused.ts";
import { photoStorageKey } from "./returns.ts";
import { returnPhoto, returnRequest } from "./tables.server.ts";

/** A customer's return requests for their data export; of photos only the number. */
export async function returnsOfCustomer({ db }: { db: Db }, userId: string) {
  const { orderId, kind, reason, details, state, createdAt, id } = returnRequest;
  const rows = await db
    .select({
      kind,
      reason,
      details,
      state,
      photos: sql<number>`(select count(*)::integer from return_photo p where p.return_id = ${id})`,
      order: orderId,
      at: createdAt,
    })
    .from(returnRequest)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(createdAt));
  return rows.map(({ at, ...request }) => ({ ...request, at: at.toISOString() }));
}

/**
 * Erases texts, tracking numbers and photos from a customer's requests, in the transaction that deletes the account.
 * Returned and refunded units stay with the order. A job deletes the files after the commit.
 */
export async function eraseReturns(
  { jobs }: Pick<Services, "jobs">,
  tx: Db,
  { id: userId }: Customer,
): Promise<void> {
  const theirs = sql`select r.id from return_request r join orders o on o.id = r.order_id where o.user_id = ${userId}`;
  await tx.execute(sql`
    update return_request set details = '', answer = null, tracking_number = null, tracking_link = null,
      pickup_number = null, pickup_link = null
    where id in (${theirs})`);
  const { returnId, key } = returnPhoto;
  const deleted = await tx
    .delete(returnPhoto)
    .where(sql`return_id in (${theirs})`)
    .returning({ returnId, key });
  for (const photo of deleted) await jobs.send(tx, "delete-photo", photo);
}

/** Deletes a photo from storage. An idempotent job. */
export async function deletePhoto(
  { storage }: Pick<Services, "storage">,
  returnId: string,
  key: string,
): Promise<void> {
  await storage.delete(photoStorageKey(returnId, key));
}

/**
 * Why a customer's account cannot be deleted yet: 'open-refunds' while money is owed, 'open-returns' while a return or an
 * exchange is open, because both need to reach the customer. `orderId`: the order it is about. Locks their orders.
 */
export async function openReturnsOrRefunds(
  tx: Db,
  { id: userId }: Customer,
): Promise<(Refused<"open-refunds" | "open-returns"> & { orderId: string }) | undefined> {
  await tx.execute(sql`select 1 from orders where user_id = ${userId} order by id for no key update`);
  const [owed] = await tx
    .select({ orderId: orders.id })
    .from(refund)
    .innerJoin(orders, eq(orders.id, refund.orderId))
    .where(and(eq(orders.userId, userId), eq(refund.state, "pending")))
    .limit(1);
  if (owed) return { ...refused("open-refunds"), ...owed };
  const [back] = await tx
    .select({ orderId: orders.id })
    .from(returnRequest)
    .innerJoin(orders, eq(orders.id, returnRequest.orderId))
    .where(
      and(eq(orders.userId, userId), notInArray(returnRequest.state, ["rejected", "withdrawn", "closed"])),
    )
    .limit(1);
  return back ? { ...refused("open-returns"), ...back } : undefined;
}
