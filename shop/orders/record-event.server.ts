import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { OrderEvent } from "./orders.ts";

/** Who did something to an order: a person's id with a word before it, or the shop itself. */
export const theShop = "shop";
export const customer = (userId: string) => `customer ${userId}`;
export const staff = (userId: string) => `staff ${userId}`;

const written = z.tuple([z.object({ at: z.coerce.date() })]);

/**
 * Writes what happened to an order, for ever. The caller holds the order's lock, so ids keep the order of events. Out:
 * the event with its time by the database's clock.
 */
export async function recordEvent(
  tx: Db,
  orderId: string,
  { kind, who, from = null, to = null, note = null }: Pick<OrderEvent, "kind" | "who"> & Partial<OrderEvent>,
): Promise<OrderEvent> {
  const { rows } = await tx.execute(sql`
    insert into order_event (order_id, who, kind, from_value, to_value, note)
    values (${orderId}, ${who}, ${kind}, ${from}, ${to}, ${note})
    returning at`);
  const [{ at }] = written.parse(rows);
  return { at, who, kind, from, to, note };
}
