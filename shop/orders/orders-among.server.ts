import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { System } from "../access/actor.ts";
import { lockOrder } from "./read-orders.server.ts";
import { recordEvent } from "./record-event.server.ts";
import { orders } from "./tables.server.ts";

/** The orders among ids, each with the address that its emails go to; "" for an erased customer. */
async function ordersAmong({ db }: { db: Db }, ids: string[]): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param(ids)}::uuid[])`);
}

/**
 * Says in an order's timeline that an email about it came back. In: the caller's transaction, the status code of the mail
 * server (RFC 3463), "" without one; what else it said may name the customer, which a timeline cannot forget.
 */
async function noteUndelivered(tx: Db, orderId: string, actor: System, status: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  const remark = { code: "email-undelivered" as const, status };
  await recordEvent(tx, orderId, { kind: "note", actor, remark });
}

/** What the inbox, which knows nothing of orders, needs of them (`readMailbox`). */
export const ordersOfInbox = { ordersAmong, noteUndelivered };
