import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { photoStorageKey } from "./returns.ts";

const shape = z.object({
  order_id: z.string(),
  kind: z.string(),
  reason: z.string(),
  details: z.string(),
  state: z.string(),
  created_at: z.coerce.date(),
  photos: z.number(),
});

/** A customer's return requests for their data export; of photos only the number. */
export async function returnsOfCustomer({ db }: { db: Db }, userId: string) {
  const { rows } = await db.execute(sql`
    select r.order_id, r.kind, r.reason, r.details, r.state, r.created_at,
      (select count(*) from return_photo p where p.return_id = r.id)::integer as photos
    from return_request r join orders o on o.id = r.order_id
    where o.user_id = ${userId} order by r.created_at desc`);
  return z
    .array(shape)
    .parse(rows)
    .map(({ order_id, created_at, ...request }) => ({
      ...request,
      order: order_id,
      at: created_at.toISOString(),
    }));
}

/**
 * Erases texts, tracking numbers and photos from a customer's requests, in the transaction that deletes the account.
 * What was returned and refunded stays with the order. A job deletes the files after the commit.
 */
export async function eraseReturns(
  { jobs }: Pick<Services, "jobs">,
  tx: Db,
  { id: userId }: Customer,
): Promise<void> {
  const theirs = sql`select r.id from return_request r join orders o on o.id = r.order_id where o.user_id = ${userId}`;
  await tx.execute(sql`
    update return_request set details = '', answer = null, tracking_number = null, tracking_link = null
    where id in (${theirs})`);
  const { rows } = await tx.execute(
    sql`delete from return_photo where return_id in (${theirs}) returning return_id, key`,
  );
  for (const { return_id, key } of z
    .array(z.object({ return_id: z.string(), key: z.string() }))
    .parse(rows)) {
    await jobs.send(tx, "delete-photo", { returnId: return_id, key });
  }
}

/** Deletes a photo from storage. An idempotent job. */
export async function deletePhoto(
  { storage }: Pick<Services, "storage">,
  returnId: string,
  key: string,
): Promise<void> {
  await storage.delete(photoStorageKey(returnId, key));
}
