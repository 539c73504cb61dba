import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { addressOf } from "../orders/order-fields.ts";
import type { DeliveryAddress } from "../orders/orders.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";

/**
 * One submission of one customer. `payload`: the fields that make it a different one, each named by the caller, in a
 * fixed order.
 */
export type IdempotentRequest = { userId: string; key: string; payload: Record<string, unknown> };

/** An address as a payload, field by field. */
export function addressPayload(address: DeliveryAddress): Record<string, string> {
  return addressOf(address);
}

/** Parses a key from a browser: 8 to 64 letters, digits, _ and -; else null. */
export function readIdempotencyKey(sent: string | null | undefined): string | null {
  return sent && /^[\w-]{8,64}$/.test(sent) ? sent : null;
}

/** Far above what customers do; stops scripts from reserving stock with orders they never pay. */
const maxPerHour = 120;

/**
 * The statement that claims the key of a submission, to run before anything else in the caller's transaction
 * (`beginPlacement`). A concurrent claim of the same key waits for the first. It returns one row, or none when the key
 * was claimed before or the customer has placed too many orders within an hour: `orderOfKey` tells which.
 */
export function keyClaim({ userId, key, payload }: IdempotentRequest, orderId: string): SQL {
  return sql`insert into order_key (user_id, key, fingerprint, order_id)
    select ${userId}::uuid, ${key}, ${fingerprintOf(payload)}, ${orderId}::uuid
    where (select count(*) from order_key
      where user_id = ${userId} and created_at > now() - interval '1 hour') < ${maxPerHour}
    on conflict do nothing returning order_id`;
}

/**
 * The id of the order that was placed with a key that could not be claimed. Refused: 'key-reused' when the key came
 * with another payload, and 'too-many-orders' of this customer within an hour.
 */
export async function orderOfKey(
  tx: Db,
  { userId, key, payload }: IdempotentRequest,
): Promise<Done<string> | Refused<"key-reused" | "too-many-orders">> {
  const { rows } = await hot(tx).execute(sql`
    select fingerprint, order_id from order_key where user_id = ${userId} and key = ${key}`);
  const [stored] = storedKeys.parse(rows);
  if (!stored) return refused("too-many-orders");
  if (stored.fingerprint !== fingerprintOf(payload)) return refused("key-reused");
  return done(stored.order_id);
}

function fingerprintOf(payload: IdempotentRequest["payload"]): string {
  return createHash("sha256").update(JSON.stringify(payload)).digest("base64url");
}

const storedKeys = z.array(z.object({ fingerprint: z.string(), order_id: z.string() }));
