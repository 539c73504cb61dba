import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";

/** One click of one person. `body` is everything that the click says, in any shape that JSON can hold. */
export type Click = { userId: string; key: string; body: unknown };

/** A key as a browser sends it, or null: 8 to 64 letters, digits, _ and -. */
export function readKey(sent: string | null | undefined): string | null {
  return sent && /^[\w-]{8,64}$/.test(sent) ? sent : null;
}

/**
 * Claims the key of a click in the caller's transaction, before anything else. A second claim of the same key waits
 * until the first has ended. Out: 'new' (go on, then `keepOrder`), the id of the order that the key made, or
 * 'other-body' when the key came with something else.
 */
export async function claimKey(
  tx: Db,
  { userId, key, body }: Click,
  orderId: string,
): Promise<"new" | "other-body" | { orderId: string }> {
  const fingerprint = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  const { rows: claimed } = await tx.execute(sql`
    insert into order_key (user_id, key, fingerprint, order_id)
    values (${userId}, ${key}, ${fingerprint}, ${orderId})
    on conflict do nothing returning order_id`);
  if (claimed.length > 0) return "new";
  const { rows } = await tx.execute(sql`/* hot */
    select fingerprint, order_id from order_key where user_id = ${userId} and key = ${key}`);
  const [kept] = z.array(z.object({ fingerprint: z.string(), order_id: z.string() })).parse(rows);
  if (!kept) throw new Error("a key was claimed and is not there");
  return kept.fingerprint === fingerprint ? { orderId: kept.order_id } : "other-body";
}
