import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Actor } from "../access/actor.ts";
import type { Act } from "../audit/act-words.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Order, shortId } from "../orders/orders.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { orders } from "../orders/tables.server.ts";
import { type Done, type Refused, refused } from "../refused.ts";

/**
 * Runs a staff action on one locked order in one transaction. A refusal rolls everything back, also what lower
 * functions wrote before they refused. Refused: 'not-found', and what the action refuses.
 */
export async function withLockedOrder<
  Value,
  Reason extends string,
  No extends Refused<Reason> = Refused<Reason>,
>(
  db: Db,
  orderId: string,
  action: (tx: Db, order: Order) => Promise<Done<Value> | No>,
): Promise<Done<Value> | No | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    return order ? action(tx, order) : refused("not-found");
  });
}

/** Claims the key of a form. Out: false when the same form was submitted before. */
export async function claimFormKey(tx: Db, key: string, action: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`insert into form_submission (key, action) values (${key}, ${action}) on conflict do nothing returning key`,
  );
  return rows.length > 0;
}

/** Audits an action on an order, without names and addresses that the customer typed. */
export async function recordOrderAction(
  tx: Db,
  actor: Actor,
  action: Act,
  order: Order,
  facts: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await recordAction(tx, {
    actor,
    action,
    subject: { kind: "order", id: order.id, name: `Order ${shortId(order.id)}` },
    ...facts,
  });
}

/** A version that changes with every change of an order. */
export async function orderVersion(db: Db, orderId: string): Promise<string> {
  const version = sql<string>`(extract(epoch from ${orders.updatedAt}) * 1000000)::bigint::text`;
  const [found] = await db.select({ version }).from(orders).where(eq(orders.id, orderId));
  return found?.version ?? "";
}
