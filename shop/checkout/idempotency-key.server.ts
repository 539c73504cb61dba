import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { DeliveryAddress } from "../orders/orders.ts";
import { refused } from "../refused.ts";
import { PlacementAborted } from "./placement-refusal.server.ts";

/** One click of one person. `said`: what makes it another click, each field named by the caller, in a fixed order. */
export type IdempotentRequest = { userId: string; key: string; payload: Record<string, unknown> };

/** An address as a click says it, field by field. */
export function addressPayload(address: DeliveryAddress): Record<string, string> {
  const { name, phone, line1, line2, city, state, postalCode, country } = address;
  return { name, phone, line1, line2, city, state, postalCode, country };
}

/** A key as a browser sends it, or null: 8 to 64 letters, digits, _ and -. */
export function readIdempotencyKey(sent: string | null | undefined): string | null {
  return sent && /^[\w-]{8,64}$/.test(sent) ? sent : null;
}

/** Nobody shops like this; a script that means to empty the shelves with orders it will not pay does. */
const maxPerHour = 120;

/**
 * Claims the key of a click in the caller's transaction, before anything else. A second claim of the same key waits
 * until the first has ended. Out: null (go on), or the id of the order that the key made. Stops with 'key-reused' when
 * the key came with something else, and with 'too-many-orders' of this person within an hour.
 */
export async function claimIdempotencyKey(
  tx: Db,
  { userId, key, payload }: IdempotentRequest,
  orderId: string,
): Promise<{ orderId: string } | null> {
  const fingerprint = createHash("sha256").update(JSON.stringify(payload)).digest("base64url");
  const { rows: claimed } = await tx.execute(sql`/* hot */
    insert into order_key (user_id, key, fingerprint, order_id)
    select ${userId}::uuid, ${key}, ${fingerprint}, ${orderId}::uuid
    where (select count(*) from order_key
      where user_id = ${userId} and created_at > now() - interval '1 hour') < ${maxPerHour}
    on conflict do nothing returning order_id`);
  if (claimed.length > 0) return null;
  const { rows } = await tx.execute(sql`/* hot */
    select fingerprint, order_id from order_key where user_id = ${userId} and key = ${key}`);
  const [stored] = z.array(z.object({ fingerprint: z.string(), order_id: z.string() })).parse(rows);
  if (!stored) throw new PlacementAborted(refused("too-many-orders"));
  if (stored.fingerprint !== fingerprint) throw new PlacementAborted(refused("key-reused"));
  return { orderId: stored.order_id };
}
