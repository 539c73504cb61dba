import { eq, sql, sum } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Customer } from "../../access/actor.ts";
import type { Paise } from "../../money.ts";
import { lockOrder, orderOf } from "../../orders/read-orders.server.ts";
import { orders } from "../../orders/tables.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { payoutDetails, refund } from "../tables.server.ts";
import { maskedPayout, type PayoutDetails, payoutDetailsShape } from "./payout-form.ts";

/** Refunds that staff have not paid out by hand yet (`isPaidOutByHand`). */
const due = sql`gateway_order_id is null and state = 'pending'`;

/** The data of the payout form: the amount in paise, 0 when nothing is due, and the earlier details, masked. */
type PayoutPage = { orderId: string; amount: Paise; given: string | null };

/** The payout form of a cash refund; null when it is not the customer's placed order. */
export async function payoutPage(
  { db }: { db: Db },
  orderId: string,
  userId: string,
): Promise<PayoutPage | null> {
  const order = await orderOf({ db }, orderId, userId);
  if (!order?.placedAt) return null;
  const [amount, details] = await Promise.all([cashDue(db, order.id), payoutDetailsOf({ db }, order.id)]);
  return { orderId: order.id, amount, given: details && maskedPayout(details) };
}

/** The orders of a customer with a cash refund to be paid out and without payout details. */
export async function ordersAwaitingPayoutDetails({ db }: { db: Db }, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`user_id = ${userId}
      and exists (select from refund where order_id = orders.id and ${due})
      and not exists (select from payout_details p where p.order_id = orders.id and p.details is not null)`);
  return rows.map(({ id }) => id);
}

/**
 * Saves the payout details of a cash refund, replacing earlier ones. Refused: 'not-found' when it is not the customer's
 * placed order, 'nothing-due' while none of its refunds waits to be paid out by hand.
 */
export async function givePayoutDetails(
  { db }: { db: Db },
  customer: Pick<Customer, "id">,
  orderId: string,
  details: PayoutDetails,
): Promise<Done | Refused<"not-found" | "nothing-due">> {
  return inTransaction(db, async (tx) => {
    // The same lock as for paying out: a later request finds nothing due.
    const order = await lockOrder(tx, orderId, customer.id);
    if (!order?.placedAt) return refused("not-found");
    if ((await cashDue(tx, order.id)) === 0) return refused("nothing-due");
    await tx
      .insert(payoutDetails)
      .values({ orderId: order.id, userId: customer.id, details })
      .onConflictDoUpdate({ target: payoutDetails.orderId, set: { details, givenAt: sql`now()` } });
    return done();
  });
}

/** The full payout details of an order; null when there are none. A caller that shows them to staff must audit that. */
export async function payoutDetailsOf({ db }: { db: Db }, orderId: string): Promise<PayoutDetails | null> {
  const [row] = await db.select().from(payoutDetails).where(eq(payoutDetails.orderId, orderId));
  return payoutDetailsShape.nullable().parse(row?.details ?? null);
}

/** Deletes the payout details of an order, unless another of its cash refunds is still to be paid out. */
export async function deletePaidOut(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`
    delete from payout_details where order_id = ${orderId}
      and not exists (select from refund where order_id = ${orderId} and ${due})`);
}

/** A customer's payout details, for their data export. The database deletes them with the account. */
export async function payoutDetailsOfCustomer({ db }: { db: Db }, userId: string) {
  const rows = await db.select().from(payoutDetails).where(eq(payoutDetails.userId, userId));
  return rows.map(({ orderId, details, givenAt }) => ({
    order: orderId,
    sendTo: payoutDetailsShape.nullable().parse(details),
    at: givenAt,
  }));
}

async function cashDue(db: Db, orderId: string): Promise<Paise> {
  const [found] = await db
    .select({ amount: sum(refund.amount).mapWith(Number) })
    .from(refund)
    .where(sql`order_id = ${orderId} and ${due}`);
  return found?.amount ?? 0;
}
