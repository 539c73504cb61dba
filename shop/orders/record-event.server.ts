import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { OrderEvent } from "./orders.ts";

/** Who did something to an order: a person's id with a word before it, or the shop itself. */
export const theShop = "shop";
export const customer = (userId: string) => `customer ${userId}`;
export const staff = (userId: string) => `staff ${userId}`;

/** Writes what happened to an order, for ever. The caller holds the order's lock, so ids keep the order of events. */
export async function recordEvent(
  tx: Db,
  orderId: string,
  { kind, who, from = null, to = null, note = null }: Pick<OrderEvent, "kind" | "who"> & Partial<OrderEvent>,
): Promise<void> {
  await tx.execute(sql`
    insert into order_event (order_id, who, kind, from_value, to_value, note)
    values (${orderId}, ${who}, ${kind}, ${from}, ${to}, ${note})`);
}
